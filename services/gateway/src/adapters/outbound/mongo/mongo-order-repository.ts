import { orderLimits } from '@kassa/contracts';
import { BSON } from 'mongodb';
import { type Connection, type Model, trusted } from 'mongoose';
import { isPaymentOf, type Tombstone } from '../../../domain/archive/tombstone.ts';
import { attemptOpenedAs, attemptPaidBy } from '../../../domain/order/made-at-channel.ts';
import type { PaymentOrder } from '../../../domain/order/payment-order.ts';
import type { AttentionFailure, ParkedWork } from '../../../domain/parked-work.ts';
import type { ListedRefund, RefundFilter } from '../../../domain/refund/listed-refunds.ts';
import {
  hasMoneyMoved,
  hoursOf,
  hoursOfMoves,
  type OrderMoney,
} from '../../../domain/settlement/money-moves.ts';
import { OrderArchived } from '../../../ports/order-archived.ts';
import { OrderFull } from '../../../ports/order-full.ts';
import type {
  DueOrder,
  LeftOutLane,
  MoneySpan,
  OpenedOrder,
  OrderRepository,
  OrderSpan,
  OrderToAttend,
  OrderWithCases,
  WaitingPosition,
} from '../../../ports/order-repository.ts';
import type { WriteTime } from '../../../ports/write-time.ts';
import { inDatabase } from './database-errors.ts';
import { dated } from './dated.ts';
import { type DueFields, dueFieldsOf } from './due-fields.ts';
import { type DueOrderDocument, dueIn, dueOrderProjection, toDueOrder } from './due-orders.ts';
import { eachOnce } from './each-once.ts';
import { GroupCommit } from './group-commit.ts';
import { nativeCollection } from './native-collection.ts';
import { NativeWrites } from './native-writes.ts';
import {
  inMoneyHour,
  moneyProjection,
  type OrderDocument,
  type OrderMoneyDocument,
  openingIndexes,
  orderModel,
  paymentIndexes,
  toOrder,
  toOrderDocument,
  toOrderMoney,
  unchangedSince,
} from './order-documents.ts';
import { OrderSaves } from './order-saves.ts';
import { PageEnds } from './page-ends.ts';
import { putOff } from './put-off.ts';
import { readOrders } from './read-orders.ts';
import { readRefunds } from './read-refunds.ts';
import { schemaNumbers } from './schema-numbers.ts';
import { isTombstone, toTombstone } from './tombstone-documents.ts';

/**
 * The database checks a write's time limit only if less than this time is left, because the check has a small cost. A write
 * never stalls for longer than this.
 */
const NEAR_END_MS = 60 * 60 * 1_000;

export class MongoOrderRepository implements OrderRepository {
  readonly #model: Model<OrderDocument>;
  readonly #group: GroupCommit<OrderDocument>;
  readonly #writes: NativeWrites<OrderDocument>;
  readonly #saves: OrderSaves<OrderDocument>;
  readonly #pageEnds = new PageEnds();

  /**
   * @param collectForMs how long the removal of relayed events may wait, so that one command can remove the events of many
   * orders
   */
  constructor(connection: Connection, collectForMs = 0) {
    this.#model = orderModel(connection);
    this.#group = new GroupCommit(this.#model, undefined, collectForMs);
    this.#writes = new NativeWrites(this.#model);
    this.#saves = new OrderSaves(this.#model);
  }

  async insert(order: PaymentOrder): Promise<'inserted' | 'exists'> {
    const outcome = await this.#group.insert(toOrderDocument(order));
    return outcome === 'inserted' ? 'inserted' : 'exists';
  }

  find(orderId: string): Promise<PaymentOrder | undefined> {
    return this.#group
      .find(orderId)
      .then((document) => (document === undefined ? undefined : toOrder(document)));
  }

  /** @throws {OrderFull} if the document would be too large */
  async save(order: PaymentOrder, decidedOn: number, writeBy?: Date): Promise<'saved' | 'conflict'> {
    const filter = unchangedSince({ orderId: order.orderId, version: decidedOn });
    const document = smallEnough(toOrderDocument(order));
    const isNearEnd = writeBy !== undefined && writeBy.getTime() - Date.now() < NEAR_END_MS;
    const isSaved = isNearEnd
      ? await inDatabase(() => this.#writes.replaceOneBy(writeBy, filter, document))
      : await this.#saves.replace({ filter, document });
    return isSaved ? 'saved' : 'conflict';
  }

  forgetRelayedEvents(order: PaymentOrder, upToSequence: number, when?: WriteTime): Promise<void> {
    const outbox = order.outbox.filter((event) => event.sequence > upToSequence);
    const update = { $set: { 'order.outbox': outbox, due: dueFieldsOf({ ...order, outbox }) } };
    return this.#group.update({ filter: unchangedSince(order), update }, when);
  }

  unloggedSince(merchantId: string): Promise<Date | null> {
    return inDatabase(async () => {
      const [first] = await this.#model
        .find({ 'order.merchantId': merchantId, 'due.unloggedSince': dated() }, { 'due.unloggedSince': 1 })
        .sort({ 'due.unloggedSince': 1 })
        .limit(1)
        .lean<Pick<OrderDocument, 'due'>[]>();
      return first?.due.unloggedSince ?? null;
    });
  }

  findOpenedAt(channelId: string, merchantId: string | null): Promise<OpenedOrder | undefined> {
    return inDatabase(async () => {
      const isOpened = {
        'order.attempts': trusted({ $elemMatch: { channelId, opening: { $ne: null } } }),
      };
      // If a merchant is given, return the merchant's newest order whose payment was opened at the channel. Otherwise, return
      // any order that was opened there. No index sorts the orders of all merchants by creation time, so the search for the
      // newest would be slow.
      const found =
        merchantId === null
          ? this.#model.find(isOpened)
          : this.#model
              .find({ 'order.merchantId': merchantId, ...isOpened })
              .sort({ 'order.createdAt': -1, _id: -1 });
      const [document] = await found.limit(1).lean<OrderDocument[]>();
      return document === undefined ? this.#findArchivedOpenedAt(channelId, merchantId) : toOrder(document);
    });
  }

  async #findArchivedOpenedAt(channelId: string, merchantId: string | null): Promise<Tombstone | undefined> {
    const document = await this.#model
      .findOne({
        ...(merchantId !== null && { 'order.merchantId': merchantId }),
        'order.attempts': trusted({ $elemMatch: { channelId, openedAs: { $ne: null } } }),
      })
      .lean<OrderDocument>();
    return document !== null && isTombstone(document) ? toTombstone(document) : undefined;
  }

  findByPayment(channelId: string, paymentReference: string): Promise<PaymentOrder | undefined> {
    return this.#findByReference(paymentIndexes, paymentReference, {
      isInTombstone: (tombstone) => isPaymentOf(tombstone, channelId, paymentReference),
      isInOrder: (order) => attemptPaidBy(order, channelId, paymentReference) !== undefined,
    });
  }

  findByOpening(channelId: string, openingReference: string): Promise<PaymentOrder | undefined> {
    return this.#findByReference(openingIndexes, openingReference, {
      isInTombstone: (tombstone) => attemptOpenedAs(tombstone, channelId, openingReference) !== undefined,
      isInOrder: (order) => attemptOpenedAs(order, channelId, openingReference) !== undefined,
    });
  }

  #findByReference(
    indexes: typeof paymentIndexes | typeof openingIndexes,
    reference: string,
    payment: { isInTombstone(tombstone: Tombstone): boolean; isInOrder(order: PaymentOrder): boolean },
  ): Promise<PaymentOrder | undefined> {
    return inDatabase(async () => {
      for (const { filter } of indexes) {
        for (const document of await this.#model.find(filter(reference)).lean<OrderDocument[]>()) {
          if (isTombstone(document)) {
            const tombstone = toTombstone(document);
            if (payment.isInTombstone(tombstone)) throw new OrderArchived(tombstone);
            continue;
          }
          const order = toOrder(document);
          if (payment.isInOrder(order)) return order;
        }
      }
      return undefined;
    });
  }

  firstToAttend(): Promise<OrderToAttend | null> {
    return inDatabase(async () => {
      const [first] = await this.#model
        .find({ 'due.attentionAt': dated() })
        .sort({ 'due.attentionAt': 1 })
        .limit(1)
        .lean<OrderDocument[]>();
      return first?.due.attentionAt ? { order: toOrder(first), at: first.due.attentionAt } : null;
    });
  }

  listDue(now: Date, limit: number, leftOut: readonly LeftOutLane[]): Promise<readonly DueOrder[]> {
    return inDatabase(async () => {
      const due = await this.#model
        .find(dueIn(now, leftOut), dueOrderProjection)
        .sort({ 'due.attentionAt': 1 })
        .limit(limit)
        .lean<DueOrderDocument[]>();
      return due.map((document) => toDueOrder(document, now, leftOut));
    });
  }

  putOff(orderId: string, failure: AttentionFailure, now: Date): Promise<ParkedWork | null> {
    const work = {
      due: {
        _id: orderId,
        schema: schemaNumbers.orders,
        ...(failure.kind === 'no_room'
          ? {
              'due.parked': trusted({ $exists: false }),
              'due.unloggedSince': trusted({ $exists: false }),
            }
          : { 'due.attentionAt': trusted({ $lte: now }) }),
      },
      failuresField: 'due.failures',
      failuresOf: ({ due }: OrderDocument) => due.failures,
      waiting: (until: Date) => ({ 'due.attentionAt': until }),
      parked: (parked: ParkedWork) => ({ 'due.parked': parked, 'due.casesSince': now }),
      removedWhenParked: ['due.attentionAt'],
    } as const;
    return putOff(this.#model, work, failure, now);
  }

  listWithCases(after: WaitingPosition | null, limit: number): Promise<readonly OrderWithCases[]> {
    return inDatabase(async () => {
      const documents = await this.#model
        .find(
          after === null
            ? { 'due.casesSince': dated() }
            : {
                'due.casesSince': dated({ $gte: after.since }),
                $or: [
                  { 'due.casesSince': trusted({ $gt: after.since }) },
                  { _id: trusted({ $gt: after.id }) },
                ],
              },
        )
        .sort({ 'due.casesSince': 1, _id: 1 })
        .limit(limit)
        .lean<OrderDocument[]>();
      return documents.flatMap((document) => {
        const { casesSince: since, parked = null } = document.due;
        return since === undefined ? [] : [{ since, order: toOrder(document), parked }];
      });
    });
  }

  async findParked(orderId: string): Promise<ParkedWork | null> {
    return (await this.#group.find(orderId))?.due.parked ?? null;
  }

  resume(orderId: string, now: Date): Promise<'resumed' | 'not_parked'> {
    return inDatabase(async () => {
      const isParked = { 'due.parked': trusted({ $exists: true }) };
      const document = await this.#model.findOne({ _id: orderId, ...isParked }).lean<OrderDocument>();
      if (document === null) return 'not_parked';
      const order = toOrder(document);
      const { matchedCount } = await this.#model.updateOne(
        { ...unchangedSince(order), ...isParked },
        { $set: { due: resumedFieldsOf(order, now) } },
      );
      return matchedCount === 1 ? 'resumed' : 'not_parked';
    });
  }

  listOfMerchant(merchantId: string, span: OrderSpan, limit: number): Promise<readonly PaymentOrder[]> {
    return readOrders(this.#model, this.#pageEnds, merchantId, span, limit);
  }

  listRefundsOf(merchantId: string, filter: RefundFilter, limit: number): Promise<readonly ListedRefund[]> {
    return readRefunds(this.#model, merchantId, filter, limit);
  }

  async *withMoneyMoved(span: MoneySpan): AsyncGenerator<OrderMoney> {
    const hours = hoursOf(span);
    for (const hour of hours) {
      for await (const order of this.#withMoneyIn(hour, span.merchantId)) {
        // The search finds an order in each hour in which its money moved. Return it only in the first of these hours, so that
        // it is returned once.
        const [first] = hoursOfMoves(order).filter((found) => found >= (hours[0] ?? hour));
        if (first?.getTime() === hour.getTime() && hasMoneyMoved(order, span)) yield order;
      }
    }
  }

  /**
   * Reads the orders whose money moved in one hour. Callers read a day hour by hour, because one query for a whole day would be
   * slow: some databases repeat the search for each further batch of its result.
   */
  async *#withMoneyIn(hour: Date, merchantId: string | null): AsyncGenerator<OrderMoney> {
    const orders = nativeCollection(this.#model);
    const filter = inMoneyHour(hour, merchantId);
    const found = eachOnce<OrderDocument, OrderMoneyDocument>(orders, filter, moneyProjection);
    for await (const document of found) yield toOrderMoney(document);
  }
}

/**
 * Returns when the work of an order is due after an operator has resumed it. Overdue work becomes due now, and work that is due
 * later keeps its time. An order without work gets no due time.
 */
function resumedFieldsOf(order: PaymentOrder, now: Date): DueFields {
  const due = dueFieldsOf(order);
  return due.attentionAt !== undefined && due.attentionAt < now ? { ...due, attentionAt: now } : due;
}

/**
 * An order's size is measured only from this version on. Each change raises the version. An order with a lower version has too
 * few changes to be too large, so it is not measured, which saves time.
 */
const MEASURED_FROM_VERSION = 200;

/**
 * Returns the document. Throws if the document is too large to store. The limits on an order's lists should prevent this; the
 * check is a last safeguard.
 */
function smallEnough(document: OrderDocument): OrderDocument {
  if (document.version < MEASURED_FROM_VERSION) return document;
  const bytes = BSON.calculateObjectSize(document);
  if (bytes <= orderLimits.documentBytes) return document;
  throw new OrderFull(
    `order ${document._id} would take ${bytes} bytes, and the limit is ${orderLimits.documentBytes}`,
  );
}
