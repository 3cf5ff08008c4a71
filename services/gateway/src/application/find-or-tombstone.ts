import type { Tombstone } from '../domain/archive/tombstone.ts';
import type { PaymentOrder } from '../domain/order/payment-order.ts';
import { OrderArchived } from '../ports/order-archived.ts';
import type { OrderLookup } from '../ports/order-repository.ts';

/** Finds an order, or what remains of it if it was archived and removed. For callers to whom the tombstone says enough. */
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
