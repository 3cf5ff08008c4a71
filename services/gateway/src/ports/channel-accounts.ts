import type { ChannelAccount } from '../domain/channel-account/channel-account.ts';

/** Accounts at processors. Their credentials are kept so that whoever reads the store alone learns none. */
export interface ChannelAccounts {
  insert(account: ChannelAccount): Promise<'inserted' | 'exists'>;
  find(channelId: string): Promise<ChannelAccount | undefined>;
  /** A merchant's own accounts and the deployment's, by their IDs. */
  listFor(merchantId: string): Promise<readonly ChannelAccount[]>;
  /** All of them, by their IDs. */
  list(): Promise<readonly ChannelAccount[]>;
  /**
   * Replaces an account, credentials included, if its stored revision is the one before this one and it has neither come
   * into use nor opened its first payment since it was read: what may be changed depends on that. Without readable credentials, those that are stored
   * stay as they are.
   */
  save(account: ChannelAccount): Promise<'saved' | 'conflict'>;
  /** Notes that payments are sent there, before the first of them is begun; `gone` if it was removed before. */
  noteUse(channelId: string): Promise<'noted' | 'gone'>;
  /**
   * Notes that a payment was opened at the account, before the consumer is given a way to pay it. Answers `replaced` when
   * the credentials that opened it were replaced before any opening was noted: the new ones may be of another account.
   */
  noteOpening(
    account: Pick<ChannelAccount, 'channelId' | 'credentialsChangedAt'>,
  ): Promise<'noted' | 'replaced'>;
  /** Removes an account if it is still what it was, and was never used. */
  remove(account: Pick<ChannelAccount, 'channelId' | 'revision'>): Promise<'removed' | 'conflict'>;
}
