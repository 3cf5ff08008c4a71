import { applyPaymentResult } from '../../domain/attempt/apply-payment-result.ts';
import { noteUncollected } from '../../domain/attempt/note-uncollected.ts';
import { applyDisputeReport } from '../../domain/dispute/apply-dispute-report.ts';
import { isMadeAt, type ReportSubject } from '../../domain/order/made-at-channel.ts';
import { orderIdOf } from '../../domain/order/order-identifiers.ts';
import type { Decision, PaymentOrder } from '../../domain/order/payment-order.ts';
import { applyRefundResult } from '../../domain/refund/progress-refund.ts';
import type { Alerts } from '../../ports/alerts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ChannelNotification } from '../../ports/payment-channel.ts';
import type { ChangeOrder } from '../change-order.ts';

/** Whose report it is, and how it came to be known. */
export interface ReportSource {
  readonly channelId: string;
  readonly cause: 'callback_received' | 'inquiry_answered';
}

/**
 * Applies what a channel reported — by callback or when asked — to the order it is about, if that was made at this
 * channel. What another account made is set aside with an alert: it changes nothing.
 */
export class ApplyChannelNotification {
  readonly #change: ChangeOrder;
  readonly #alerts: Alerts;
  readonly #clock: Clock;

  constructor(deps: { change: ChangeOrder; alerts: Alerts; clock: Clock }) {
    this.#change = deps.change;
    this.#alerts = deps.alerts;
    this.#clock = deps.clock;
  }

  async execute(notification: ChannelNotification, source: ReportSource): Promise<void> {
    const now = this.#clock.now();
    switch (notification.kind) {
      case 'payment': {
        const { attemptId, result } = notification;
        return this.#apply({ attemptId }, attemptId, source, (order) =>
          applyPaymentResult(order, attemptId, result, now),
        );
      }
      case 'refund': {
        const { refundId, result } = notification;
        return this.#apply({ refundId }, refundId, source, (order) =>
          applyRefundResult(order, refundId, result, now),
        );
      }
      case 'refund_by_reference': {
        const { attemptId, channelReference, result } = notification;
        return this.#apply({ attemptId }, attemptId, source, (order) => {
          const refund = order.refunds.find(
            (candidate) =>
              candidate.attemptId === attemptId && candidate.channelReference === channelReference,
          );
          // Its own answer may not be noted yet: the callback is applied again later, and parked in the end.
          if (refund === undefined) throw new Error(`no refund of ${order.orderId} is ${channelReference}`);
          return applyRefundResult(order, refund.refundId, result, now);
        });
      }
      case 'dispute': {
        const { attemptId, report } = notification;
        return this.#apply({ attemptId }, attemptId, source, (order) =>
          applyDisputeReport(order, attemptId, report, now),
        );
      }
      case 'uncollected': {
        const { attemptId } = notification;
        return this.#apply({ attemptId }, attemptId, source, (order) =>
          noteUncollected(order, attemptId, notification, now),
        );
      }
      // It was alerted on when it came.
      case 'for_operator':
      case 'irrelevant':
        return;
    }
  }

  async #apply(
    subject: ReportSubject,
    reference: string,
    { channelId, cause }: ReportSource,
    decide: (order: PaymentOrder) => Decision,
  ): Promise<void> {
    const orderId = orderIdOf(reference);
    if (orderId === undefined) return;
    let isForeign = false;
    await this.#change.apply(orderId, cause, (order) => {
      isForeign = !isMadeAt(order, subject, channelId);
      return isForeign ? { kind: 'unchanged' } : decide(order);
    });
    if (isForeign) this.#alerts.raise({ kind: 'foreign_report', channelId, orderId, reference });
  }
}
