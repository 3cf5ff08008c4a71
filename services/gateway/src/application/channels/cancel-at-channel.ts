import {
  type CancellationPlan,
  planCancellation,
  recordCancelled,
} from '../../domain/attempt/cancel-attempt.ts';
import type { PaymentAttempt } from '../../domain/attempt/payment-attempt.ts';
import { noteFoundUnderWay } from '../../domain/attempt/submit-attempt.ts';
import type { Alerts } from '../../ports/alerts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ChannelPayments } from '../../ports/payment-channel.ts';
import type { ChannelLookup } from '../../ports/payment-channels.ts';
import type { ChangeOrder } from '../change-order.ts';
import type { StorePaymentResult } from './store-payment-result.ts';

interface Dependencies {
  readonly change: ChangeOrder;
  readonly channels: ChannelLookup<ChannelPayments>;
  readonly storeResult: StorePaymentResult;
  readonly alerts: Alerts;
  readonly clock: Clock;
}

/** `unknown`: the channel gave no clear answer, so the attempt may still be paid. */
export type ChannelAnswer = 'cancelled' | 'ended' | 'unknown';

/** Cancels an attempt at its channel. If the channel says that the attempt was paid, the payment is recorded in the order. */
export class CancelAtChannel {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * Calls the channel to cancel an attempt whose cancellation is due. Only one caller at a time makes the call. If the channel
   * does not answer, the call is due again later.
   *
   * @returns `not_called` if another caller makes the call, or if the call is no longer due
   */
  async execute(orderId: string, attemptId: string): Promise<ChannelAnswer | 'not_called'> {
    const change = await this.#deps.change.decide<CancellationPlan>(orderId, 'cancellation_sent', (order) => {
      const plan = planCancellation(order, attemptId, this.#deps.clock.now());
      return plan.kind === 'not_due' ? { verdict: plan } : { order: plan.order, verdict: plan };
    });
    if (change.kind === 'order_not_found') return 'not_called';
    switch (change.verdict.kind) {
      case 'not_due':
      case 'given_up':
        return 'not_called';
      case 'call': {
        const answer = await this.callChannel(orderId, change.verdict.attempt);
        if (answer === 'cancelled') {
          const result = { kind: 'cancelled' } as const;
          await this.#deps.storeResult.execute(orderId, attemptId, result, 'cancellation_answered');
        }
        return answer;
      }
    }
  }

  /** Calls the channel. If the channel answers that the attempt has ended, this is recorded in the order. */
  async callChannel(orderId: string, attempt: PaymentAttempt): Promise<ChannelAnswer> {
    const { attemptId, channelId, opening } = attempt;
    // The channel never opened a payment for the attempt, so the consumer has nothing to pay with and nothing needs to be
    // cancelled.
    if (opening === null) return 'cancelled';
    const channel = await this.#deps.channels.find(channelId);
    if (channel === undefined) {
      const detail = `attempt ${attemptId} must be cancelled, but this deployment does not have its channel`;
      this.#deps.alerts.raise({ kind: 'channel_unavailable', channelId, detail });
      return 'unknown';
    }
    const answer = await channel.cancel({ ...attempt, opening });
    switch (answer.kind) {
      case 'cancelled':
        return 'cancelled';
      case 'ended':
        await this.#deps.storeResult.execute(orderId, attemptId, answer.result, 'cancellation_answered');
        await this.#deps.change.apply(orderId, 'cancellation_answered', (order) =>
          recordCancelled(order, attemptId, this.#deps.clock.now()),
        );
        return 'ended';
      case 'not_understood': {
        const { detail } = answer;
        this.#deps.alerts.raise({ kind: 'report_for_operator', channelId, reference: attemptId, detail });
        return 'unknown';
      }
      case 'not_askable':
        // As far as the gateway knows, an attempt that nobody submitted is not paid. If the channel reports a success after
        // all, the report is applied like any late success. A submitted attempt waits for its result. If the gateway has given
        // up waiting, the operator's case must stay open, because nobody knows yet whether the attempt was paid.
        return attempt.state === 'SUBMITTED' || attempt.unresolvedSince !== null ? 'unknown' : 'cancelled';
      case 'under_way':
        await this.#deps.change.apply(orderId, 'cancellation_answered', (order) =>
          noteFoundUnderWay(order, attemptId, this.#deps.clock.now()),
        );
        return 'unknown';
      case 'pending':
      case 'unavailable':
        return 'unknown';
    }
  }
}
