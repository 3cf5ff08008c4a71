import type { AttemptTarget } from '../../domain/attempt/payment-attempt.ts';
import type { Merchant } from '../../domain/merchant/merchant.ts';
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

/** A method of an order, and the channels that its payments can go to. */
export interface RoutedMethod {
  readonly choice: MethodChoice;
  /** The description by the channel that would be asked first; undefined if no channel can be asked. */
  readonly method: ChannelMethod | undefined;
  /** The channels of the candidates, in the same order. */
  readonly channels: readonly ChannelCheckout[];
}

interface Dependencies {
  readonly channels: PaymentChannels;
  readonly health: ChannelHealth;
  readonly clock: Clock;
  /** The deployment's routes. */
  readonly routes: readonly Route[];
}

/** The only place that decides which channels can serve an order, for the list of methods, the page and the payment. */
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
      methods: channel.methods(order.amount, secondsLeft),
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
   * The channel to ask next, with the reason; null if none is left. From now on, its account cannot be removed. A
   * channel whose account was just removed counts as failed.
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
