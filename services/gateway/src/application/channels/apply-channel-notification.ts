import { applyPaymentResult } from '../../domain/attempt/apply-payment-result.ts';
import { noteUncollected } from '../../domain/attempt/note-uncollected.ts';
import { noteUnderWay } from '../../domain/attempt/submit-attempt.ts';
import { applyDisputeReport } from '../../domain/dispute/apply-dispute-report.ts';
import {
  attemptPaidBy,
  originOf,
  type ReportOrigin,
  type ReportSubject,
} from '../../domain/order/made-at-channel.ts';
import { isAttemptId, orderIdOf } from '../../domain/order/order-identifiers.ts';
import type { Decision, PaymentOrder } from '../../domain/order/payment-order.ts';
import { applyRefundReport } from '../../domain/refund/progress-refund.ts';
import { applyRefundByReference } from '../../domain/refund/take-channel-refund.ts';
import type { Alerts } from '../../ports/alerts.ts';
import type { ChannelNotification } from '../../ports/channel-callback.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OrdersByPayment } from '../../ports/order-repository.ts';
import type { ChangeOrder } from '../change-order.ts';
import { EarlierNewsMissing } from './earlier-news-missing.ts';
import { type ChannelReport, textOf } from './report-text.ts';
import { setUncountedReportAside } from './set-uncounted-report-aside.ts';

/** The channel that sent a report, and how the gateway learned of the report. */
export type ReportSource = { readonly channelId: string } & (
  | { readonly cause: 'callback_received'; readonly callbackId: string; readonly receivedAt: Date }
  | { readonly cause: 'inquiry_answered' }
);

/** How long after a change of a payment the channel may report the payment itself. */
const PAYMENT_COMES_WITHIN_MS = 10 * 60_000;

interface Dependencies {
  readonly change: ChangeOrder;
  readonly orders: OrdersByPayment;
  readonly alerts: Alerts;
  readonly clock: Clock;
}

/**
 * Applies a channel's report to the order that it concerns. The report may be a callback or the channel's answer to a question.
 * The channel must be the one that made the payment, refund or dispute. If it is not, or if nothing has the reported ID, the
 * report changes nothing and raises an alert for an operator.
 */
export class ApplyChannelNotification {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(told: ChannelNotification, source: ReportSource): Promise<void> {
    const notification = await this.#underOwnId(told, source.channelId);
    switch (notification?.kind) {
      case undefined:
        return this.#leaveToOthers(source);
      case 'payment':
        return this.#apply(notification, source, (order, now) =>
          applyPaymentResult(order, notification.attemptId, notification.result, now),
        );
      case 'payment_under_way':
        return this.#apply(notification, source, (order, now) =>
          noteUnderWay(order, notification.attemptId, now),
        );
      case 'refund':
        return this.#apply(notification, source, (order, now) =>
          applyRefundReport(order, notification.refundId, notification, now),
        );
      case 'refund_by_reference': {
        const { channelId } = source;
        const named = source.cause === 'callback_received' ? { reportId: source.callbackId } : {};
        return this.#apply(notification, source, (order, now) => {
          const taken = applyRefundByReference(order, { ...notification, channelId, ...named }, now);
          // Throw an error: the callback is then applied again later. After an hour, an operator gets a case about it.
          if (taken.kind === 'not_yet') throw new EarlierNewsMissing(order.orderId, taken.reason);
          return taken;
        });
      }
      case 'dispute':
        return this.#apply(notification, source, (order, now) =>
          applyDisputeReport(order, notification.attemptId, notification.report, now),
        );
      case 'uncollected':
        return this.#apply(notification, source, (order, now) =>
          noteUncollected(order, notification.attemptId, notification, now),
        );
      // Raise the alert before the callback is marked as applied. If the process crashes in between, the recurring duty applies
      // the callback again and raises the alert again.
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

  /**
   * Returns a report with the gateway's ID of its attempt. Somebody who changes a payment at the processor by hand may enter a
   * reference of their own, or the ID of one of the gateway's cases. The report then has this reference instead, and the attempt
   * is found by the payment. Undefined if the gateway has no such payment.
   */
  async #underOwnId(told: ChannelNotification, channelId: string): Promise<ChannelNotification | undefined> {
    if (told.kind === 'irrelevant' || told.kind === 'refund') return told;
    const { paymentReference } = told;
    const reference = told.kind === 'for_operator' ? told.reference : told.attemptId;
    if (paymentReference === undefined || isAttemptId(reference)) return told;
    const order = await this.#deps.orders.findByPayment(channelId, paymentReference);
    const attemptId = order && attemptPaidBy(order, channelId, paymentReference);
    if (attemptId === undefined) return orderIdOf(reference) === undefined ? undefined : told;
    return told.kind === 'for_operator' ? { ...told, reference: attemptId } : { ...told, attemptId };
  }

  /**
   * Ignores a report, because it concerns somebody else who uses the same account at the processor. But the channel may report
   * the gateway's own payment only after a change of it. So for some minutes, the report is applied again later.
   */
  #leaveToOthers(source: ReportSource): void {
    if (source.cause !== 'callback_received') return;
    const ageMs = this.#deps.clock.realNow().getTime() - source.receivedAt.getTime();
    if (ageMs < PAYMENT_COMES_WITHIN_MS) throw new EarlierNewsMissing(null, 'its payment is not known');
  }

  async #apply(
    report: ChannelReport & ReportSubject,
    { channelId, cause }: ReportSource,
    decide: (order: PaymentOrder, now: Date) => Decision,
  ): Promise<void> {
    const reference = 'attemptId' in report ? report.attemptId : report.refundId;
    const orderId = orderIdOf(reference);
    // The reported ID is not one of the gateway's. So the report concerns somebody else who uses the same account at the
    // processor.
    if (orderId === undefined) return;
    let origin: ReportOrigin | { readonly kind: 'no_order' } = { kind: 'no_order' };
    // Take the time only when the report is applied. This process may have stood still since it got the report, and meanwhile
    // the settlement report of that day may have become final.
    const now = () => this.#deps.clock.now();
    await this.#deps.change.apply(orderId, cause, (order) => {
      origin = originOf(order, report, channelId);
      // Throw an error, so that the report is applied once the payment is known. After an hour, an operator gets a case about it.
      if (origin.kind === 'unknown_payment' && cause === 'callback_received')
        throw new EarlierNewsMissing(orderId, `the payment ${origin.paymentReference} is not known`);
      if (origin.kind === 'uncounted_payment')
        return setUncountedReportAside(order, origin.payment, report, now());
      return origin.kind === 'own' ? decide(order, now()) : { kind: 'unchanged' };
    });
    this.#tell(report, { channelId, orderId, reference }, origin);
  }

  /**
   * Alerts an operator to a report that was not applied, because the payment, refund or dispute was not made at the reporting
   * channel.
   */
  #tell(
    report: ChannelReport & ReportSubject,
    about: { readonly channelId: string; readonly orderId: string; readonly reference: string },
    origin: ReportOrigin | { readonly kind: 'no_order' },
  ): void {
    if (origin.kind === 'own' || origin.kind === 'uncounted_payment') return;
    if (origin.kind === 'other_channel') {
      this.#deps.alerts.raise({ kind: 'foreign_report', ...about });
      return;
    }
    const { channelId, reference } = about;
    const detail = `It reports ${textOf(report)}: ${whyNotApplied(origin)}.`;
    this.#deps.alerts.raise({ kind: 'report_for_operator', channelId, reference, detail });
  }
}

function whyNotApplied(
  origin:
    | Extract<ReportOrigin, { kind: 'other_payment' | 'unknown_payment' | 'unknown' }>
    | { readonly kind: 'no_order' },
): string {
  switch (origin.kind) {
    case 'other_payment':
      return `it names the payment ${origin.reported}, but the payment of this attempt is ${origin.known}`;
    case 'unknown_payment':
      return `the gateway does not know the payment ${origin.paymentReference}`;
    case 'unknown':
      return 'its order has no such attempt or refund';
    case 'no_order':
      return 'the gateway has no such order';
  }
}
