import { channelReferencesOf } from '../../src/domain/archive/order-references.ts';
import type { Tombstone } from '../../src/domain/archive/tombstone.ts';
import { orderIdOf } from '../../src/domain/order/order-identifiers.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { feeIdsOf } from '../../src/domain/settlement/money-moves.ts';
import type { FoundOldOrders, OldOrder, OldOrders, OrderRemoval } from '../../src/ports/old-orders.ts';
import type { InMemoryCallbackInbox } from './in-memory-callback-inbox.ts';
import type { InMemoryChannelFees } from './in-memory-channel-fees.ts';
import type { InMemoryEventLog } from './in-memory-event-log.ts';
import type { InMemoryOrders } from './in-memory-orders.ts';
import type { InMemoryRefundClaims } from './in-memory-refund-claims.ts';

interface Stored {
  readonly orders: InMemoryOrders;
  readonly events: InMemoryEventLog;
  readonly claims: InMemoryRefundClaims;
  readonly fees: InMemoryChannelFees;
  readonly inbox: InMemoryCallbackInbox;
}

const END_OF_TIME = new Date(8.64e15);

/** Finds old orders in the other fakes. */
export class InMemoryOldOrders implements OldOrders, OrderRemoval {
  readonly #stored: Stored;

  constructor(stored: Stored) {
    this.#stored = stored;
  }

  list(before: Date, after: string | null, limit: number): Promise<readonly OldOrder[]> {
    const found = this.#stored.orders
      .all()
      .filter(({ createdAt, orderId }) => createdAt < before && (after === null || orderId > after))
      .sort((one, other) => (one.orderId < other.orderId ? -1 : 1))
      .slice(0, limit);
    return Promise.all(found.map((order) => this.#withAll(order)));
  }

  async find(orderIds: readonly string[]): Promise<FoundOldOrders> {
    const { orders } = this.#stored;
    const found = orders.all().filter(({ orderId }) => orderIds.includes(orderId));
    return {
      orders: await Promise.all(found.map((order) => this.#withAll(order))),
      tombstones: orderIds.flatMap((orderId) => orders.tombstone(orderId) ?? []),
    };
  }

  replace(order: PaymentOrder, tombstone: Tombstone): Promise<'replaced' | 'changed'> {
    return this.#stored.orders.replace(order, tombstone);
  }

  async removeEvents(tombstones: readonly Tombstone[]): Promise<void> {
    for (const { orderId } of tombstones) this.#stored.events.removeEndedOf(orderId);
  }

  async #withAll(order: PaymentOrder): Promise<OldOrder> {
    const { orders, events, claims, fees } = this.#stored;
    const refundClaims = [];
    for (const { transactionId } of order.refunds) {
      const claim = await claims.find(order.merchantId, transactionId);
      if (claim?.orderId === order.orderId) refundClaims.push({ transactionId, ...claim });
    }
    const booked = await fees.find(feeIdsOf(order));
    return {
      order,
      isParked: (await orders.findParked(order.orderId)) !== null,
      events: await events.listOfOrder(order.orderId),
      refundClaims,
      fees: [...booked].map(([bookingId, ofBooking]) => ({ bookingId, fees: ofBooking })),
      isCallbackWaiting: await this.#isCallbackWaiting(order),
    };
  }

  async #isCallbackWaiting(order: PaymentOrder): Promise<boolean> {
    const { inbox } = this.#stored;
    const parked = await inbox.listParked(null, Number.POSITIVE_INFINITY);
    const unapplied = await inbox.listUnapplied(END_OF_TIME, Number.POSITIVE_INFINITY);
    const references = channelReferencesOf(order);
    return [...parked.map(({ callback }) => callback), ...unapplied].some(({ notification }) =>
      textsIn(notification).some((text) => orderIdOf(text) === order.orderId || references.includes(text)),
    );
  }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
