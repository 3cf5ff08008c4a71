import { createPublicKey } from 'node:crypto';
import { merchantStates } from '@kassa/contracts';
import { type Connection, type Model, trusted } from 'mongoose';
import type { Branding } from '../../../domain/merchant/branding.ts';
import type { Merchant } from '../../../domain/merchant/merchant.ts';
import type { MerchantPublicKey } from '../../../domain/merchant/merchant-public-key.ts';
import type { WebhookEndpoint } from '../../../domain/merchant/webhook-endpoint.ts';
import type { Route } from '../../../domain/routing/route.ts';
import type { ListedMerchant, MerchantRepository } from '../../../ports/merchant-repository.ts';
import { collectionModel } from './collection-model.ts';
import { inDatabase, isDuplicateKey } from './database-errors.ts';
import {
  collectionSchema,
  listOf,
  moment,
  oneOf,
  orNull,
  part,
  text,
  whole,
  yesOrNo,
} from './document-fields.ts';
import { GroupCommit } from './group-commit.ts';
import { InTurn } from './in-turn.ts';
import { type StoredDocument, schemaNumbers } from './schema-numbers.ts';
import type { SecretCipher } from './secret-cipher.ts';
import { writtenInSpiteOfConflicts } from './write-conflicts.ts';

interface MerchantDocument extends Omit<Merchant, 'merchantId' | 'keys' | 'webhook'>, StoredDocument {
  readonly keys: readonly KeyDocument[];
  readonly webhook: WebhookDocument;
}

interface WebhookDocument extends Omit<WebhookEndpoint, 'secrets'> {
  readonly encryptedSecrets: readonly string[];
}

interface KeyDocument extends Omit<MerchantPublicKey, 'key'> {
  readonly spkiBase64: string;
}

const schema = collectionSchema<MerchantDocument>('merchants', {
  name: text,
  state: oneOf(...merchantStates),
  keys: listOf(
    part<KeyDocument>({
      keyId: text,
      fingerprint: text,
      createdAt: moment,
      revokedAt: orNull(moment),
      spkiBase64: text,
    }),
  ),
  webhook: part<WebhookDocument>({
    url: text,
    encryptedSecrets: listOf(text),
    previousSecretEndsAt: orNull(moment),
    isSwitchedOff: yesOrNo,
  }),
  ipAllowList: listOf(text),
  orderValiditySeconds: whole,
  mayTakeCardNumbers: yesOrNo,
  allowedOrigins: listOf(text),
  branding: part<Branding>({ accentColor: orNull(text), logoHash: orNull(text) }),
  routes: listOf(
    part<Route>({
      channel: text,
      methods: orNull(listOf(text)),
      currencies: orNull(listOf(text)),
      minAmount: orNull(text),
      maxAmount: orNull(text),
    }),
  ),
  methodOrder: listOf(text),
  createdAt: moment,
  revision: whole,
});
schema.index({ 'keys.fingerprint': 1 }, { unique: true });
schema.index(
  { _id: 1, 'webhook.isSwitchedOff': 1 },
  { partialFilterExpression: { 'webhook.isSwitchedOff': true } },
);

export function merchantModel(connection: Connection): Model<MerchantDocument> {
  return collectionModel(connection, 'Merchant', schema);
}

export class MongoMerchantRepository implements MerchantRepository {
  readonly #model: Model<MerchantDocument>;
  readonly #cipher: SecretCipher;
  readonly #inTurn = new InTurn();
  readonly #group: GroupCommit<MerchantDocument>;

  constructor(connection: Connection, cipher: SecretCipher) {
    this.#model = merchantModel(connection);
    this.#cipher = cipher;
    this.#group = new GroupCommit(this.#model);
  }

  insert(merchant: Merchant): Promise<'inserted' | 'duplicate_key'> {
    return this.#writeKeys(async () => {
      await this.#model.insertOne(this.#toDocument(merchant));
      return 'inserted' as const;
    });
  }

  findLatest(merchantId: string): Promise<Merchant | undefined> {
    return this.find(merchantId);
  }

  find(merchantId: string): Promise<Merchant | undefined> {
    return this.#group
      .find(merchantId)
      .then((document) => (document === undefined ? undefined : this.#toMerchant(document)));
  }

  list(after: string | null, limit: number): Promise<readonly ListedMerchant[]> {
    return inDatabase(async () => {
      const merchants = await this.#model
        .find(after === null ? {} : { _id: trusted({ $gt: after }) }, { name: 1, state: 1, createdAt: 1 })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<MerchantDocument[]>();
      return merchants.map(({ _id, name, state, createdAt }) => ({
        merchantId: _id,
        name,
        state,
        createdAt,
      }));
    });
  }

  save(merchant: Merchant): Promise<'saved' | 'conflict' | 'duplicate_key'> {
    const document = this.#toDocument(merchant);
    return this.#writeKeys(async () => {
      const { matchedCount } = await this.#model.replaceOne(
        { _id: merchant.merchantId, revision: merchant.revision - 1 },
        document,
      );
      return matchedCount === 1 ? 'saved' : 'conflict';
    });
  }

  /**
   * Makes a write that changes the index on public keys. Concurrent writes of one key can deadlock in that index, so repeat the
   * write after a conflict. The writes of this instance run one after the other: on DocumentDB, ten simultaneous inserts of one
   * key can deadlock again and again for minutes.
   */
  #writeKeys<Outcome>(write: () => Promise<Outcome>): Promise<Outcome | 'duplicate_key'> {
    return this.#inTurn.run(() =>
      inDatabase(async () => {
        try {
          return await writtenInSpiteOfConflicts(write);
        } catch (error) {
          if (isDuplicateKey(error)) return 'duplicate_key';
          throw error;
        }
      }),
    );
  }

  switchWebhookOff(merchantId: string, url: string): Promise<void> {
    return inDatabase(async () => {
      await this.#model.updateOne(
        { _id: merchantId, 'webhook.url': url },
        { $set: { 'webhook.isSwitchedOff': true }, $inc: { revision: 1 } },
      );
    });
  }

  listSwitchedOff(limit: number): Promise<readonly string[]> {
    return inDatabase(async () => {
      const merchants = await this.#model
        .find({ 'webhook.isSwitchedOff': true }, { _id: 1 })
        .sort({ _id: 1 })
        .limit(limit)
        .lean();
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
    { encryptedSecrets, url, previousSecretEndsAt, isSwitchedOff }: WebhookDocument,
  ): WebhookEndpoint {
    const [current, previous] = encryptedSecrets.map((secret) => this.#cipher.decrypt(secret, merchantId));
    if (current === undefined) throw new Error(`merchant ${merchantId} has no webhook secret`);
    const secrets: WebhookEndpoint['secrets'] = previous === undefined ? [current] : [current, previous];
    return { url, secrets, previousSecretEndsAt, isSwitchedOff };
  }
}
