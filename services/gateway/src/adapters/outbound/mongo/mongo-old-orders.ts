import { type Connection, type Model, trusted } from 'mongoose';
import type { Tombstone } from '../../../domain/archive/tombstone.ts';
import { deriveRefundClaimId, eventIdOf } from '../../../domain/order/order-identifiers.ts';
import type { PaymentOrder } from '../../../domain/order/payment-order.ts';
import type { BookedFees } from '../../../domain/settlement/channel-fee.ts';
import { feeIdsOf } from '../../../domain/settlement/money-moves.ts';
import type { LoggedEvent } from '../../../ports/logged-event.ts';
import type {
  ClaimedRefundId,
  FoundOldOrders,
  OldOrder,
  OldOrders,
  OrderRemoval,
} from '../../../ports/old-orders.ts';
import { inDatabase } from './database-errors.ts';
import { type EventDocument, eventModel, toLoggedEvent } from './event-documents.ts';
import { callbackModel } from './mongo-callback-inbox.ts';
import { MongoChannelFees } from './mongo-channel-fees.ts';
import { refundClaimModel } from './mongo-refund-claims.ts';
import { type OrderDocument, orderModel, toOrder, unchangedSince } from './order-documents.ts';
import { OrderSaves } from './order-saves.ts';
import {
  isTombstone,
  type TombstoneDocument,
  tombstoneModel,
  toTombstone,
  toTombstoneDocument,
} from './tombstone-documents.ts';
import { waitingCallbackOrders } from './waiting-callbacks.ts';

/** How many IDs one query names. */
const IDS_AT_A_TIME = 1_000;

/**
 * Reads old orders together with their events, claims, fees and callbacks, using a few queries for each batch, and removes
 * archived orders.
 */
export class MongoOldOrders implements OldOrders, OrderRemoval {
  readonly #orders: Model<OrderDocument>;
  readonly #tombstones: OrderSaves<TombstoneDocument>;
  readonly #events: Model<EventDocument>;
  readonly #claims: ReturnType<typeof refundClaimModel>;
  readonly #fees: MongoChannelFees;
  readonly #callbacks: ReturnType<typeof callbackModel>;

  constructor(connection: Connection) {
    this.#orders = orderModel(connection);
    this.#tombstones = new OrderSaves(tombstoneModel(connection));
    this.#events = eventModel(connection);
    this.#claims = refundClaimModel(connection);
    this.#fees = new MongoChannelFees(connection);
    this.#callbacks = callbackModel(connection);
  }

  async list(before: Date, after: string | null, limit: number): Promise<readonly OldOrder[]> {
    const documents = await inDatabase(() =>
      this.#orders
        .find({
          'order.createdAt': trusted({ $lt: before }),
          ...(after !== null && { _id: trusted({ $gt: after }) }),
        })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<OrderDocument[]>(),
    );
    return this.#withAll(documents);
  }

  async find(orderIds: readonly string[]): Promise<FoundOldOrders> {
    const documents = await this.#byId<OrderDocument>(this.#orders, orderIds);
    return {
      orders: await this.#withAll(documents.filter((document) => !isTombstone(document))),
      tombstones: documents.flatMap((document) => (isTombstone(document) ? [toTombstone(document)] : [])),
    };
  }

  async replace(order: PaymentOrder, tombstone: Tombstone): Promise<'replaced' | 'changed'> {
    const filter = { ...unchangedSince(order), 'due.parked': { $exists: false } };
    const document = toTombstoneDocument(tombstone);
    return (await this.#tombstones.replace({ filter, document })) ? 'replaced' : 'changed';
  }

  async removeEvents(tombstones: readonly Tombstone[]): Promise<void> {
    const ids = tombstones.flatMap(eventIdsOf);
    for (let start = 0; start < ids.length; start += IDS_AT_A_TIME) {
      const some = ids.slice(start, start + IDS_AT_A_TIME);
      await inDatabase(() =>
        this.#events.deleteMany({
          _id: trusted({ $in: some }),
          'delivery.state': trusted({ $in: ['delivered', 'failed'] as const }),
        }),
      );
    }
  }

  async #withAll(documents: readonly OrderDocument[]): Promise<readonly OldOrder[]> {
    const orders = documents.map(toOrder);
    const parked = new Set(documents.filter(({ due }) => due.parked).map(({ _id }) => _id));
    const [events, claims, fees, waiting] = await Promise.all([
      this.#eventsOf(orders),
      this.#claimsOf(orders),
      this.#fees.find(orders.flatMap(feeIdsOf)),
      waitingCallbackOrders(this.#callbacks, orders),
    ]);
    return orders.map((order) => ({
      order,
      isParked: parked.has(order.orderId),
      events: events.get(order.orderId) ?? [],
      refundClaims: claims.get(order.orderId) ?? [],
      fees: feesOf(order, fees),
      isCallbackWaiting: waiting.has(order.orderId),
    }));
  }

  /** An event's ID contains its order's ID and its sequence, so the primary key finds all events of the orders. */
  async #eventsOf(orders: readonly PaymentOrder[]): Promise<ReadonlyMap<string, readonly LoggedEvent[]>> {
    const found = await this.#byId<EventDocument>(this.#events, orders.flatMap(eventIdsOf));
    const events = found.map(toLoggedEvent).sort((one, other) => one.sequence - other.sequence);
    return Map.groupBy(events, ({ orderId }) => orderId);
  }

  async #claimsOf(orders: readonly PaymentOrder[]): Promise<ReadonlyMap<string, readonly ClaimedRefundId[]>> {
    const transactionIds = new Map(
      orders.flatMap(({ merchantId, refunds }) =>
        refunds.map(({ transactionId }) => [deriveRefundClaimId(merchantId, transactionId), transactionId]),
      ),
    );
    const found = await this.#byId<{ _id: string; orderId: string; epoch: number }>(this.#claims, [
      ...transactionIds.keys(),
    ]);
    const claims = found.map(({ _id, orderId, epoch }) => ({
      transactionId: transactionIds.get(_id) ?? '',
      orderId,
      epoch,
    }));
    return Map.groupBy(
      claims.sort((one, other) => (one.transactionId < other.transactionId ? -1 : 1)),
      ({ orderId }) => orderId,
    );
  }

  async #byId<Document>(
    model: {
      find(filter: object, all: null, options: { batchSize: number }): { lean<Result>(): Promise<Result> };
    },
    ids: readonly string[],
  ): Promise<readonly Document[]> {
    const found: Document[] = [];
    for (let start = 0; start < ids.length; start += IDS_AT_A_TIME) {
      const some = ids.slice(start, start + IDS_AT_A_TIME);
      // For a further batch, DocumentDB would repeat the search, and could miss a document that is written meanwhile.
      const inOneBatch = { batchSize: IDS_AT_A_TIME };
      const byId = { _id: trusted({ $in: some }) };
      found.push(...(await inDatabase(() => model.find(byId, null, inOneBatch).lean<Document[]>())));
    }
    return found;
  }
}

function eventIdsOf({ orderId, lastSequence }: Pick<PaymentOrder, 'orderId' | 'lastSequence'>) {
  return Array.from({ length: lastSequence }, (_, index) => eventIdOf(orderId, index + 1));
}

function feesOf(
  order: PaymentOrder,
  found: Awaited<ReturnType<MongoChannelFees['find']>>,
): readonly BookedFees[] {
  return feeIdsOf(order).flatMap((bookingId) => {
    const fees = found.get(bookingId) ?? [];
    const byTime = fees.toSorted((one, other) => one.at.getTime() - other.at.getTime());
    return fees.length === 0 ? [] : [{ bookingId, fees: byTime }];
  });
}
