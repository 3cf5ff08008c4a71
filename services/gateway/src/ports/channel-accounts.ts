import type { ChannelAccount } from '../domain/channel-account/channel-account.ts';

/** Accounts at processors. Their credentials are stored encrypted, so that access to the store alone reveals none. */
export interface ChannelAccounts {
  insert(account: ChannelAccount): Promise<'inserted' | 'exists'>;
  find(channelId: string): Promise<ChannelAccount | undefined>;
  /** A merchant's own accounts and the deployment's, sorted by ID. */
  listFor(merchantId: string): Promise<readonly ChannelAccount[]>;
  /** All accounts, sorted by ID. */
  list(): Promise<readonly ChannelAccount[]>;
  /**
   * Replaces an account, including its credentials, if its stored revision is the previous one and neither
   * `isUsed` nor `hasOpened` was set since the account was read: the rules for changes depend on both. If the
   * given account has no readable credentials, the stored ones stay.
   */
  save(account: ChannelAccount): Promise<'saved' | 'conflict'>;
  /**
   * Records, before the first payment starts there, that the account is in use; `gone` if the account was already
   * removed.
   */
  noteUse(channelId: string): Promise<'noted' | 'gone'>;
  /**
   * Records that a payment was opened at the account, before the consumer gets a way to pay. Returns `replaced`
   * if the credentials that opened the payment were replaced before any opening was recorded, because the new
   * ones may belong to another account.
   */
  noteOpening(
    account: Pick<ChannelAccount, 'channelId' | 'credentialsChangedAt'>,
  ): Promise<'noted' | 'replaced'>;
  /** Removes an account if it is unchanged and was never used. */
  remove(account: Pick<ChannelAccount, 'channelId' | 'revision'>): Promise<'removed' | 'conflict'>;
}
