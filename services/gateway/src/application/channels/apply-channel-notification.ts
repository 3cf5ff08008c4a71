import { applyPaymentResult } from '../../domain/attempt/apply-payment-result.ts';
import { noteUncollected } from '../../domain/attempt/note-uncollected.ts';
import { applyDisputeReport } from '../../domain/dispute/apply-dispute-report.ts';
import { originOf, type ReportOrigin, type ReportSubject } from '../../domain/order/made-at-channel.ts';
import { orderIdOf } from '../../domain/order/order-identifiers.ts';
import type { Decision, PaymentOrder } from '../../domain/order/payment-order.ts';
import { applyRefundResult } from '../../domain/refund/progress-refund.ts';
import type { Alerts } from '../../ports/alerts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ChannelNotification } from '../../ports/payment-channel.ts';
import type { ChangeOrder } from '../change-order.ts';
import { type ChannelReport, textOf } from './report-text.ts';

/** Whose report it is, and how it came to be known. */
export interface ReportSource {
  readonly channelId: string;
  readonly cause: 'callback_received' | 'inquiry_answered';
}

interface Dependencies {
  readonly change: ChangeOrder;
  readonly alerts: Alerts;
  readonly clock: Clock;
}

/**
 * Applies what a channel reported — by callback or when asked — to the order it is about, if that was made at this
 * channel. What another account or another payment brought is set aside with an alert, and so is what names an ID of
 * ours behind which there is nothing: it changes nothing, and somebody has to look.
 */
export class ApplyChannelNotification {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(notification: ChannelNotification, source: ReportSource): Promise<void> {
    const now = this.#deps.clock.now();
    switch (notification.kind) {
      case 'payment':
        return this.#apply(notification, source, (order) =>
          applyPaymentResult(order, notification.attemptId, notification.result, now),
        );
      case 'refund':
        return this.#apply(notification, source, (order) =>
          applyRefundResult(order, notification.refundId, notification.result, now),
        );
      case 'refund_by_reference': {
        const { attemptId, channelReference, result } = notification;
        return this.#apply(notification, source, (order) => {
          const refund = order.refunds.find(
            (candidate) =>
              candidate.attemptId === attemptId && candidate.channelReference === channelReference,
          );
          // Its own answer may not be noted yet: the callback is applied again later, and parked in the end.
          if (refund === undefined) throw new Error(`no refund of ${order.orderId} is ${channelReference}`);
          return applyRefundResult(order, refund.refundId, result, now);
        });
      }
      case 'dispute':
        return this.#apply(notification, source, (order) =>
          applyDisputeReport(order, notification.attemptId, notification.report, now),
        );
      case 'uncollected':
        return this.#apply(notification, source, (order) =>
          noteUncollected(order, notification.attemptId, notification, now),
        );
      // The alert is part of applying it: what a crash leaves unapplied is alerted on by the duty.
      case 'for_operator': {
        const { reference, detail } = notification;
        const { channelId } = source;
        this.#deps.alerts.raise({ kind: 'report_for_operator', channelId, reference, detail });
        return;
      }
      case 'irrelevant':
        return;
    }
  }

  async #apply(
    report: ChannelReport & ReportSubject,
    { channelId, cause }: ReportSource,
    decide: (order: PaymentOrder) => Decision,
  ): Promise<void> {
    const reference = 'attemptId' in report ? report.attemptId : report.refundId;
    const orderId = orderIdOf(reference);
    // What others do in the same account has references of their own.
    if (orderId === undefined) return;
    let origin: ReportOrigin | { readonly kind: 'no_order' } = { kind: 'no_order' };
    await this.#deps.change.apply(orderId, cause, (order) => {
      origin = originOf(order, report, channelId);
      return origin.kind === 'own' ? decide(order) : { kind: 'unchanged' };
    });
    this.#tell(report, { channelId, orderId, reference }, origin);
  }

  /** What changed nothing because of where it comes from. */
  #tell(
    report: ChannelReport & ReportSubject,
    about: { readonly channelId: string; readonly orderId: string; readonly reference: string },
    origin: ReportOrigin | { readonly kind: 'no_order' },
  ): void {
    if (origin.kind === 'own') return;
    if (origin.kind === 'other_channel') {
      this.#deps.alerts.raise({ kind: 'foreign_report', ...about });
      return;
    }
    const { channelId, reference } = about;
    const detail = `It reports ${textOf(report)}: ${whyNotApplied(report, origin)}.`;
    this.#deps.alerts.raise({ kind: 'report_for_operator', channelId, reference, detail });
  }
}

function whyNotApplied(
  { openingReference }: ReportSubject,
  origin: Extract<ReportOrigin, { kind: 'other_payment' | 'unknown' }> | { readonly kind: 'no_order' },
): string {
  switch (origin.kind) {
    case 'other_payment':
      return `the channel calls the payment ${openingReference}, and ${origin.opened} was opened here`;
    case 'unknown':
      return 'its order has no such attempt or refund';
    case 'no_order':
      return 'there is no such order here';
  }
}
