import { applyDisputeReport } from '../../domain/dispute/apply-dispute-report.ts';
import type { ChangeCause } from '../../domain/order/order-change-record.ts';
import { orderIdOf } from '../../domain/order/order-identifiers.ts';
import type { Decision, PaymentOrder } from '../../domain/order/payment-order.ts';
import { applyRefundResult } from '../../domain/refund/progress-refund.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ChannelNotification } from '../../ports/payment-channel.ts';
import type { ChangeOrder } from '../change-order.ts';
import type { ApplyPaymentResult } from './apply-payment-result.ts';

/** Applies what a channel reported — by callback or when asked — to the order it is about. */
export class ApplyChannelNotification {
  readonly #change: ChangeOrder;
  readonly #applyResult: ApplyPaymentResult;
  readonly #clock: Clock;

  constructor(deps: {
    change: ChangeOrder;
    applyResult: ApplyPaymentResult;
    clock: Clock;
  }) {
    this.#change = deps.change;
    this.#applyResult = deps.applyResult;
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
        await this.#changeOrderOf(refundId, cause, (order) =>
          applyRefundResult(order, refundId, result, now),
        );
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

  async #changeOrderOf(
    derivedId: string,
    cause: ChangeCause,
    decide: (order: PaymentOrder) => Decision,
  ): Promise<void> {
    const orderId = orderIdOf(derivedId);
    if (orderId !== undefined) await this.#change.apply(orderId, cause, decide);
  }
}
