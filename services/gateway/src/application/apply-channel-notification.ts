import { applyDisputeReport } from '../domain/apply-dispute-report.ts';
import { applyPaymentResult, superfluousAttempts } from '../domain/apply-payment-result.ts';
import { orderIdOf } from '../domain/order-identifiers.ts';
import type { PaymentOrder } from '../domain/payment-order.ts';
import { applyRefundResult } from '../domain/progress-refund.ts';
import type { Alerts } from '../ports/alerts.ts';
import type { Clock } from '../ports/clock.ts';
import type { ChannelNotification } from '../ports/payment-channel.ts';
import { announcePaymentResult, announceRefundResult } from './announce-results.ts';
import type { BackgroundWork } from './background-work.ts';
import type { CancelAttempt } from './cancel-attempt.ts';
import type { ChangeOrder } from './change-order.ts';

/** Applies what a channel reported — by callback or when asked — to the order it is about. */
export class ApplyChannelNotification {
  readonly #change: ChangeOrder;
  readonly #cancelAttempt: CancelAttempt;
  readonly #background: BackgroundWork;
  readonly #alerts: Alerts;
  readonly #clock: Clock;

  constructor(deps: {
    change: ChangeOrder;
    cancelAttempt: CancelAttempt;
    background: BackgroundWork;
    alerts: Alerts;
    clock: Clock;
  }) {
    this.#change = deps.change;
    this.#cancelAttempt = deps.cancelAttempt;
    this.#background = deps.background;
    this.#alerts = deps.alerts;
    this.#clock = deps.clock;
  }

  async execute(notification: ChannelNotification): Promise<void> {
    const now = this.#clock.now();
    switch (notification.kind) {
      case 'payment': {
        const { attemptId, result } = notification;
        const change = await this.#changeOrderOf(attemptId, (order) =>
          applyPaymentResult(order, attemptId, result, now),
        );
        if (change === undefined) return;
        announcePaymentResult(this.#alerts, change, attemptId, now);
        if (change.kind === 'done' && change.verdict === 'changed') this.#cancelSuperfluous(change.order);
        return;
      }
      case 'refund': {
        const { refundId, result } = notification;
        const change = await this.#changeOrderOf(refundId, (order) =>
          applyRefundResult(order, refundId, result, now),
        );
        if (change !== undefined) announceRefundResult(this.#alerts, change, refundId);
        return;
      }
      case 'dispute': {
        const { attemptId, report } = notification;
        await this.#changeOrderOf(attemptId, (order) => applyDisputeReport(order, attemptId, report, now));
        return;
      }
      case 'irrelevant':
        return;
    }
  }

  async #changeOrderOf(derivedId: string, decide: Parameters<ChangeOrder['apply']>[1]) {
    const orderId = orderIdOf(derivedId);
    return orderId === undefined ? undefined : this.#change.apply(orderId, decide);
  }

  /** Attempts that could still take money for an order that is paid. */
  #cancelSuperfluous(order: PaymentOrder): void {
    for (const attempt of superfluousAttempts(order)) {
      this.#background.start('cancel-attempt', () => this.#cancelAttempt.execute(order.orderId, attempt));
    }
  }
}
