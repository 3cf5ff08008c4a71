import type { Money } from '@kassa/contracts';
import type { ChannelMethod, PaymentChannel } from '../../ports/payment-channel.ts';

export interface MethodOffer {
  readonly method: ChannelMethod;
  readonly channel: PaymentChannel;
}

/** Methods that can be offered for an amount, each with the first channel that serves it. */
export function offersOf(channels: readonly PaymentChannel[], amount: Money): readonly MethodOffer[] {
  const offers = new Map<string, MethodOffer>();
  for (const channel of channels) {
    for (const method of channel.methods(amount)) {
      if (!offers.has(method.code)) offers.set(method.code, { method, channel });
    }
  }
  return [...offers.values()];
}
