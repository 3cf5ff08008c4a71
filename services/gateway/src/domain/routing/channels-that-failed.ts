import type { PaymentOrder } from '../order/payment-order.ts';

/** The channels that did not take this order's latest attempt at them: others are asked before they are. */
export function channelsThatFailed({ attempts }: PaymentOrder): ReadonlySet<string> {
  const latest = new Map(attempts.map(({ channelId, channelFault }) => [channelId, channelFault]));
  return new Set([...latest].filter(([, fault]) => fault !== null).map(([channelId]) => channelId));
}
