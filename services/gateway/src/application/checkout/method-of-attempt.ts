import type { PaymentAttempt } from '../../domain/attempt/payment-attempt.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import type { ChannelCheckout, ChannelMethod } from '../../ports/payment-channel.ts';
import type { ChannelLookup } from '../../ports/payment-channels.ts';

/**
 * Returns the payment method of an attempt as its channel describes it. Undefined if the channel no longer has the method, or
 * cannot be used.
 */
export async function methodOfAttempt(
  channels: ChannelLookup<Pick<ChannelCheckout, 'methods'>>,
  order: PaymentOrder,
  attempt: PaymentAttempt,
): Promise<ChannelMethod | undefined> {
  const channel = await channels.find(attempt.channelId);
  const secondsLeftThen = (order.expiresAt.getTime() - attempt.openedAt.getTime()) / 1_000;
  return channel?.methods(order.amount, secondsLeftThen).find(({ code }) => code === attempt.methodCode);
}
