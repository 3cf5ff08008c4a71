import { type Connection, type Model, trusted } from 'mongoose';
import { tryAgainAt } from '../../../domain/attention-backoff.ts';
import type { PaymentOrder } from '../../../domain/payment-order.ts';
import type { OrderRepository } from '../../../ports/order-repository.ts';
import { inDatabase } from './database-errors.ts';
import { GroupCommit } from './group-commit.ts';
import { nativeCollection } from './native-collection.ts';
import { type OrderDocument, orderModel, toOrder, toOrderDocument } from './order-documents.ts';

export class MongoOrderRepository implements OrderRepository {
  readonly #model: Model<OrderDocument>;
  readonly #group: GroupCommit<OrderDocument>;

  constructor(connection: Connection) {
    this.#model = orderModel(connection);
    this.#group = new GroupCommit(this.#model);
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

  save(order: PaymentOrder): Promise<'saved' | 'conflict'> {
    return inDatabase(async () => {
      const { _id, ...replacement } = toOrderDocument(order);
      const { matchedCount } = await nativeCollection(this.#model).replaceOne(
        { _id, version: order.version - 1 },
        replacement,
      );
      return matchedCount === 1 ? 'saved' : 'conflict';
    });
  }

  forgetRelayedEvents(order: PaymentOrder, upToSequence: number): Promise<void> {
    const outbox = order.outbox.filter((event) => event.sequence > upToSequence);
    const { attentionAt } = toOrderDocument({ ...order, outbox });
    return this.#group.update({
      updateOne: {
        filter: { _id: order.orderId, version: order.version },
        update: { $set: { outbox, attentionAt }, $unset: { attentionFailures: '' } },
      },
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

  putOff(orderId: string, now: Date): Promise<void> {
    return inDatabase(async () => {
      const due = { _id: orderId, attentionAt: { $lte: now } };
      const collection = nativeCollection(this.#model);
      const counted = await collection.findOneAndUpdate(
        due,
        { $inc: { attentionFailures: 1 } },
        { returnDocument: 'after', projection: { attentionFailures: 1 } },
      );
      if (counted === null) return;
      const attentionAt = tryAgainAt(counted.attentionFailures ?? 1, now);
      await collection.updateOne(due, { $set: { attentionAt } });
    });
  }
}
