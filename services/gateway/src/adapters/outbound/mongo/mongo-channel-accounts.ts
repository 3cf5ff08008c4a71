import { channelAccountStates } from '@kassa/contracts';
import { type Connection, type Model, type QueryFilter, trusted } from 'mongoose';
import type { AccountCredentials, ChannelAccount } from '../../../domain/channel-account/channel-account.ts';
import type { ChannelAccounts } from '../../../ports/channel-accounts.ts';
import { collectionModel } from './collection-model.ts';
import { inDatabase, isDuplicateKey } from './database-errors.ts';
import {
  absentOr,
  anything,
  collectionSchema,
  moment,
  oneOf,
  orNull,
  text,
  whole,
  yesOrNo,
} from './document-fields.ts';
import { type StoredDocument, schemaNumbers } from './schema-numbers.ts';
import type { SecretCipher } from './secret-cipher.ts';

interface AccountDocument extends Omit<ChannelAccount, 'channelId' | 'credentials'>, StoredDocument {
  /**
   * The account's credentials as encrypted JSON. They can be decrypted only in the document of this account, because the
   * encryption is bound to its ID.
   */
  readonly encryptedCredentials: string;
}

const schema = collectionSchema<AccountDocument>('channel_accounts', {
  channelType: text,
  merchantId: orNull(text),
  state: oneOf(...channelAccountStates),
  encryptedCredentials: text,
  accountNames: absentOr(anything<AccountCredentials['members']>()),
  createdAt: moment,
  credentialsChangedAt: moment,
  retiredAt: orNull(moment),
  isUsed: yesOrNo,
  hasOpened: yesOrNo,
  revision: whole,
});
schema.index({ merchantId: 1 });

export function accountModel(connection: Connection): Model<AccountDocument> {
  return collectionModel(connection, 'ChannelAccount', schema);
}

export class MongoChannelAccounts implements ChannelAccounts {
  readonly #model: Model<AccountDocument>;
  readonly #cipher: SecretCipher;

  constructor(connection: Connection, cipher: SecretCipher) {
    this.#model = accountModel(connection);
    this.#cipher = cipher;
  }

  insert({ credentials, channelId, ...account }: ChannelAccount): Promise<'inserted' | 'exists'> {
    return inDatabase(async () => {
      if (credentials === null) throw new Error(`account ${channelId} has no credentials`);
      const encryptedCredentials = this.#encrypt(channelId, credentials);
      try {
        await this.#model.insertOne({
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
      const document = await this.#model.findById(channelId).lean<AccountDocument>();
      return document === null ? undefined : this.#toAccount(document);
    });
  }

  listFor(merchantId: string): Promise<readonly ChannelAccount[]> {
    return this.#list({ merchantId: trusted({ $in: [merchantId, null] }) });
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
      const { matchedCount } = await this.#model.updateOne(
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
      const { matchedCount } = await this.#model.updateOne({ _id: channelId }, { $set: { isUsed: true } });
      return matchedCount === 1 ? 'noted' : 'gone';
    });
  }

  noteOpening({
    channelId,
    credentialsChangedAt,
  }: Pick<ChannelAccount, 'channelId' | 'credentialsChangedAt'>): Promise<'noted' | 'replaced'> {
    return inDatabase(async () => {
      const { matchedCount } = await this.#model.updateOne(
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
      const { deletedCount } = await this.#model.deleteOne({
        _id: channelId,
        revision,
        isUsed: false,
      });
      return deletedCount === 1 ? 'removed' : 'conflict';
    });
  }

  #list(which: QueryFilter<AccountDocument>) {
    return inDatabase(async () => {
      const documents = await this.#model.find(which).sort({ _id: 1 }).lean<AccountDocument[]>();
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
   * Decrypts an account's credentials. Returns null if they cannot be decrypted, so that one damaged account does not
   * hide the others. A caller that needs the account reports the fault.
   */
  #decrypt(channelId: string, encrypted: string): AccountCredentials | null {
    try {
      return JSON.parse(this.#cipher.decrypt(encrypted, channelId)) as AccountCredentials;
    } catch {
      return null;
    }
  }
}
