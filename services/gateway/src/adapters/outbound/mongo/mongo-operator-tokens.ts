import { setTimeout as pause } from 'node:timers/promises';
import { operatorRoles } from '@kassa/contracts';
import { type Connection, type Model, trusted } from 'mongoose';
import type { OperatorToken } from '../../../domain/operator/operator-token.ts';
import type { MayRevoke, OperatorTokens } from '../../../ports/operator-tokens.ts';
import { TemporarilyUnavailable } from '../../../ports/temporarily-unavailable.ts';
import { collectionModel } from './collection-model.ts';
import { inDatabase, isDuplicateKey } from './database-errors.ts';
import { absentOr, collectionSchema, moment, oneOf, orNull, text, whole } from './document-fields.ts';
import { type StoredDocument, schemaNumbers } from './schema-numbers.ts';
import { writtenInSpiteOfConflicts } from './write-conflicts.ts';

interface TokenDocument extends Omit<OperatorToken, 'tokenId'>, StoredDocument {
  /** The number of this revocation among all revocations, from 1. Earlier versions did not store it. */
  readonly revocation?: number;
}

const schema = collectionSchema<TokenDocument>('operator_tokens', {
  name: text,
  role: oneOf(...operatorRoles),
  tokenHash: text,
  createdAt: moment,
  createdBy: text,
  expiresAt: moment,
  lastUsedAt: orNull(moment),
  revokedAt: orNull(moment),
  revocation: absentOr(whole),
});
// This index prevents two instances from revoking two tokens at the same time. Otherwise, each could assume that the other
// token stays valid.
schema.index({ revocation: 1 }, { unique: true, partialFilterExpression: { revocation: { $exists: true } } });

/** How many times a revocation is decided again because another token was revoked meanwhile. */
const MAX_TRIES = 50;
const MAX_PAUSE_MS = 20;

export function operatorTokenModel(connection: Connection): Model<TokenDocument> {
  return collectionModel(connection, 'OperatorToken', schema);
}

export class MongoOperatorTokens implements OperatorTokens {
  readonly #model: Model<TokenDocument>;

  constructor(connection: Connection) {
    this.#model = operatorTokenModel(connection);
  }

  insert({ tokenId, ...token }: OperatorToken): Promise<void> {
    return inDatabase(async () => {
      await this.#model.insertOne({ _id: tokenId, schema: schemaNumbers.operator_tokens, ...token });
    });
  }

  find(tokenId: string): Promise<OperatorToken | undefined> {
    return inDatabase(async () => {
      const document = await this.#model.findById(tokenId).lean<TokenDocument>();
      return document === null ? undefined : toToken(document);
    });
  }

  async list(): Promise<readonly OperatorToken[]> {
    return (await this.#newestFirst()).map(toToken);
  }

  async revoke(tokenId: string, at: Date, mayRevoke: MayRevoke): Promise<OperatorToken | 'kept' | undefined> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const documents = await this.#newestFirst();
      const document = documents.find(({ _id }) => _id === tokenId);
      if (document === undefined) return undefined;
      if (document.revokedAt !== null) return toToken(document);
      if (!mayRevoke(documents.map(toToken))) return 'kept';
      const latest = Math.max(0, ...documents.map(({ revocation = 0 }) => revocation));
      if (await this.#revokeAsNext(tokenId, at, latest + 1)) return { ...toToken(document), revokedAt: at };
      await pause(Math.random() * MAX_PAUSE_MS);
    }
    throw new TemporarilyUnavailable('too many tokens are revoked at the same time');
  }

  async noteUse(tokenId: string, at: Date): Promise<void> {
    const isNewer = { $or: [{ lastUsedAt: null }, { lastUsedAt: trusted({ $lt: at }) }] };
    await inDatabase(() => this.#model.updateOne({ _id: tokenId, ...isNewer }, { $set: { lastUsedAt: at } }));
  }

  #newestFirst(): Promise<readonly TokenDocument[]> {
    return inDatabase(() => this.#model.find({}).sort({ createdAt: -1, _id: 1 }).lean<TokenDocument[]>());
  }

  /** Revokes the token with the given number. Returns false if another revocation has taken this number since the decision. */
  async #revokeAsNext(tokenId: string, revokedAt: Date, revocation: number): Promise<boolean> {
    try {
      const { matchedCount } = await inDatabase(() =>
        writtenInSpiteOfConflicts(() =>
          this.#model.updateOne({ _id: tokenId, revokedAt: null }, { $set: { revokedAt, revocation } }),
        ),
      );
      return matchedCount === 1;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
  }
}

function toToken({ _id, schema: _, revocation: _revocation, ...token }: TokenDocument): OperatorToken {
  return { tokenId: _id, ...token };
}
