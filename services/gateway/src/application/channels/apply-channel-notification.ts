import { applyDisputeReport } from '../../domain/dispute/apply-dispute-report.ts';
import type { ChangeCause } from '../../domain/order/order-change-record.ts';
import { orderIdOf } from '../../domain/order/order-identifiers.ts';
import type { Decision, PaymentOrder } from '../../domain/order/payment-order.ts';
import { applyRefundResult } from '../../domain/refund/progress-refund.ts';
import type { Alerts } from '../../ports/alerts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ChannelNotification } from '../../ports/payment-channel.ts';
import type { ChangeOrder } from '../change-order.ts';
import { announceRefundResult } from './announce-results.ts';
import type { ApplyPaymentResult } from './apply-payment-result.ts';

/** Applies what a channel reported — by callback or when asked — to the order it is about. */
export class ApplyChannelNotification {
  readonly #change: ChangeOrder;
  readonly #applyResult: ApplyPaymentResult;
  readonly #alerts: Alerts;
  readonly #clock: Clock;

  constructor(deps: {
    change: ChangeOrder;
    applyResult: ApplyPaymentResult;
    alerts: Alerts;
    clock: Clock;
  }) {
    this.#change = deps.change;
    this.#applyResult = deps.applyResult;
    this.#alerts = deps.alerts;
    this.#clock = deps.clock;
  }

  async execute(
    notification: ChannelNotification,
    cause: 'callback_received' | 'inquiry_answered',
  ): Promise<void> {
    const now = this.#clock.now();
    switch (notification.kind) {
      case 'payment': {
        const { attemptId, result } = notification;
        const orderId = orderIdOf(attemptId);
        if (orderId !== undefined) await this.#applyResult.execute(orderId, attemptId, result, cause);
        return;
      }
      case 'refund': {
        const { refundId, result } = notification;
        const change = await this.#changeOrderOf(refundId, cause, (order) =>
          applyRefundResult(order, refundId, result, now),
        );
        if (change !== undefined) announceRefundResult(this.#alerts, change, refundId);
        return;
      }
      case 'dispute': {
        const { attemptId, report } = notification;
        await this.#changeOrderOf(attemptId, cause, (order) =>
          applyDisputeReport(order, attemptId, report, now),
        );
        return;
      }
      case 'irrelevant':
        return;
    }
  }

  async #changeOrderOf(derivedId: string, cause: ChangeCause, decide: (order: PaymentOrder) => Decision) {
    const orderId = orderIdOf(derivedId);
    return orderId === undefined ? undefined : this.#change.apply(orderId, cause, decide);
  }
}
