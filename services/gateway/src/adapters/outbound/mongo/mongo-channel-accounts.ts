import { type Connection, type Model, Schema } from 'mongoose';
import type { AccountCredentials, ChannelAccount } from '../../../domain/channel-account/channel-account.ts';
import type { ChannelAccounts } from '../../../ports/channel-accounts.ts';
import { inDatabase, isDuplicateKey } from './database-errors.ts';
import { nativeCollection } from './native-collection.ts';
import { type StoredDocument, schemaNumbers } from './schema-numbers.ts';
import type { SecretCipher } from './secret-cipher.ts';

interface AccountDocument extends Omit<ChannelAccount, 'channelId' | 'credentials'>, StoredDocument {
  /** The credentials' JSON, encrypted and bound to the account: in another document it does not decrypt. */
  readonly encryptedCredentials: string;
}

const schema = new Schema<AccountDocument>(
  {
    _id: { type: String, required: true },
    schema: { type: Number, required: true },
    channelType: { type: String, required: true },
    merchantId: { type: String, default: null },
    state: { type: String, required: true },
    encryptedCredentials: { type: String, required: true },
    createdAt: { type: Date, required: true },
    credentialsChangedAt: { type: Date, required: true },
    retiredAt: { type: Date, default: null },
    isUsed: { type: Boolean, required: true },
    hasOpened: { type: Boolean, required: true },
    revision: { type: Number, required: true },
  },
  { collection: 'channel_accounts', versionKey: false, strict: 'throw', suppressReservedKeysWarning: true },
);
schema.index({ merchantId: 1 });

export class MongoChannelAccounts implements ChannelAccounts {
  readonly #model: Model<AccountDocument>;
  readonly #cipher: SecretCipher;

  constructor(connection: Connection, cipher: SecretCipher) {
    this.#model = connection.model<AccountDocument>('ChannelAccount', schema);
    this.#cipher = cipher;
  }

  insert({ credentials, channelId, ...account }: ChannelAccount): Promise<'inserted' | 'exists'> {
    return inDatabase(async () => {
      if (credentials === null) throw new Error(`account ${channelId} has no credentials`);
      const encryptedCredentials = this.#encrypt(channelId, credentials);
      try {
        await nativeCollection(this.#model).insertOne({
          _id: channelId,
          schema: schemaNumbers.channel_accounts,
          ...account,
          encryptedCredentials,
        });
        return 'inserted';
      } catch (error) {
        if (isDuplicateKey(error)) return 'exists';
        throw error;
      }
    });
  }

  find(channelId: string): Promise<ChannelAccount | undefined> {
    return inDatabase(async () => {
      const document = await nativeCollection(this.#model).findOne({ _id: channelId });
      return document === null ? undefined : this.#toAccount(document);
    });
  }

  listFor(merchantId: string): Promise<readonly ChannelAccount[]> {
    return this.#list({ merchantId: { $in: [merchantId, null] } });
  }

  list(): Promise<readonly ChannelAccount[]> {
    return this.#list({});
  }

  save({
    channelId,
    credentials,
    isUsed,
    hasOpened,
    ...account
  }: ChannelAccount): Promise<'saved' | 'conflict'> {
    return inDatabase(async () => {
      const { matchedCount } = await nativeCollection(this.#model).updateOne(
        {
          _id: channelId,
          revision: account.revision - 1,
          ...(!isUsed && { isUsed: false }),
          ...(!hasOpened && { hasOpened: false }),
        },
        {
          $set: {
            ...account,
            ...(credentials !== null && { encryptedCredentials: this.#encrypt(channelId, credentials) }),
          },
        },
      );
      return matchedCount === 1 ? 'saved' : 'conflict';
    });
  }

  noteUse(channelId: string): Promise<'noted' | 'gone'> {
    return inDatabase(async () => {
      const { matchedCount } = await nativeCollection(this.#model).updateOne(
        { _id: channelId },
        { $set: { isUsed: true } },
      );
      return matchedCount === 1 ? 'noted' : 'gone';
    });
  }

  noteOpening({
    channelId,
    credentialsChangedAt,
  }: Pick<ChannelAccount, 'channelId' | 'credentialsChangedAt'>): Promise<'noted' | 'replaced'> {
    return inDatabase(async () => {
      const { matchedCount } = await nativeCollection(this.#model).updateOne(
        { _id: channelId, $or: [{ hasOpened: true }, { credentialsChangedAt }] },
        { $set: { hasOpened: true } },
      );
      return matchedCount === 1 ? 'noted' : 'replaced';
    });
  }

  remove({
    channelId,
    revision,
  }: Pick<ChannelAccount, 'channelId' | 'revision'>): Promise<'removed' | 'conflict'> {
    return inDatabase(async () => {
      const { deletedCount } = await nativeCollection(this.#model).deleteOne({
        _id: channelId,
        revision,
        isUsed: false,
      });
      return deletedCount === 1 ? 'removed' : 'conflict';
    });
  }

  #list(which: { readonly merchantId?: { readonly $in: (string | null)[] } }) {
    return inDatabase(async () => {
      const documents = await nativeCollection(this.#model).find(which).sort({ _id: 1 }).toArray();
      return documents.map((document) => this.#toAccount(document));
    });
  }

  #encrypt(channelId: string, credentials: AccountCredentials): string {
    return this.#cipher.encrypt(JSON.stringify(credentials), channelId);
  }

  #toAccount({ _id, schema: _, encryptedCredentials, ...account }: AccountDocument): ChannelAccount {
    const credentials = this.#decrypt(_id, encryptedCredentials);
    return { channelId: _id, ...account, credentials };
  }

  /**
   * Null for credentials that cannot be decrypted: they must not hide the other accounts. Whoever uses the
   * account reports it.
   */
  #decrypt(channelId: string, encrypted: string): AccountCredentials | null {
    try {
      return JSON.parse(this.#cipher.decrypt(encrypted, channelId)) as AccountCredentials;
    } catch {
      return null;
    }
  }
}
