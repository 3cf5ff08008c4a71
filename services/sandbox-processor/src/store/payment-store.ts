import type { Collection, Db } from 'mongodb';
import type { Payment } from '../domain/payment.ts';
import { isDuplicateKey } from './duplicate-key.ts';
import { OneAtATime } from './one-at-a-time.ts';
import { type PaymentDocument, toDocument, toPayment } from './payment-document.ts';
import { RecentPayments } from './recent-payments.ts';

/** A decision on one state of a payment: what to answer, and the payment as it shall be (null: unchanged). */
export interface Decision<Outcome> {
  readonly outcome: Outcome;
  readonly next: Payment | null;
}

export type ChangeResult<Outcome> =
  | { readonly kind: 'unknown_payment' }
  | { readonly kind: 'decided'; readonly outcome: Outcome; readonly changed: Payment | null };

const maximumAttempts = 50;

/** Payments in the database. Each change is one update that names the version it was decided on. */
export class PaymentStore {
  readonly #collection: Collection<PaymentDocument>;
  readonly #recent = new RecentPayments();
  readonly #turns = new OneAtATime();

  constructor(database: Db) {
    this.#collection = database.collection<PaymentDocument>('payments');
  }

  async prepare(): Promise<void> {
    await this.#collection.createIndex({ reference: 1, createdAt: -1 });
    await this.#collection.createIndex({ wakeAt: 1 });
  }

  /** Claims the payment's id and stores it in one write; `taken` when the id exists. */
  async insert(payment: Payment): Promise<'inserted' | 'taken'> {
    try {
      await this.#collection.insertOne(toDocument(payment));
    } catch (error) {
      if (isDuplicateKey(error)) return 'taken';
      throw error;
    }
    this.#recent.put(payment);
    return 'inserted';
  }

  async find(id: string): Promise<Payment | null> {
    const document = await this.#collection.findOne({ _id: id });
    if (document === null) return null;
    const payment = toPayment(document);
    this.#recent.put(payment);
    return payment;
  }

  /** The last known state: of this process where it has worked on the payment just now. */
  async findRecent(id: string): Promise<Payment | null> {
    return this.#recent.get(id) ?? (await this.find(id));
  }

  recent(id: string): Payment | undefined {
    return this.#recent.get(id);
  }

  /** Newest first; of all references when none is given. */
  async list(reference: string | undefined, limit: number): Promise<readonly Payment[]> {
    const documents = await this.#collection
      .find(reference === undefined ? {} : { reference })
      .sort({ createdAt: -1 })
      .limit(limit)
      .toArray();
    return documents.map(toPayment);
  }

  /** Payments that have to be looked at until the given time, the most urgent first. */
  async dueUntil(at: Date, limit: number): Promise<readonly Payment[]> {
    const documents = await this.#collection
      .find({ wakeAt: { $lte: at } })
      .sort({ wakeAt: 1 })
      .limit(limit)
      .toArray();
    const payments = documents.map(toPayment);
    for (const payment of payments) this.#recent.put(payment);
    return payments;
  }

  /**
   * Decides on the payment and writes the result under the condition that nobody has changed it since;
   * otherwise decides again. A decision to change nothing is only taken on what the database says now.
   */
  async change<Outcome>(
    id: string,
    decide: (payment: Payment) => Decision<Outcome>,
  ): Promise<ChangeResult<Outcome>> {
    return this.#turns.run(id, async () => {
      for (let attempt = 1; attempt <= maximumAttempts; attempt += 1) {
        const remembered = this.#recent.get(id);
        const current = remembered ?? (await this.find(id));
        if (current === null) return { kind: 'unknown_payment' };
        const { outcome, next } = decide(current);
        if (next === null) {
          if (remembered === undefined) return { kind: 'decided', outcome, changed: null };
        } else if (await this.#replace(current, next)) {
          const changed = this.#recent.get(id) ?? next;
          return { kind: 'decided', outcome, changed };
        }
        this.#recent.forget(id);
      }
      throw new Error(`Payment ${id} was changed by others ${maximumAttempts} times in a row.`);
    });
  }

  async #replace(current: Payment, next: Payment): Promise<boolean> {
    const written = { ...next, version: current.version + 1 };
    const { _id, ...replacement } = toDocument(written);
    const { matchedCount } = await this.#collection.replaceOne(
      { _id, version: current.version },
      replacement,
    );
    if (matchedCount === 1) this.#recent.put(written);
    return matchedCount === 1;
  }
}
