import type { Collection, Db } from 'mongodb';
import { isDuplicateKey } from './duplicate-key.ts';

/**
 * Binds an idempotency key to one refund request before the refund is added to its payment. A crash in between leaves a claim
 * without a refund. When the caller repeats the call, the refund is added.
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

  /** Claims an idempotency key, unless it was claimed before. Returns the stored claim, which may be the earlier one. */
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
