import type { Collection, Db } from 'mongodb';
import type { Dispute } from '../domain/dispute.ts';
import type { Payment } from '../domain/payment.ts';
import type { Refund } from '../domain/refund.ts';
import { type PaymentDocument, toPayment } from './payment-document.ts';

/** A span of time in the processor's books. It includes `from`, but not `to`. */
export interface BookSpan {
  readonly from: Date;
  readonly to: Date;
  /** The position of the last entry on the previous page of results; null for the first page. */
  readonly after: BookPosition | null;
}

export interface BookPosition {
  readonly at: Date;
  readonly id: string;
}

/** A payment that is or was disputed. */
export type DisputedPayment = Payment & { readonly dispute: Dispute };

/**
 * The processor's books: payments, refunds and disputes, each sorted by the time at which they reached their present status.
 * Entries that a tester has hidden are left out.
 */
export class PaymentBooks {
  readonly #collection: Collection<PaymentDocument>;

  constructor(database: Db) {
    this.#collection = database.collection<PaymentDocument>('payments');
  }

  async prepare(): Promise<void> {
    await this.#collection.createIndex({ statusAt: 1, _id: 1 });
    await this.#collection.createIndex(
      { 'refunds.updatedAt': 1 },
      { partialFilterExpression: { 'refunds.0': { $exists: true } } },
    );
    const onDisputed = { partialFilterExpression: { 'dispute.id': { $exists: true } } };
    await this.#collection.createIndex({ 'dispute.id': 1 }, onDisputed);
    await this.#collection.createIndex({ 'dispute.updatedAt': 1, 'dispute.id': 1 }, onDisputed);
  }

  /** Lists payments, the oldest first. Payments with the same time are sorted by ID. */
  async listPayments({ from, to, after }: BookSpan, limit: number): Promise<readonly Payment[]> {
    const documents = await this.#collection
      .find({
        statusAt: { $gte: after?.at ?? from, $lt: to },
        isHidden: { $ne: true },
        ...(after !== null && { $or: [{ statusAt: { $gt: after.at } }, { _id: { $gt: after.id } }] }),
      })
      .sort({ statusAt: 1, _id: 1 })
      .limit(limit)
      .toArray();
    return documents.map(toPayment);
  }

  /** Lists disputed payments, sorted by the time of the dispute's status and then by the dispute's ID. */
  async listDisputes({ from, to, after }: BookSpan, limit: number): Promise<readonly DisputedPayment[]> {
    const documents = await this.#collection
      .find({
        'dispute.id': { $exists: true },
        'dispute.updatedAt': { $gte: after?.at ?? from, $lt: to },
        'dispute.isHidden': { $ne: true },
        ...(after !== null && {
          $or: [{ 'dispute.updatedAt': { $gt: after.at } }, { 'dispute.id': { $gt: after.id } }],
        }),
      })
      .sort({ 'dispute.updatedAt': 1, 'dispute.id': 1 })
      .limit(limit)
      .toArray();
    return documents.map(toPayment).filter(isDisputed);
  }

  async findDisputed(disputeId: string): Promise<DisputedPayment | null> {
    const document = await this.#collection.findOne({ 'dispute.id': disputeId });
    const payment = document && toPayment(document);
    return payment !== null && isDisputed(payment) ? payment : null;
  }

  /** In the order of payments. */
  async listRefunds({ from, to, after }: BookSpan, limit: number): Promise<readonly Refund[]> {
    const documents = await this.#collection
      .find({
        'refunds.0': { $exists: true },
        refunds: { $elemMatch: { updatedAt: { $gte: after?.at ?? from, $lt: to } } },
      })
      .project<Pick<PaymentDocument, 'refunds'>>({ refunds: 1 })
      .toArray();
    return documents
      .flatMap(({ refunds }) => refunds)
      .filter(({ updatedAt, isHidden }) => !isHidden && updatedAt >= from && updatedAt < to)
      .filter((refund) => after === null || byMoment(refund, after) > 0)
      .sort((one, other) => byMoment(one, { at: other.updatedAt, id: other.id }))
      .slice(0, limit);
  }
}

function isDisputed(payment: Payment): payment is DisputedPayment {
  return payment.dispute !== null;
}

function byMoment({ updatedAt, id }: Refund, other: BookPosition): number {
  const apartMs = updatedAt.getTime() - other.at.getTime();
  if (apartMs !== 0) return apartMs;
  return id < other.id ? -1 : Number(id > other.id);
}
