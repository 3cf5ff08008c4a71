import type { ChannelAccount } from '../domain/channel-account/channel-account.ts';

/**
 * The stored accounts at processors. Their credentials are encrypted, so that somebody who can read the database cannot use
 * them.
 */
export interface ChannelAccounts {
  insert(account: ChannelAccount): Promise<'inserted' | 'exists'>;
  find(channelId: string): Promise<ChannelAccount | undefined>;
  /** Returns the accounts that a merchant can use, sorted by ID: the merchant's own and the deployment's. */
  listFor(merchantId: string): Promise<readonly ChannelAccount[]>;
  /** All accounts, sorted by ID. */
  list(): Promise<readonly ChannelAccount[]>;
  /**
   * Replaces an account, including its credentials. If the given account has no readable credentials, the stored ones stay.
   * Returns `conflict` if any member of the stored account, including `isUsed` and `hasOpened`, has changed since the given one
   * was read.
   */
  save(account: ChannelAccount): Promise<'saved' | 'conflict'>;
  /**
   * Records that payments use an account. It is called before the account's first payment starts. Returns `gone` if the account
   * was already removed.
   */
  noteUse(channelId: string): Promise<'noted' | 'gone'>;
  /**
   * Records that a payment was opened at an account. It is called before the consumer can pay. Returns `replaced` if somebody
   * replaced the account's credentials while its first payment was being opened. The new credentials may belong to another
   * account at the processor, and the payment does not exist in that account.
   */
  noteOpening(
    account: Pick<ChannelAccount, 'channelId' | 'credentialsChangedAt'>,
  ): Promise<'noted' | 'replaced'>;
  /** Removes an account. Returns `conflict` if the account has changed since it was read, or was ever used for a payment. */
  remove(account: Pick<ChannelAccount, 'channelId' | 'revision'>): Promise<'removed' | 'conflict'>;
}
