import type { Money } from '@kassa/contracts';
import type { ChannelMethod, PaymentChannel } from './payment-channel.ts';

/** The channels of this deployment. */
export interface PaymentChannels {
  all(): readonly PaymentChannel[];
  find(channelType: string): PaymentChannel | undefined;
  /** Methods that can be offered for an amount, each with the channel that serves it. */
  offers(amount: Money): readonly MethodOffer[];
}

export interface MethodOffer {
  readonly method: ChannelMethod;
  readonly channel: PaymentChannel;
}
