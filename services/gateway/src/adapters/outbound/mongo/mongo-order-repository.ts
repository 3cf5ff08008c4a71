import { type Connection, type Model, trusted } from 'mongoose';
import type { PaymentOrder } from '../../../domain/order/payment-order.ts';
import type { AttentionFailure, ParkedWork } from '../../../domain/parked-work.ts';
import {
  hasMoneyMoved,
  hoursOf,
  hoursOfMoves,
  type OrderMoney,
} from '../../../domain/settlement/money-moves.ts';
import type { Alerts } from '../../../ports/alerts.ts';
import type {
  MoneySpan,
  OrderRepository,
  OrderSpan,
  OrderToAttend,
  OrderWithCases,
  WaitingPosition,
} from '../../../ports/order-repository.ts';
import { inDatabase } from './database-errors.ts';
import { deriveAnew } from './derive-anew.ts';
import { derivedFieldsOf, updateOf } from './derived-fields.ts';
import { GroupCommit } from './group-commit.ts';
import { nativeCollection } from './native-collection.ts';
import { noteMoneyHours } from './note-money-hours.ts';
import {
  inMoneyHour,
  moneyProjection,
  type OrderDocument,
  type OrderMoneyDocument,
  orderModel,
  toOrder,
  toOrderDocument,
  toOrderMoney,
} from './order-documents.ts';
import { putOff } from './put-off.ts';

/** So many are in memory at once of those that are read through; by default it is what fills 16 MB. */
const ORDERS_AT_A_TIME = 1_000;

export class MongoOrderRepository implements OrderRepository {
  readonly #model: Model<OrderDocument>;
  readonly #group: GroupCommit<OrderDocument>;
  readonly #alerts: Alerts;
  /** What operators were told of orders: each report and each look for earlier ones comes upon them anew. */
  readonly #toldUnreadable = new Set<string>();

  constructor(connection: Connection, alerts: Alerts) {
    this.#model = orderModel(connection);
    this.#group = new GroupCommit(this.#model);
    this.#alerts = alerts;
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

  save(order: PaymentOrder, decidedOn: number): Promise<'saved' | 'conflict'> {
    return inDatabase(async () => {
      const { _id, ...replacement } = toOrderDocument(order);
      const { matchedCount } = await nativeCollection(this.#model).replaceOne(
        { _id, version: decidedOn },
        replacement,
      );
      return matchedCount === 1 ? 'saved' : 'conflict';
    });
  }

  forgetRelayedEvents(order: PaymentOrder, upToSequence: number): Promise<void> {
    const outbox = order.outbox.filter((event) => event.sequence > upToSequence);
    const { $set, $unset } = updateOf(derivedFieldsOf({ ...order, outbox }));
    return this.#group.update({
      updateOne: {
        filter: { _id: order.orderId, version: order.version },
        update: {
          $set: { outbox, ...$set },
          $unset: { ...$unset, attentionFailures: '', parked: '' },
        },
      },
    });
  }

  unloggedSince(merchantId: string): Promise<Date | null> {
    return inDatabase(async () => {
      const [first] = await nativeCollection(this.#model)
        // An instance of an earlier version takes events out and leaves the moment behind.
        .find({ merchantId, unloggedSince: { $type: 'date' }, 'outbox.0': { $exists: true } })
        .sort({ unloggedSince: 1 })
        .project<Pick<OrderDocument, 'unloggedSince'>>({ unloggedSince: 1 })
        .limit(1)
        .toArray();
      return first?.unloggedSince ?? null;
    });
  }

  findOpenedAt(channelId: string, merchantId: string | null): Promise<PaymentOrder | undefined> {
    return inDatabase(async () => {
      const isOpened = { attempts: { $elemMatch: { channelId, opening: { $ne: null } } } };
      const orders = nativeCollection(this.#model);
      // Of all merchants' orders any will do: no index has them in the order of their creation.
      const found =
        merchantId === null
          ? orders.find(isOpened)
          : orders.find({ merchantId, ...isOpened }).sort({ createdAt: -1, _id: -1 });
      const [document] = await found.limit(1).toArray();
      return document && toOrder(document);
    });
  }

  firstToAttend(): Promise<OrderToAttend | null> {
    return inDatabase(async () => {
      const [first] = await nativeCollection(this.#model)
        .find({ attentionAt: { $type: 'date' } })
        .sort({ attentionAt: 1 })
        .limit(1)
        .toArray();
      return first?.attentionAt ? { order: toOrder(first), at: first.attentionAt } : null;
    });
  }

  listDue(now: Date, limit: number): Promise<readonly string[]> {
    return inDatabase(async () => {
      const due = await this.#model
        .find({ attentionAt: trusted({ $lte: now }) }, { _id: 1 })
        .sort({ attentionAt: 1 })
        .limit(limit)
        .lean();
      return due.map(({ _id }) => _id);
    });
  }

  putOff(orderId: string, failure: AttentionFailure, now: Date): Promise<ParkedWork | null> {
    const work = {
      due: { _id: orderId, attentionAt: { $lte: now } },
      failuresField: 'attentionFailures',
      waiting: (until: Date) => ({ attentionAt: until }),
      parked: (parked: ParkedWork) => ({ parked, casesSince: now }),
      removedWhenParked: ['attentionAt'],
    } as const;
    return putOff(nativeCollection(this.#model), work, failure, now);
  }

  listWithCases(after: WaitingPosition | null, limit: number): Promise<readonly OrderWithCases[]> {
    return inDatabase(async () => {
      const documents = await nativeCollection(this.#model)
        .find(
          after === null
            ? { casesSince: { $type: 'date' } }
            : {
                casesSince: { $type: 'date', $gte: after.since },
                $or: [{ casesSince: { $gt: after.since } }, { _id: { $gt: after.id } }],
              },
        )
        .sort({ casesSince: 1, _id: 1 })
        .limit(limit)
        .toArray();
      return documents.flatMap(({ casesSince = null, ...document }) =>
        casesSince === null
          ? []
          : [
              {
                since: casesSince,
                order: toOrder({ casesSince, ...document }),
                parked: document.parked ?? null,
              },
            ],
      );
    });
  }

  async findParked(orderId: string): Promise<ParkedWork | null> {
    return (await this.#group.find(orderId))?.parked ?? null;
  }

  resume(orderId: string, now: Date): Promise<'resumed' | 'not_parked'> {
    return inDatabase(async () => {
      const collection = nativeCollection(this.#model);
      const document = await collection.findOne({ _id: orderId, parked: { $exists: true } });
      if (document === null) return 'not_parked';
      const { $set, $unset } = updateOf({ ...derivedFieldsOf(toOrder(document)), attentionAt: now });
      const { matchedCount } = await collection.updateOne(
        { _id: orderId, version: document.version, parked: { $exists: true } },
        { $set, $unset: { ...$unset, parked: '' } },
      );
      return matchedCount === 1 ? 'resumed' : 'not_parked';
    });
  }

  listOfMerchant(merchantId: string, span: OrderSpan, limit: number): Promise<readonly PaymentOrder[]> {
    return inDatabase(async () => {
      const { from, before, state, after } = span;
      const documents = await nativeCollection(this.#model)
        .find({
          $and: [
            { merchantId },
            ...(state === null ? [] : [{ state }]),
            ...(from === null ? [] : [{ createdAt: { $gte: from } }]),
            ...(before === null ? [] : [{ createdAt: { $lt: before } }]),
            ...(after === null ? [] : [{ createdAt: { $lte: after.createdAt } }, standsBehind(after)]),
          ],
        })
        .sort({ createdAt: -1, _id: -1 })
        .limit(limit)
        .toArray();
      return documents.map((document) => toOrder(document as OrderDocument));
    });
  }

  deriveAnew(limit: number): Promise<number> {
    return deriveAnew(nativeCollection(this.#model), limit, (orderId, error) =>
      this.#tellUnreadable('derive-orders-anew', orderId, error),
    );
  }

  async *withMoneyMoved(span: MoneySpan): AsyncGenerator<OrderMoney> {
    // Not once, at the start: while instances are replaced one by one, those of the earlier version go on writing.
    await noteMoneyHours(nativeCollection(this.#model), (orderId, error) =>
      this.#tellUnreadable('note-money-hours', orderId, error),
    );
    const hours = hoursOf(span);
    for (const hour of hours) {
      for await (const order of this.#withMoneyIn(hour, span.merchantId)) {
        // What moved in several of the hours is found in each, and told in the first.
        const [first] = hoursOfMoves(order).filter((found) => found >= (hours[0] ?? hour));
        if (first?.getTime() === hour.getTime() && hasMoneyMoved(order, span)) yield order;
      }
    }
  }

  /** Hour by hour: a database that looks for its place in a result anew for each batch takes too long with a day's. */
  async *#withMoneyIn(hour: Date, merchantId: string | null): AsyncGenerator<OrderMoney> {
    const cursor = nativeCollection(this.#model)
      .find(inMoneyHour(hour, merchantId))
      .project<OrderMoneyDocument>(moneyProjection)
      .batchSize(ORDERS_AT_A_TIME);
    try {
      // A batch at a time: what one round trip brought needs no deadline of its own.
      while (await inDatabase(() => cursor.hasNext())) {
        for (const document of cursor.readBufferedDocuments()) yield toOrderMoney(document);
      }
    } finally {
      await inDatabase(() => cursor.close());
    }
  }

  #tellUnreadable(duty: string, item: string, error: unknown): void {
    const told = `${duty} ${item}`;
    if (this.#toldUnreadable.has(told)) return;
    this.#toldUnreadable.add(told);
    this.#alerts.raise({ kind: 'duty_failed', duty, item, error });
  }
}

function standsBehind({ createdAt, orderId }: Pick<PaymentOrder, 'createdAt' | 'orderId'>) {
  return { $or: [{ createdAt: { $lt: createdAt } }, { _id: { $lt: orderId } }] };
}
