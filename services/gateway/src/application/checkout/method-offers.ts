import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import type { ChannelMethod, PaymentChannel } from '../../ports/payment-channel.ts';

export interface MethodOffer {
  readonly method: ChannelMethod;
  readonly channel: PaymentChannel;
}

/** Methods that can be offered for an order now, each with the first channel that serves it. */
export function offersOf(
  channels: readonly PaymentChannel[],
  { amount, expiresAt }: Pick<PaymentOrder, 'amount' | 'expiresAt'>,
  now: Date,
): readonly MethodOffer[] {
  const secondsLeft = (expiresAt.getTime() - now.getTime()) / 1_000;
  const offers = new Map<string, MethodOffer>();
  for (const channel of channels) {
    for (const method of channel.methods(amount, secondsLeft)) {
      if (!offers.has(method.code)) offers.set(method.code, { method, channel });
    }
  }
  return [...offers.values()];
}
