import type { ChannelAccount } from '../domain/channel-account/channel-account.ts';
import type { PaymentChannel } from './payment-channel.ts';

/** Finds a channel by its ID. `Part` is the part of the `PaymentChannel` interface that the caller uses. */
export interface ChannelLookup<Part> {
  find(channelId: string): Promise<Part | undefined>;
}

/** The channels of this deployment. */
export interface PaymentChannels extends ChannelLookup<PaymentChannel> {
  all(): Promise<readonly PaymentChannel[]>;
  /**
   * Returns the channels for a merchant's payments, in the deployment's order of preference. These are the merchant's own
   * accounts and the deployment's accounts. A deployment's account is left out if the merchant has an account of the same type.
   */
  availableTo(merchantId: string): Promise<readonly PaymentChannel[]>;
  /** Whether one of the accounts for a merchant's payments cannot be used, for example because no key decrypts it. */
  hasUnusable(merchantId: string): Promise<boolean>;
  /**
   * Returns when the channel's account was added to the deployment; null if the channel needs no account. The time is in
   * business time, which differs from real time only in a sandbox whose clock a tester has moved forward.
   */
  addedAt(channelId: string): Promise<Date | null>;
  /**
   * Returns a channel that uses the given account, whose credentials may not be stored yet. Use this channel only to ask the
   * processor questions. Undefined if the account's credentials cannot be used.
   */
  openedWith(account: ChannelAccount): PaymentChannel | undefined;
  /**
   * Records that payments use a channel, so that its account can no longer be removed. Call this before a payment starts at the
   * channel. Then look the channel up again, because its credentials may just have been replaced by those of a different
   * account at the processor. Returns `gone` if the account was already removed.
   */
  noteUse(channelId: string): Promise<'noted' | 'gone'>;
}
