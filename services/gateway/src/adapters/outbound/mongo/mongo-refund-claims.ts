import type { Connection, Model } from 'mongoose';
import { deriveRefundClaimId } from '../../../domain/order/order-identifiers.ts';
import type { RefundClaim, RefundClaims } from '../../../ports/refund-claims.ts';
import { collectionModel } from './collection-model.ts';
import { inDatabase } from './database-errors.ts';
import { collectionSchema, text, whole } from './document-fields.ts';
import { GroupCommit } from './group-commit.ts';
import { type StoredDocument, schemaNumbers } from './schema-numbers.ts';

interface RefundClaimDocument extends StoredDocument {
  readonly orderId: string;
  readonly epoch: number;
}

const schema = collectionSchema<RefundClaimDocument>('refund_claims', { orderId: text, epoch: whole });

export function refundClaimModel(connection: Connection): Model<RefundClaimDocument> {
  return collectionModel(connection, 'RefundClaim', schema);
}

/**
 * Stores to which payment order each of a merchant's refund IDs belongs. The primary key is derived from the merchant and the
 * refund ID. So if two calls claim an ID at the same time, the database accepts only the first claim.
 */
export class MongoRefundClaims implements RefundClaims {
  readonly #model: Model<RefundClaimDocument>;
  readonly #group: GroupCommit<RefundClaimDocument>;

  constructor(connection: Connection) {
    this.#model = refundClaimModel(connection);
    this.#group = new GroupCommit(this.#model);
  }

  async claim(merchantId: string, refundTransactionId: string, orderId: string): Promise<RefundClaim> {
    const claim: RefundClaim = { orderId, epoch: 1 };
    const _id = deriveRefundClaimId(merchantId, refundTransactionId);
    if ((await this.#group.insert({ _id, schema: schemaNumbers.refund_claims, ...claim })) === 'inserted')
      return claim;
    // The refund ID was claimed before, so return the stored claim. It must exist: a claim can pass to another order, but is
    // never removed.
    const held = await this.find(merchantId, refundTransactionId);
    if (held === undefined) throw new Error(`refund claim ${_id} exists but cannot be read`);
    return held;
  }

  async find(merchantId: string, refundTransactionId: string): Promise<RefundClaim | undefined> {
    const document = await this.#group.find(deriveRefundClaimId(merchantId, refundTransactionId));
    return document === undefined ? undefined : { orderId: document.orderId, epoch: document.epoch };
  }

  move(
    merchantId: string,
    refundTransactionId: string,
    from: RefundClaim,
    toOrderId: string,
  ): Promise<RefundClaim | 'lost'> {
    return inDatabase(async () => {
      const moved: RefundClaim = { orderId: toOrderId, epoch: from.epoch + 1 };
      const { matchedCount } = await this.#model.updateOne(
        {
          _id: deriveRefundClaimId(merchantId, refundTransactionId),
          orderId: from.orderId,
          epoch: from.epoch,
        },
        { $set: moved },
      );
      return matchedCount === 1 ? moved : 'lost';
    });
  }
}
