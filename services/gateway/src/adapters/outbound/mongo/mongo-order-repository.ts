import { type Connection, type Model, trusted } from 'mongoose';
import type { PaymentOrder } from '../../../domain/payment-order.ts';
import type { OrderRepository } from '../../../ports/order-repository.ts';
import { bulkInsertInto } from './bulk-insert.ts';
import { inDatabase } from './database-errors.ts';
import { GroupCommit } from './group-commit.ts';
import { nativeCollection } from './native-collection.ts';
import { type OrderDocument, orderModel, toOrder, toOrderDocument } from './order-documents.ts';

export class MongoOrderRepository implements OrderRepository {
  readonly #model: Model<OrderDocument>;
  readonly #inserts: GroupCommit<OrderDocument>;

  constructor(connection: Connection) {
    this.#model = orderModel(connection);
    this.#inserts = new GroupCommit(bulkInsertInto(this.#model));
  }

  async insert(order: PaymentOrder): Promise<'inserted' | 'exists'> {
    const outcome = await this.#inserts.insert(toOrderDocument(order));
    return outcome === 'inserted' ? 'inserted' : 'exists';
  }

  find(orderId: string): Promise<PaymentOrder | undefined> {
    return inDatabase(async () => {
      const document = await nativeCollection(this.#model).findOne({ _id: orderId });
      return document === null ? undefined : toOrder(document);
    });
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
    return inDatabase(async () => {
      const outbox = order.outbox.filter((event) => event.sequence > upToSequence);
      const { attentionAt } = toOrderDocument({ ...order, outbox });
      await nativeCollection(this.#model).updateOne(
        { _id: order.orderId, version: order.version },
        { $set: { outbox, attentionAt } },
      );
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
}
