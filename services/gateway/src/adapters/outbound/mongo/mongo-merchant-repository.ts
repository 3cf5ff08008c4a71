import { createPublicKey } from 'node:crypto';
import { type Connection, type Model, Schema } from 'mongoose';
import type { Merchant } from '../../../domain/merchant/merchant.ts';
import type { MerchantPublicKey } from '../../../domain/merchant/merchant-public-key.ts';
import type { WebhookEndpoint } from '../../../domain/merchant/webhook-endpoint.ts';
import type { ListedMerchant, MerchantRepository } from '../../../ports/merchant-repository.ts';
import { inDatabase, isDuplicateKey } from './database-errors.ts';
import { nativeCollection } from './native-collection.ts';
import { type StoredDocument, schemaNumbers } from './schema-numbers.ts';
import type { SecretCipher } from './secret-cipher.ts';
import { writtenInSpiteOfConflicts } from './write-conflicts.ts';

interface MerchantDocument extends Omit<Merchant, 'merchantId' | 'keys' | 'webhook'>, StoredDocument {
  readonly keys: readonly KeyDocument[];
  readonly webhook: {
    readonly url: string;
    readonly encryptedSecrets: readonly string[];
    readonly previousSecretEndsAt: Date | null;
    readonly isSwitchedOff: boolean;
  };
}

interface KeyDocument extends Omit<MerchantPublicKey, 'key'> {
  readonly spkiBase64: string;
}

const schema = new Schema<MerchantDocument>(
  {
    _id: { type: String, required: true },
    schema: { type: Number, required: true },
    name: { type: String, required: true },
    state: { type: String, required: true },
    keys: { type: [Schema.Types.Mixed], required: true },
    webhook: { type: Schema.Types.Mixed, required: true },
    ipAllowList: { type: [String], required: true },
    orderValiditySeconds: { type: Number, required: true },
    mayTakeCardNumbers: { type: Boolean, required: true },
    allowedOrigins: { type: [String], required: true },
    branding: { type: Schema.Types.Mixed, required: true },
    routes: { type: [Schema.Types.Mixed], required: true },
    methodOrder: { type: [String], required: true },
    createdAt: { type: Date, required: true },
    revision: { type: Number, required: true },
  },
  { collection: 'merchants', versionKey: false, strict: 'throw', suppressReservedKeysWarning: true },
);
schema.index({ 'keys.fingerprint': 1 }, { unique: true });
schema.index(
  { _id: 1, 'webhook.isSwitchedOff': 1 },
  { partialFilterExpression: { 'webhook.isSwitchedOff': true } },
);

export class MongoMerchantRepository implements MerchantRepository {
  readonly #model: Model<MerchantDocument>;
  readonly #cipher: SecretCipher;

  constructor(connection: Connection, cipher: SecretCipher) {
    this.#model = connection.model<MerchantDocument>('Merchant', schema);
    this.#cipher = cipher;
  }

  insert(merchant: Merchant): Promise<'inserted' | 'duplicate_key'> {
    return inDatabase(async () => {
      try {
        // Two merchants with the same keys can lock each other out of the index on keys.
        await writtenInSpiteOfConflicts(() =>
          nativeCollection(this.#model).insertOne(this.#toDocument(merchant)),
        );
        return 'inserted';
      } catch (error) {
        if (isDuplicateKey(error)) return 'duplicate_key';
        throw error;
      }
    });
  }

  findLatest(merchantId: string): Promise<Merchant | undefined> {
    return this.find(merchantId);
  }

  find(merchantId: string): Promise<Merchant | undefined> {
    return inDatabase(async () => {
      const document = await this.#model.findById(merchantId).lean<MerchantDocument>();
      return document === null ? undefined : this.#toMerchant(document);
    });
  }

  list(after: string | null, limit: number): Promise<readonly ListedMerchant[]> {
    return inDatabase(async () => {
      const merchants = await nativeCollection(this.#model)
        .find(after === null ? {} : { _id: { $gt: after } }, {
          projection: { name: 1, state: 1, createdAt: 1 },
        })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      return merchants.map(({ _id, name, state, createdAt }) => ({
        merchantId: _id,
        name,
        state,
        createdAt,
      }));
    });
  }

  save(merchant: Merchant): Promise<'saved' | 'conflict' | 'duplicate_key'> {
    return inDatabase(async () => {
      const { _id, ...document } = this.#toDocument(merchant);
      try {
        // As with inserts, two writes can conflict in the index on keys.
        const { matchedCount } = await writtenInSpiteOfConflicts(() =>
          nativeCollection(this.#model).replaceOne({ _id, revision: merchant.revision - 1 }, document),
        );
        return matchedCount === 1 ? 'saved' : 'conflict';
      } catch (error) {
        if (isDuplicateKey(error)) return 'duplicate_key';
        throw error;
      }
    });
  }

  switchWebhookOff(merchantId: string, url: string): Promise<void> {
    return inDatabase(async () => {
      await nativeCollection(this.#model).updateOne(
        { _id: merchantId, 'webhook.url': url },
        { $set: { 'webhook.isSwitchedOff': true }, $inc: { revision: 1 } },
      );
    });
  }

  listSwitchedOff(limit: number): Promise<readonly string[]> {
    return inDatabase(async () => {
      const merchants = await nativeCollection(this.#model)
        .find({ 'webhook.isSwitchedOff': true }, { projection: { _id: 1 } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      return merchants.map(({ _id }) => _id);
    });
  }

  #toDocument({ merchantId, keys, webhook, ...merchant }: Merchant): MerchantDocument {
    return {
      _id: merchantId,
      schema: schemaNumbers.merchants,
      ...merchant,
      keys: keys.map(({ key, ...rest }) => ({
        ...rest,
        spkiBase64: key.export({ type: 'spki', format: 'der' }).toString('base64'),
      })),
      webhook: this.#toWebhookDocument(merchantId, webhook),
    };
  }

  #toWebhookDocument(merchantId: string, { secrets, ...webhook }: WebhookEndpoint) {
    const encryptedSecrets = secrets
      .filter((secret) => secret !== undefined)
      .map((secret) => this.#cipher.encrypt(secret, merchantId));
    return { ...webhook, encryptedSecrets };
  }

  #toMerchant({ _id, schema: _, keys, webhook, ...merchant }: MerchantDocument): Merchant {
    return {
      merchantId: _id,
      ...merchant,
      keys: keys.map(({ spkiBase64, ...key }) => ({
        ...key,
        key: createPublicKey({ key: Buffer.from(spkiBase64, 'base64'), format: 'der', type: 'spki' }),
      })),
      webhook: this.#toWebhook(_id, webhook),
    };
  }

  #toWebhook(
    merchantId: string,
    { encryptedSecrets, url, previousSecretEndsAt, isSwitchedOff }: MerchantDocument['webhook'],
  ): WebhookEndpoint {
    const [current, previous] = encryptedSecrets.map((secret) => this.#cipher.decrypt(secret, merchantId));
    if (current === undefined) throw new Error(`merchant ${merchantId} has no webhook secret`);
    const secrets: WebhookEndpoint['secrets'] = previous === undefined ? [current] : [current, previous];
    return { url, secrets, previousSecretEndsAt, isSwitchedOff };
  }
}
