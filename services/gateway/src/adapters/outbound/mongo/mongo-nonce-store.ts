import { NONCE_LIFETIME_MS } from '@kassa/contracts';
import { type Connection, type Model, trusted } from 'mongoose';
import type { NonceStore } from '../../../ports/nonce-store.ts';
import { collectionModel } from './collection-model.ts';
import { inDatabase } from './database-errors.ts';
import { collectionSchema, moment } from './document-fields.ts';
import { GroupCommit } from './group-commit.ts';
import { type StoredDocument, schemaNumbers } from './schema-numbers.ts';

interface NonceDocument extends StoredDocument {
  readonly expiresAt: Date;
}

const schema = collectionSchema<NonceDocument>('nonces', { expiresAt: moment });
// With this index, the database removes expired nonces. It removes them only from time to time, so `spend` itself checks the
// expiry time of a stored nonce.
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export function nonceModel(connection: Connection): Model<NonceDocument> {
  return collectionModel(connection, 'Nonce', schema);
}

export class MongoNonceStore implements NonceStore {
  readonly #model: Model<NonceDocument>;
  readonly #group: GroupCommit<NonceDocument>;

  constructor(connection: Connection) {
    this.#model = nonceModel(connection);
    this.#group = new GroupCommit(this.#model);
  }

  async spend(merchantId: string, nonce: string, realNow: Date): Promise<'fresh' | 'used'> {
    const _id = `${merchantId}:${nonce}`;
    const expiresAt = new Date(realNow.getTime() + NONCE_LIFETIME_MS);
    if ((await this.#group.insert({ _id, schema: schemaNumbers.nonces, expiresAt })) === 'inserted')
      return 'fresh';
    // An expired nonce may be used again, even if it is still stored. Of several callers, only one gets it: the first update
    // moves the expiry time, so the updates of the others match nothing.
    const { matchedCount } = await inDatabase(() =>
      this.#model.updateOne({ _id, expiresAt: trusted({ $lte: realNow }) }, { $set: { expiresAt } }),
    );
    return matchedCount === 1 ? 'fresh' : 'used';
  }
}
