import { applyPaymentResult } from '../domain/apply-payment-result.ts';
import type { PaymentAttempt } from '../domain/payment-attempt.ts';
import type { Alerts } from '../ports/alerts.ts';
import type { Clock } from '../ports/clock.ts';
import type { PaymentChannels } from '../ports/payment-channels.ts';
import { announcePaymentResult } from './announce-results.ts';
import type { ChangeOrder } from './change-order.ts';

/** Cancels an attempt at its channel; if the channel says that it was paid, the order learns of it. */
export class CancelAttempt {
  readonly #change: ChangeOrder;
  readonly #channels: PaymentChannels;
  readonly #alerts: Alerts;
  readonly #clock: Clock;

  constructor(deps: { change: ChangeOrder; channels: PaymentChannels; alerts: Alerts; clock: Clock }) {
    this.#change = deps.change;
    this.#channels = deps.channels;
    this.#alerts = deps.alerts;
    this.#clock = deps.clock;
  }

  /** `unknown` when the channel could not be asked: the attempt may still be paid. */
  async execute(orderId: string, attempt: PaymentAttempt): Promise<'cancelled' | 'ended' | 'unknown'> {
    const channel = this.#channels.find(attempt.channelType);
    if (channel === undefined || attempt.opening === null) return 'cancelled';
    const answer = await channel.cancel({ ...attempt, opening: attempt.opening });
    switch (answer.kind) {
      case 'cancelled':
        return 'cancelled';
      case 'ended': {
        const now = this.#clock.now();
        const change = await this.#change.apply(orderId, (order) =>
          applyPaymentResult(order, attempt.attemptId, answer.result, now),
        );
        announcePaymentResult(this.#alerts, change, attempt.attemptId, now);
        return 'ended';
      }
      case 'unavailable':
        return 'unknown';
    }
  }
}
