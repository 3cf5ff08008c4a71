import type { PaymentAttempt } from '../../domain/attempt/payment-attempt.ts';
import { wantsReturn } from '../../domain/attempt/wants-return.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import type { Alerts } from '../../ports/alerts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ChannelCheckout, ReturnParameters } from '../../ports/payment-channel.ts';
import type { ChannelLookup } from '../../ports/payment-channels.ts';
import type { BackgroundWork } from '../background-work.ts';
import type { StorePaymentResult } from './store-payment-result.ts';

/**
 * How long the gateway waits for the channel's answer after a consumer has come back from the channel's page. After this time,
 * the gateway sends the consumer on.
 */
const PATIENCE_MS = 4_000;

interface Dependencies {
  readonly channels: ChannelLookup<ChannelCheckout>;
  readonly storeResult: StorePaymentResult;
  readonly background: BackgroundWork;
  readonly alerts: Alerts;
  readonly clock: Clock;
  readonly patienceMs?: number;
}

/**
 * Handles a consumer's return from the channel's page. It passes the query parameters of the address on to the channel, because
 * some channels make the payment only when they get these parameters. If the channel does not answer soon, the consumer
 * continues without the answer, and the call continues in the background.
 */
export class TakeReturn {
  readonly #deps: Dependencies;
  readonly #patienceMs: number;

  constructor(deps: Dependencies) {
    this.#deps = deps;
    this.#patienceMs = deps.patienceMs ?? PATIENCE_MS;
  }

  /** @param attempt one of the order's attempts */
  async execute(order: PaymentOrder, attempt: PaymentAttempt, parameters: ReturnParameters): Promise<void> {
    const isWanted = wantsReturn(order, attempt, this.#deps.clock.now());
    if (Object.keys(parameters).length === 0 || !isWanted) return;
    const { orderId } = order;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.#patienceMs);
      this.#deps.background.startOnOrder('take-return', orderId, () =>
        this.#take(orderId, attempt, parameters).finally(resolve),
      );
    });
    clearTimeout(timer);
  }

  async #take(orderId: string, attempt: PaymentAttempt, parameters: ReturnParameters): Promise<void> {
    const channel = await this.#deps.channels.find(attempt.channelId);
    if (channel === undefined || attempt.opening === null) return;
    const answer = await channel.takeReturn({ ...attempt, opening: attempt.opening }, parameters);
    const { attemptId, channelId } = attempt;
    switch (answer.kind) {
      case 'ended':
        return this.#deps.storeResult.returned(orderId, attemptId, answer.result);
      case 'under_way':
        return this.#deps.storeResult.underWay(orderId, attemptId);
      case 'not_understood': {
        const { detail } = answer;
        this.#deps.alerts.raise({ kind: 'report_for_operator', channelId, reference: attemptId, detail });
        return;
      }
      // The payment has no result yet. The channel will report the result by callback.
      case 'pending':
      case 'to_capture':
      case 'not_found':
      case 'not_submitted':
      case 'unavailable':
        return;
    }
  }
}
