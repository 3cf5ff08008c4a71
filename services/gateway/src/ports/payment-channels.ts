import type { ChannelAccount } from '../domain/channel-account/channel-account.ts';
import type { PaymentChannel } from './payment-channel.ts';

/** Finds channels for a caller that uses only a part of the `PaymentChannel` interface. */
export interface ChannelLookup<Part> {
  find(channelId: string): Promise<Part | undefined>;
}

/** The channels of this deployment. */
export interface PaymentChannels extends ChannelLookup<PaymentChannel> {
  all(): Promise<readonly PaymentChannel[]>;
  /**
   * The channels for a merchant's payments, in the deployment's order of preference. These are the merchant's own accounts, and
   * the deployment's accounts of those types of which the merchant has no account.
   */
  availableTo(merchantId: string): Promise<readonly PaymentChannel[]>;
  /** When the channel's account was added to the deployment, in business time; null if the channel needs no account. */
  addedAt(channelId: string): Promise<Date | null>;
  /**
   * Returns a channel that uses the given account, which may differ from the stored account. Use it only to ask questions.
   * Undefined if the account's credentials cannot be used.
   */
  openedWith(account: ChannelAccount): PaymentChannel | undefined;
  /**
   * Records that a channel is in use; call this before a payment starts there. From then on, the channel's account cannot be
   * removed. Returns `gone` if it was already removed.
   * Find the channel again after this call, because its credentials may have been replaced by those of another account before.
   */
  noteUse(channelId: string): Promise<'noted' | 'gone'>;
}
