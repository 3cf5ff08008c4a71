import type { AttemptTarget } from '../../domain/attempt/payment-attempt.ts';
import type { Merchant } from '../../domain/merchant/merchant.ts';
import { isKnownEnough } from '../../domain/order/paying-customer.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import {
  channelsThatFailed,
  chooseChannels,
  type FailedCandidate,
  type MethodChoice,
  nextCandidate,
  routeTo,
} from '../../domain/routing/choose-channels.ts';
import type { Route } from '../../domain/routing/route.ts';
import type { ChannelHealth } from '../../ports/channel-health.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ChannelCheckout, ChannelMethod } from '../../ports/payment-channel.ts';
import type { PaymentChannels } from '../../ports/payment-channels.ts';

/** A payment method with which an order can be paid, and the channels to which the payment can go. */
export interface RoutedMethod {
  readonly choice: MethodChoice;
  /**
   * The method's name, icon and card brands, as the channel that would be asked first describes them. Undefined if no channel
   * takes payments now.
   */
  readonly method: ChannelMethod | undefined;
  /** The channels that can serve the method, the most preferred first. Their IDs are in `choice.candidates`. */
  readonly channels: readonly ChannelCheckout[];
}

interface Dependencies {
  readonly channels: PaymentChannels;
  readonly health: ChannelHealth;
  readonly clock: Clock;
  /** The deployment's routes. */
  readonly routes: readonly Route[];
}

/**
 * Decides which channels can serve an order's payment. The list of payment methods, the page's security policy and the payment
 * itself all use this class, so that they are consistent.
 */
export class RoutePayment {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(
    order: PaymentOrder,
    { routes, methodOrder }: Pick<Merchant, 'routes' | 'methodOrder'>,
  ): Promise<readonly RoutedMethod[]> {
    const available = await this.#deps.channels.availableTo(order.merchantId);
    const secondsLeft = (order.expiresAt.getTime() - this.#deps.clock.now().getTime()) / 1_000;
    const offers = available.map((channel) => ({
      channel,
      methods: channel
        .methods(order.amount, secondsLeft)
        .filter(
          ({ code, needs }) => (order.paymentMethods?.includes(code) ?? true) && isKnownEnough(order, needs),
        ),
    }));
    const choices = chooseChannels({
      channels: offers.map(({ channel: { channelId, channelType }, methods }) => ({
        channelId,
        channelType,
        methods: methods.map(({ code }) => code),
        isOpenable: this.#deps.health.isOpenable(channelId),
      })),
      routes: routes.length > 0 ? routes : this.#deps.routes,
      amount: order.amount,
      methodOrder,
      failedBefore: channelsThatFailed(order),
    });
    return choices.map((choice) => {
      const first = nextCandidate(choice);
      const offer = offers.find(({ channel }) => channel.channelId === first?.channelId);
      return {
        choice,
        method: offer?.methods.find(({ code }) => code === choice.methodCode),
        channels: choice.candidates.flatMap(({ channelId }) =>
          available.filter((channel) => channel.channelId === channelId),
        ),
      };
    });
  }

  /**
   * Returns the channel at which to start the payment next, and why it was chosen; null if no channel is left. Records that the
   * channel's account is used, so that nobody can remove the account any more. If somebody has just removed the account, takes
   * the next channel instead.
   */
  async next(routed: RoutedMethod | undefined, failed: FailedCandidate[]): Promise<AttemptTarget | null> {
    if (routed === undefined) return null;
    for (;;) {
      const target = targetOf(routed, failed);
      if (target === null || (await this.#deps.channels.noteUse(target.channelId)) === 'noted') return target;
      failed.push({ channelId: target.channelId, reason: 'unavailable' });
    }
  }
}

function targetOf(
  { choice, channels }: RoutedMethod,
  failed: readonly FailedCandidate[],
): AttemptTarget | null {
  const next = nextCandidate(choice, failed);
  const channel = channels.find(({ channelId }) => channelId === next?.channelId);
  if (channel === undefined) return null;
  const { channelId, channelType } = channel;
  return { channelId, channelType, route: routeTo(channelId, choice, failed) };
}
