import type { Collection, Db } from 'mongodb';
import { isDuplicateKey } from './duplicate-key.ts';

/**
 * A record that an idempotency key belongs to one refund request. It is stored before the refund is added to its payment. If
 * the processor crashes in between, the refund is added when the caller repeats the request.
 */
export interface RefundClaim {
  /** The refund's ID, which is derived from the idempotency key. */
  readonly _id: string;
  readonly paymentId: string;
  readonly reference: string;
  readonly fingerprint: string;
  readonly createdAt: Date;
}

export class RefundClaims {
  readonly #collection: Collection<RefundClaim>;

  constructor(database: Db) {
    this.#collection = database.collection<RefundClaim>('refund_claims');
  }

  async prepare(): Promise<void> {
    await this.#collection.createIndex({ reference: 1, createdAt: -1 });
  }

  /** Stores a claim. If another request has claimed the same idempotency key before, returns the earlier claim instead. */
  async claim(claim: RefundClaim): Promise<RefundClaim> {
    try {
      await this.#collection.insertOne(claim);
      return claim;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    const earlier = await this.find(claim._id);
    if (earlier === null) throw new Error(`Refund claim ${claim._id} exists but cannot be read.`);
    return earlier;
  }

  async find(refundId: string): Promise<RefundClaim | null> {
    return this.#collection.findOne({ _id: refundId });
  }

  /** Newest first. */
  async list(reference: string, limit: number): Promise<readonly RefundClaim[]> {
    return this.#collection.find({ reference }).sort({ createdAt: -1 }).limit(limit).toArray();
  }
}
