import type { ChannelAccount } from '../domain/channel-account/channel-account.ts';
import type { PaymentChannel } from './payment-channel.ts';

/** Finds channels for a caller that needs only a part of a channel's interface. */
export interface ChannelLookup<Part> {
  find(channelId: string): Promise<Part | undefined>;
}

/** The channels of this deployment. */
export interface PaymentChannels extends ChannelLookup<PaymentChannel> {
  all(): Promise<readonly PaymentChannel[]>;
  /**
   * The channels for a merchant's payments, in the deployment's order of preference: the merchant's own accounts,
   * and the deployment's account of each type that the merchant lacks.
   */
  availableTo(merchantId: string): Promise<readonly PaymentChannel[]>;
  /** When a channel's account was added to the deployment, in business time; null for a channel without an account. */
  addedAt(channelId: string): Promise<Date | null>;
  /**
   * Opens a channel with an account that need not be stored in this form, only to ask questions. Undefined if
   * that account cannot be opened.
   */
  openedWith(account: ChannelAccount): PaymentChannel | undefined;
  /**
   * Call this before a payment starts at a channel. From then on, the channel's account cannot be removed; `gone`
   * if it was already removed. Afterwards, find the channel again, because its credentials may have been replaced
   * by another account's until then.
   */
  noteUse(channelId: string): Promise<'noted' | 'gone'>;
}
