import type { ChannelAccount } from '../domain/channel-account/channel-account.ts';
import type { PaymentChannel } from './payment-channel.ts';

/** The channels of this deployment. */
export interface PaymentChannels {
  all(): Promise<readonly PaymentChannel[]>;
  find(channelId: string): Promise<PaymentChannel | undefined>;
  /**
   * Those that a merchant's payments can go through, in the deployment's order of preference: its own accounts, and
   * the deployment's of each type of which it has none.
   */
  availableTo(merchantId: string): Promise<readonly PaymentChannel[]>;
  /** When a channel's account was added to the deployment, in business time; null for a channel without one. */
  addedAt(channelId: string): Promise<Date | null>;
  /**
   * The channel as it would be with an account that need not be stored so; undefined where that cannot be opened. For
   * asking only.
   */
  openedWith(account: ChannelAccount): PaymentChannel | undefined;
  /**
   * To be called before a payment is begun at a channel: its account stays from then on, unless it is gone already.
   * The channel is found anew afterwards: its credentials may have been replaced by those of another account until then.
   */
  noteUse(channelId: string): Promise<'noted' | 'gone'>;
}
