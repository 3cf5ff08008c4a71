import type { ChannelAccount } from '../domain/channel-account/channel-account.ts';

/** The accounts at processors. Their credentials are stored encrypted, so that whoever can read the store cannot use them. */
export interface ChannelAccounts {
  insert(account: ChannelAccount): Promise<'inserted' | 'exists'>;
  find(channelId: string): Promise<ChannelAccount | undefined>;
  /** The accounts that a merchant can use: the merchant's own and the deployment's, sorted by ID. */
  listFor(merchantId: string): Promise<readonly ChannelAccount[]>;
  /** All accounts, sorted by ID. */
  list(): Promise<readonly ChannelAccount[]>;
  /**
   * Replaces an account, including its credentials. Returns `conflict` if the stored account has changed since the given one
   * was read, or if `isUsed` or `hasOpened` was set since, because the rules for changes depend on both. If the given account
   * has no readable credentials, the stored ones stay.
   */
  save(account: ChannelAccount): Promise<'saved' | 'conflict'>;
  /** Records that an account is in use, before its first payment starts. Returns `gone` if the account was already removed. */
  noteUse(channelId: string): Promise<'noted' | 'gone'>;
  /**
   * Records that a payment was opened at an account, before the consumer gets a way to pay. Returns `replaced` if the
   * credentials that opened the payment have been replaced and no earlier payment was recorded. The new credentials may then
   * belong to another account, where the payment does not exist.
   */
  noteOpening(
    account: Pick<ChannelAccount, 'channelId' | 'credentialsChangedAt'>,
  ): Promise<'noted' | 'replaced'>;
  /** Removes an account, unless it has changed since it was read or was ever used for a payment. */
  remove(account: Pick<ChannelAccount, 'channelId' | 'revision'>): Promise<'removed' | 'conflict'>;
}
