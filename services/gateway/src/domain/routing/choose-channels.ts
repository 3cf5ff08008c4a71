import type { Money } from '@kassa/contracts';
import type { PaymentOrder } from '../order/payment-order.ts';
import {
  type AttemptRoute,
  MAX_PASSED_OVER,
  type PassedOver,
  type PassedOverReason,
  type RouteReason,
} from './attempt-route.ts';
import { judgeRoute, type Route } from './route.ts';

/** A channel that can serve payments of a merchant, with what it offers and whether it takes payments now. */
export interface RoutableChannel {
  readonly channelId: string;
  readonly channelType: string;
  /** Codes of the payment methods that the channel offers for the payment's amount. */
  readonly methods: readonly string[];
  /**
   * Whether a payment may be opened at the channel now: the channel takes new payments, or the next payment may test whether a
   * failing channel works again.
   */
  readonly isOpenable: boolean;
}

export interface Candidate {
  readonly channelId: string;
  readonly isOpenable: boolean;
  /** Whether an earlier attempt of this order failed because of the channel rather than the card or the consumer. */
  readonly hasFailedBefore: boolean;
}

/** The channels to which an order's payment with one method can go. */
export interface MethodChoice {
  readonly methodCode: string;
  /** The channels that serve the method, the most preferred first, whether or not they take payments now. Never empty. */
  readonly candidates: readonly Candidate[];
  /** The merchant's other channels, with the reason why payments with this method do not go there. */
  readonly notRouted: readonly PassedOver[];
}

/**
 * Chooses the channels that can serve a payment, for each payment method, the most preferred first. The methods that the
 * merchant has sorted come first, in the merchant's order. The others follow, in the order in which the channels offer them.
 *
 * @param channels the channels available to the merchant, in the deployment's order of preference
 * @param routes the merchant's or the deployment's routes, the preferred one first; without routes, every channel serves what
 * it offers
 * @param failedBefore IDs of channels that have failed for this order; they are asked last
 */
export function chooseChannels({
  channels,
  routes,
  amount,
  methodOrder,
  failedBefore,
}: {
  readonly channels: readonly RoutableChannel[];
  readonly routes: readonly Route[];
  readonly amount: Money;
  readonly methodOrder: readonly string[];
  readonly failedBefore: ReadonlySet<string>;
}): readonly MethodChoice[] {
  const offered = new Set(channels.flatMap(({ methods }) => methods));
  const inOrder = [...methodOrder.filter((code) => offered.has(code)), ...offered];
  return [...new Set(inOrder)].flatMap((methodCode) => {
    const routed = routedChannels(channels, routes, methodCode, amount);
    const serving = routed.filter(({ methods }) => methods.includes(methodCode));
    if (serving.length === 0) return [];
    return [
      {
        methodCode,
        candidates: serving.map(({ channelId, isOpenable }) => ({
          channelId,
          isOpenable,
          hasFailedBefore: failedBefore.has(channelId),
        })),
        notRouted: channels
          .filter((channel) => !serving.includes(channel))
          .map((channel) => ({
            channelId: channel.channelId,
            reason: routed.includes(channel)
              ? 'not_offered'
              : whyNotRouted(channel, routes, methodCode, amount),
          })),
      },
    ];
  });
}

/**
 * Returns the channels to which routes lead, in the order of the routes. A channel is included even if it does not offer the
 * payment method.
 */
function routedChannels(
  channels: readonly RoutableChannel[],
  routes: readonly Route[],
  methodCode: string,
  amount: Money,
): readonly RoutableChannel[] {
  if (routes.length === 0) return channels;
  const routed = routes.flatMap((route) =>
    channels.filter((channel) => judgeRoute(route, channel, methodCode, amount) === 'serves'),
  );
  return [...new Set(routed)];
}

/**
 * Returns why no route leads the payment to the channel. If several routes name the channel, the reason comes from the route
 * whose conditions the payment nearly met.
 */
function whyNotRouted(
  channel: RoutableChannel,
  routes: readonly Route[],
  methodCode: string,
  amount: Money,
): PassedOverReason {
  const verdicts = routes.map((route) => judgeRoute(route, channel, methodCode, amount));
  const closest = (['other_amount', 'other_currency', 'other_method'] as const).find((verdict) =>
    verdicts.includes(verdict),
  );
  return closest ?? 'no_route';
}

/**
 * A channel that did not open the payment when the gateway asked it. The gateway then asks another channel within the same call
 * of the consumer's page.
 */
export interface FailedCandidate extends PassedOver {
  readonly reason: 'unavailable' | 'refused';
}

/**
 * Returns the channel that the gateway asks next to open the payment: the most preferred one that takes payments now and was
 * not asked yet during the present call of the consumer's page. Channels that have failed for this order come last. Undefined
 * if no channel is left.
 */
export function nextCandidate(
  { candidates }: MethodChoice,
  failed: readonly FailedCandidate[] = [],
): Candidate | undefined {
  const left = candidates.filter(({ channelId, isOpenable }) => isOpenable && !hasFailed(channelId, failed));
  return left.find(({ hasFailedBefore }) => !hasFailedBefore) ?? left[0];
}

/** Returns why an attempt goes to the chosen channel, and why it does not go to each of the others. */
export function routeTo(
  channelId: string,
  { candidates, notRouted }: MethodChoice,
  failed: readonly FailedCandidate[],
): AttemptRoute {
  const chosenAt = candidates.findIndex((candidate) => candidate.channelId === channelId);
  const preferred = candidates.slice(0, chosenAt).filter((before) => !hasFailed(before.channelId, failed));
  const closedOff = preferred.filter(({ isOpenable }) => !isOpenable);
  const failedBefore = preferred.filter(({ isOpenable }) => isOpenable);
  return {
    reason: reasonOf({ failed, closedOff, failedBefore, isAlone: candidates.length === 1 }),
    passedOver: [
      ...failed,
      ...closedOff.map(({ channelId: id }) => ({ channelId: id, reason: 'circuit_open' as const })),
      ...failedBefore.map(({ channelId: id }) => ({ channelId: id, reason: 'failed_before' as const })),
      ...notRouted,
    ].slice(0, MAX_PASSED_OVER),
  };
}

function hasFailed(channelId: string, failed: readonly FailedCandidate[]): boolean {
  return failed.some((candidate) => candidate.channelId === channelId);
}

function reasonOf({
  failed,
  closedOff,
  failedBefore,
  isAlone,
}: {
  readonly failed: readonly FailedCandidate[];
  readonly closedOff: readonly Candidate[];
  readonly failedBefore: readonly Candidate[];
  readonly isAlone: boolean;
}): RouteReason {
  if (failed.length > 0) return 'failover';
  if (closedOff.length > 0) return 'circuit_open_elsewhere';
  if (failedBefore.length > 0) return 'failed_elsewhere_before';
  return isAlone ? 'only' : 'preferred';
}

/**
 * Returns the channels that caused the failure of their latest attempt of this order, for example by refusing to open the
 * payment. The gateway tries them after all other channels.
 */
export function channelsThatFailed({ attempts }: PaymentOrder): ReadonlySet<string> {
  const latest = new Map(attempts.map(({ channelId, channelFault }) => [channelId, channelFault]));
  return new Set([...latest].filter(([, fault]) => fault !== null).map(([channelId]) => channelId));
}
