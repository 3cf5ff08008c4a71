import { operatorRoles } from '@kassa/contracts';
import { type Connection, type Model, trusted } from 'mongoose';
import type { OperatorToken } from '../../../domain/operator/operator-token.ts';
import type { OperatorTokens } from '../../../ports/operator-tokens.ts';
import { collectionModel } from './collection-model.ts';
import { inDatabase } from './database-errors.ts';
import { collectionSchema, moment, oneOf, orNull, text } from './document-fields.ts';
import { type StoredDocument, schemaNumbers } from './schema-numbers.ts';

interface TokenDocument extends Omit<OperatorToken, 'tokenId'>, StoredDocument {}

const schema = collectionSchema<TokenDocument>('operator_tokens', {
  name: text,
  role: oneOf(...operatorRoles),
  tokenHash: text,
  createdAt: moment,
  createdBy: text,
  expiresAt: moment,
  lastUsedAt: orNull(moment),
  revokedAt: orNull(moment),
});

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

  list(): Promise<readonly OperatorToken[]> {
    return inDatabase(async () => {
      const documents = await this.#model.find({}).sort({ createdAt: -1, _id: 1 }).lean<TokenDocument[]>();
      return documents.map(toToken);
    });
  }

  async revoke(tokenId: string, at: Date): Promise<OperatorToken | undefined> {
    await inDatabase(() =>
      this.#model.updateOne({ _id: tokenId, revokedAt: null }, { $set: { revokedAt: at } }),
    );
    return this.find(tokenId);
  }

  async noteUse(tokenId: string, at: Date): Promise<void> {
    const isNewer = { $or: [{ lastUsedAt: null }, { lastUsedAt: trusted({ $lt: at }) }] };
    await inDatabase(() => this.#model.updateOne({ _id: tokenId, ...isNewer }, { $set: { lastUsedAt: at } }));
  }
}

function toToken({ _id, schema: _, ...token }: TokenDocument): OperatorToken {
  return { tokenId: _id, ...token };
}
