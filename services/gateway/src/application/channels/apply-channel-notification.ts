import { applyPaymentResult } from '../../domain/attempt/apply-payment-result.ts';
import { applyReportedResult } from '../../domain/attempt/apply-reported-result.ts';
import { noteCollected, noteUncollected } from '../../domain/attempt/note-uncollected.ts';
import { noteUnderWay } from '../../domain/attempt/submit-attempt.ts';
import { applyDisputeReport } from '../../domain/dispute/apply-dispute-report.ts';
import {
  attemptOpenedAs,
  attemptPaidBy,
  originOf,
  type ReportOrigin,
  type ReportSubject,
} from '../../domain/order/made-at-channel.ts';
import { orderIdOf } from '../../domain/order/order-identifiers.ts';
import type { Decision, PaymentOrder } from '../../domain/order/payment-order.ts';
import { hasBeenRetriedForADay } from '../../domain/parked-work.ts';
import { applyRefundReport } from '../../domain/refund/progress-refund.ts';
import { applyRefundByReference } from '../../domain/refund/take-channel-refund.ts';
import type { Alerts } from '../../ports/alerts.ts';
import type { CallbackInbox } from '../../ports/callback-inbox.ts';
import type { ChannelNotification } from '../../ports/channel-callback.ts';
import type { Clock } from '../../ports/clock.ts';
import { OrderArchived } from '../../ports/order-archived.ts';
import type { OrdersByPayment } from '../../ports/order-repository.ts';
import type { ChangeOrder } from '../change-order.ts';
import { EarlierReportMissing } from './earlier-report-missing.ts';
import { LateReport } from './late-report.ts';
import { type ChannelReport, textOf } from './report-text.ts';
import { setUncountedReportAside } from './set-uncounted-report-aside.ts';

/** The channel that sent a report, and the way in which the gateway received the report. */
export type ReportSource = { readonly channelId: string } & (
  | { readonly cause: 'callback_received'; readonly callbackId: string }
  | { readonly cause: 'inquiry_answered' }
);

interface Dependencies {
  readonly change: ChangeOrder;
  readonly orders: OrdersByPayment;
  readonly inbox: Pick<CallbackInbox, 'failuresOf' | 'isPaymentParked'>;
  readonly alerts: Alerts;
  readonly clock: Clock;
}

/**
 * Applies a channel's report to the order that it concerns. The report may be a callback or the channel's answer to a question.
 * The channel must be the one through which the payment, refund or dispute was made. If it was made through another channel, or
 * if nothing has the reported ID, the report changes nothing and raises an alert for an operator.
 */
export class ApplyChannelNotification {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** @throws {LateReport} if the order was archived and removed */
  async execute(received: ChannelNotification, source: ReportSource): Promise<void> {
    try {
      await this.#judge(received, source);
    } catch (error) {
      if (!(error instanceof OrderArchived) || received.kind === 'irrelevant') throw error;
      throw new LateReport(received, paymentIn(received) ?? referenceIn(received), error);
    }
  }

  async #judge(received: ChannelNotification, source: ReportSource): Promise<void> {
    const notification = await this.#underOwnId(received, source);
    switch (notification.kind) {
      case 'payment': {
        const { attemptId, result } = notification;
        const apply = source.cause === 'callback_received' ? applyReportedResult : applyPaymentResult;
        return this.#apply(notification, source, (order, now) => apply(order, attemptId, result, now));
      }
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
          if (taken.kind === 'not_yet') throw new EarlierReportMissing(order.orderId, taken.reason);
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
        const { reference, detail, collectedAt } = notification;
        const { channelId } = source;
        this.#deps.alerts.raise({ kind: 'report_for_operator', channelId, reference, detail });
        if (collectedAt !== undefined) await this.#noteCollected({ ...notification, collectedAt }, source);
        return;
      }
      case 'irrelevant':
        return;
    }
  }

  async #noteCollected(
    {
      reference: attemptId,
      paymentReference,
      collectedAt,
    }: { readonly reference: string; readonly paymentReference?: string; readonly collectedAt: Date },
    { channelId, cause }: ReportSource,
  ): Promise<void> {
    const orderId = orderIdOf(attemptId);
    if (orderId === undefined) return;
    await this.#deps.change.apply(orderId, cause, (order) =>
      originOf(order, { attemptId, paymentReference }, channelId).kind === 'own'
        ? noteCollected(order, attemptId, collectedAt, this.#deps.clock.now())
        : { kind: 'unchanged' },
    );
  }

  /**
   * Returns a report with the gateway's ID of its attempt. Somebody who changes a payment at the processor by hand may enter
   * any reference, such as free text or the ID of something else at the gateway. The channel's report then contains this
   * reference. So if the report also names the payment, the attempt is found by the payment instead.
   */
  async #underOwnId(received: ChannelNotification, source: ReportSource): Promise<ChannelNotification> {
    if (received.kind === 'irrelevant') return received;
    const { channelId } = source;
    if (received.openingReference === referenceIn(received)) {
      return this.#ofOpening(received, { channelId, openingReference: received.openingReference });
    }
    const paymentReference = paymentIn(received);
    if (paymentReference === undefined) return received;
    const order = await this.#deps.orders.findByPayment(channelId, paymentReference);
    const attemptId = order && attemptPaidBy(order, channelId, paymentReference);
    if (order && attemptId !== undefined)
      return underAttempt(received, order, { attemptId, paymentReference });
    if (received.paymentReference === undefined || orderIdOf(referenceIn(received)) !== undefined)
      return received;
    await this.#awaitPayment(paymentReference, source);
    return { kind: 'irrelevant', type: received.kind };
  }

  /**
   * Returns a report that names only the channel's own reference of a payment, with the ID of the attempt that was opened under
   * this reference. If there is no such attempt, the payment belongs to somebody else who uses the same account at the
   * processor. There is no need to wait: the gateway stores the reference before the consumer can pay.
   */
  async #ofOpening(
    received: Exclude<ChannelNotification, { kind: 'irrelevant' }>,
    { channelId, openingReference }: { readonly channelId: string; readonly openingReference: string },
  ): Promise<ChannelNotification> {
    const order = await this.#deps.orders.findByOpening(channelId, openingReference);
    const attemptId = order && attemptOpenedAs(order, channelId, openingReference);
    if (attemptId === undefined) return { kind: 'irrelevant', type: received.kind };
    if (received.kind === 'for_operator') return { ...received, reference: attemptId };
    return received.kind === 'refund' ? received : { ...received, attemptId };
  }

  /**
   * Throws an error if the channel may still report a payment that the gateway does not know, so that a report about this
   * payment is applied later. If no such report comes within a day, the payment most likely belongs to somebody else who uses
   * the same account at the processor.
   */
  async #awaitPayment(paymentReference: string, source: ReportSource): Promise<void> {
    if (source.cause !== 'callback_received') return;
    const { inbox } = this.#deps;
    const isOver =
      hasBeenRetriedForADay(await inbox.failuresOf(source)) &&
      !(await inbox.isPaymentParked(source.channelId, paymentReference));
    if (!isOver) throw paymentMissing(null, paymentReference);
  }

  async #apply(
    report: ChannelReport & ReportSubject,
    source: ReportSource,
    decide: (order: PaymentOrder, now: Date) => Decision,
  ): Promise<void> {
    const { channelId, cause } = source;
    const reference = referenceIn(report);
    const orderId = orderIdOf(reference);
    // The reported ID is not one of the gateway's. So the report concerns somebody else who uses the same account at the
    // processor.
    if (orderId === undefined) return;
    let origin: ReportOrigin | { readonly kind: 'no_order' } = { kind: 'no_order' };
    // Take the time only when the report is applied. This process may have been suspended after it received the report, and the
    // settlement report of that day may have become final in the meantime.
    const now = () => this.#deps.clock.now();
    await this.#deps.change.apply(orderId, cause, (order) => {
      origin = originOf(order, report, channelId);
      // Throw an error: the callback then stays stored and is retried, so the report is applied once the payment is known.
      // After an hour, an operator gets a case about it.
      const unknown = isElsewhere(origin) ? undefined : unknownPaymentOf(report, origin);
      if (unknown !== undefined && cause === 'callback_received') throw paymentMissing(orderId, unknown);
      if (origin.kind === 'uncounted_payment')
        return setUncountedReportAside(order, origin.payment, report, now());
      return origin.kind === 'own' ? decide(order, now()) : { kind: 'unchanged' };
    });
    // The ID looks like one of the gateway's. But its order is not stored here, or was paid at another channel. Somebody may
    // have entered the ID, or another deployment may use the same account.
    const unknown = isElsewhere(origin) ? unknownPaymentOf(report, origin) : undefined;
    if (unknown !== undefined) await this.#awaitPayment(unknown, source);
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

function paymentMissing(orderId: string | null, paymentReference: string): EarlierReportMissing {
  return new EarlierReportMissing(orderId, `the payment ${paymentReference} is not known`, paymentReference);
}

function referenceIn(report: Exclude<ChannelNotification, { kind: 'irrelevant' }>): string {
  if (report.kind === 'for_operator') return report.reference;
  return 'attemptId' in report ? report.attemptId : report.refundId;
}

/** Returns the reference of the payment that a report is about or may be about. */
function paymentIn(received: ChannelNotification): string | undefined {
  if (received.kind === 'irrelevant') return undefined;
  if (received.paymentReference !== undefined) return received.paymentReference;
  if (received.kind === 'uncollected') return received.eventReference;
  // If the report of a failed refund names only the payment, this reference is the payment's reference.
  const isFailed = received.kind === 'refund_by_reference' && received.result.kind === 'failed';
  return isFailed ? received.channelReference : undefined;
}

/**
 * Returns a report with the ID of the attempt that the reported payment pays. If the order does not have a refund with the
 * reported ID, somebody made the refund by hand and entered this ID.
 */
function underAttempt(
  received: Exclude<ChannelNotification, { kind: 'irrelevant' }>,
  order: PaymentOrder,
  { attemptId, paymentReference }: { readonly attemptId: string; readonly paymentReference: string },
): ChannelNotification {
  if (received.kind === 'for_operator') return { ...received, reference: attemptId };
  if (received.kind === 'uncollected' || received.kind === 'refund_by_reference') {
    return { ...received, attemptId, paymentReference };
  }
  if (received.kind !== 'refund') return { ...received, attemptId };
  const { refundId, channelReference, ...rest } = received;
  const isOwn = order.refunds.some((refund) => refund.refundId === refundId);
  if (isOwn || channelReference === undefined) return received;
  return { ...rest, kind: 'refund_by_reference', attemptId, channelReference };
}

/**
 * Returns the payment that a report names, but only a payment that the gateway does not know yet. The report must also concern
 * one of the gateway's attempts, or a refund that somebody may have made by hand.
 */
function unknownPaymentOf(
  report: ChannelReport,
  origin: ReportOrigin | { readonly kind: 'no_order' },
): string | undefined {
  if (origin.kind === 'unknown_payment') return origin.paymentReference;
  if (origin.kind !== 'unknown' && !isElsewhere(origin)) return undefined;
  const isNameless = report.kind === 'refund' && report.channelReference === undefined;
  return isNameless ? undefined : report.paymentReference;
}

/** Whether a reported ID belongs to no order of the reporting channel. */
function isElsewhere({ kind }: ReportOrigin | { readonly kind: 'no_order' }): boolean {
  return kind === 'no_order' || kind === 'other_channel';
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
