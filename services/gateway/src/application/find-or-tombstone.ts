import type { Tombstone } from '../domain/archive/tombstone.ts';
import type { PaymentOrder } from '../domain/order/payment-order.ts';
import { OrderArchived } from '../ports/order-archived.ts';
import type { OrderLookup } from '../ports/order-repository.ts';

/**
 * Finds an order, or its tombstone if the order was archived and removed. This is for callers that need no more than the
 * tombstone contains.
 */
export async function findOrTombstone(
  orders: OrderLookup,
  orderId: string,
): Promise<PaymentOrder | Tombstone | undefined> {
  try {
    return await orders.find(orderId);
  } catch (error) {
    if (error instanceof OrderArchived) return error.tombstone;
    throw error;
  }
}
