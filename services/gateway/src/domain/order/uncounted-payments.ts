import { isDeepStrictEqual } from 'node:util';
import { type Money, orderLimits } from '@kassa/contracts';
import type { PaymentAttempt } from '../attempt/payment-attempt.ts';
import type { DisputeReport } from '../dispute/dispute.ts';
import { isReportedLater } from '../dispute/later-report.ts';
import type { RefundResult } from '../refund/refund.ts';
import { channelRefundTransactionIdOf, setAsideIdOf } from './order-identifiers.ts';
import { changed, unchanged } from './order-transition.ts';
import type {
  Decision,
  DisputeFactsAside,
  PaymentOrder,
  QuarantinedResult,
  QuarantinedSubject,
} from './payment-order.ts';
import { isRecordSettled, type RecordSetAside, withSetAside } from './quarantine.ts';
import { isAboutSameRefund } from './reported-again.ts';

type PayingAttempt = Pick<PaymentAttempt, 'attemptId' | 'paymentReference' | 'state' | 'opening'>;

/**
 * Stores a reported payment for an operator, because its amount differs from the order's, or because another payment has
 * already paid the attempt.
 */
export function withPaymentSetAside(
  order: PaymentOrder,
  { attemptId }: Pick<PaymentAttempt, 'attemptId'>,
  { paid, paymentReference }: { readonly paid: Money; readonly paymentReference?: string },
  now: Date,
): PaymentOrder {
  const result: QuarantinedResult = { attemptId, reported: paid, receivedAt: now };
  if (paymentReference === undefined) return withSetAside(order, result, 'is_known');
  const payment = { ...result, paymentReference };
  const next = withSetAside(order, payment, 'is_known');
  return next === order ? order : withEarlierFailure(next, payment, now);
}

/**
 * Stores the failure of a payment's refund for an operator. The channel reported it before the payment, and named only the
 * payment. The gateway could not know then that the reference was a payment's, so it stored the report as an uncounted refund's.
 */
function withEarlierFailure(
  order: PaymentOrder,
  payment: QuarantinedResult & { readonly paymentReference: string },
  now: Date,
): PaymentOrder {
  const { attemptId, paymentReference: channelReference } = payment;
  const reported = order.quarantine.findLast(
    ({ attemptId: ofAttempt, subject }) =>
      ofAttempt === attemptId &&
      subject?.kind === 'refund' &&
      subject.result === 'failed' &&
      subject.channelReference === channelReference,
  );
  if (reported === undefined) return order;
  const toldAt = reported.subject?.toldAt;
  const failure = { result: 'refund_failed', channelReference, ...(toldAt && { toldAt }) } as const;
  const decision = setUncountedAside(order, { payment, subject: failure }, now);
  return decision.kind === 'changed' ? decision.order : order;
}

/**
 * Returns the payments of an attempt that the order does not count, and that were stored for an operator. The payment that pays
 * the attempt is not among them, even if the channel has also reported it with another amount.
 */
export function uncountedPayments(
  { attempts, quarantine }: Pick<PaymentOrder, 'attempts' | 'quarantine'>,
  attemptId: string,
): readonly QuarantinedResult[] {
  const attempt = attempts.find((each) => each.attemptId === attemptId);
  return quarantine.filter(
    (record) =>
      record.subject === undefined &&
      record.attemptId === attemptId &&
      record.paymentReference !== undefined &&
      record.paymentReference !== attempt?.paymentReference,
  );
}

/**
 * Returns an attempt's payment that was stored for an operator under the reference of the attempt's opening, because its
 * channel gives payments no reference of their own. Such a payment has a wrong amount. Undefined if there is no such payment,
 * or if the order counts a payment of the attempt.
 */
export function uncountedUnderOpening(
  { attempts, quarantine }: Pick<PaymentOrder, 'attempts' | 'quarantine'>,
  attemptId: string,
): QuarantinedResult | undefined {
  const attempt = attempts.find((each) => each.attemptId === attemptId);
  if (!attempt?.opening || attempt.state === 'SUCCEEDED') return undefined;
  const payment = quarantine.findLast(
    (record) =>
      record.subject === undefined && record.attemptId === attemptId && record.paymentReference === undefined,
  );
  return payment && { ...payment, paymentReference: attempt.opening.channelReference };
}

/**
 * Returns the reference of the disputed payment, if the channel reported this dispute over a payment that does not pay its
 * attempt. Otherwise undefined.
 */
export function disputeOfUncounted(
  { attempts, quarantine }: Pick<PaymentOrder, 'attempts' | 'quarantine'>,
  channelReference: string,
): string | undefined {
  const about = quarantine.find(
    ({ attemptId, subject, paymentReference }) =>
      subject?.kind === 'uncounted_payment' &&
      isDisputeResult(subject.result) &&
      subject.channelReference === channelReference &&
      attempts.every((each) => each.attemptId !== attemptId || each.paymentReference !== paymentReference),
  );
  return about?.paymentReference;
}

function isDisputeResult(result: QuarantinedSubject['result']): boolean {
  return result.startsWith('dispute_');
}

/**
 * Converts reports that arrived before the order counted a payment. They become reports about the payment's attempt, as if they
 * had arrived later. Three kinds of reports stay unchanged:
 * - reports that the money could not be collected
 * - reports of a failed refund that do not name the refund
 * - reports about disputes, which are applied one after the other (`disputesBeforeCounted`)
 *
 * If there are no other reports, returns the same order.
 */
export function withReportsOfCounted(order: PaymentOrder, attempt: PaymentAttempt): PaymentOrder {
  const applied = new Set(disputesBeforeCounted(order, attempt).map(({ report }) => report.channelReference));
  const quarantine = order.quarantine.map((record) => {
    const isTurned = isBeforeCounted(record, attempt) && !isOfDispute(record.subject, applied);
    const subject = isTurned ? subjectOnceCounted(order, attempt, record) : undefined;
    return subject === undefined ? record : { ...record, subject };
  });
  return quarantine.every((record, index) => record === order.quarantine[index])
    ? order
    : { ...order, quarantine };
}

function isOfDispute(
  subject: QuarantinedSubject | undefined,
  channelReferences: ReadonlySet<string>,
): boolean {
  return (
    subject?.kind === 'uncounted_payment' &&
    isDisputeResult(subject.result) &&
    channelReferences.has(subject.channelReference)
  );
}

function isBeforeCounted(
  { attemptId, subject, paymentReference }: QuarantinedResult,
  attempt: PayingAttempt,
): boolean {
  return (
    subject?.kind === 'uncounted_payment' &&
    attemptId === attempt.attemptId &&
    paymentReference !== undefined &&
    (paymentReference === attempt.paymentReference || isUnderOpening(attempt, paymentReference))
  );
}

/** Whether a report names the reference of a successful attempt's opening (`uncountedUnderOpening`). */
function isUnderOpening({ state, opening }: PayingAttempt, paymentReference: string): boolean {
  return state === 'SUCCEEDED' && paymentReference === opening?.channelReference;
}

function subjectOnceCounted(
  { orderId }: PaymentOrder,
  { channelId, opening }: PaymentAttempt,
  { subject, paymentReference }: QuarantinedResult,
): QuarantinedSubject | undefined {
  if (subject?.kind !== 'uncounted_payment') return undefined;
  const { result, channelReference, isAnnouncement, stage, toldAt, showsMoneyBack, isCalledLost } = subject;
  const refundId = channelRefundTransactionIdOf(orderId, channelId, channelReference);
  const isNamed = channelReference !== paymentReference && channelReference !== opening?.channelReference;
  const dispute = {
    kind: 'dispute',
    channelReference,
    ...(isAnnouncement && { isAnnouncement }),
    ...(stage && { stage }),
    ...(toldAt && { toldAt }),
    ...(showsMoneyBack && { showsMoneyBack }),
    ...(isCalledLost && { isCalledLost }),
  } as const;
  const refund = { kind: 'refund', refundId, channelReference, ...(toldAt && { toldAt }) } as const;
  switch (result) {
    case 'dispute_opened':
      return { ...dispute, result: 'opened' };
    case 'dispute_won':
      return { ...dispute, result: 'won' };
    case 'dispute_lost':
      return { ...dispute, result: 'lost' };
    case 'refunded':
      return { ...refund, result: 'succeeded' };
    case 'refund_failed':
      return isNamed ? { ...refund, result: 'failed' } : undefined;
    case 'uncollected':
      return undefined;
  }
}

/** A report about a payment that arrived before the order counted the payment. */
interface BeforeCounted {
  readonly subject: Extract<QuarantinedSubject, { kind: 'uncounted_payment' }>;
  readonly amount: Money;
  readonly record: Pick<RecordSetAside, 'caseId' | 'since' | 'isSettled'>;
}

function reportsBeforeCounted(order: PaymentOrder, attempt: PayingAttempt): readonly BeforeCounted[] {
  return order.quarantine.flatMap((each, index) => {
    const { subject, receivedAt: since, reported: amount } = each;
    if (subject?.kind !== 'uncounted_payment' || !isBeforeCounted(each, attempt)) return [];
    const caseId = setAsideIdOf(order.orderId, index + 1);
    return [{ subject, amount, record: { caseId, since, isSettled: isRecordSettled(order, index) } }];
  });
}

/** Returns the reports that a channel could not collect a payment, if they arrived before the order counted the payment. */
export function uncollectedBeforeCounted(
  order: PaymentOrder,
  attempt: PayingAttempt,
): readonly (Pick<BeforeCounted, 'record'> &
  Pick<BeforeCounted['subject'], 'channelReference' | 'toldAt'>)[] {
  return reportsBeforeCounted(order, attempt)
    .filter(({ subject }) => subject.result === 'uncollected')
    .map(({ subject: { channelReference, toldAt }, record }) => ({
      channelReference,
      record,
      ...(toldAt && { toldAt }),
    }));
}

/**
 * Reopens the cases about a failed refund of an attempt's payment that an operator settled before the order counted the
 * payment. These reports do not name the refund, so one of the refunds that the order counts now may be the failed one.
 */
export function withUnnamedFailuresReopened(
  order: PaymentOrder,
  attempt: PayingAttempt,
  now: Date,
): PaymentOrder {
  return order.quarantine
    .filter((record, index) => isBeforeCounted(record, attempt) && isRecordSettled(order, index))
    .filter(({ subject }) => subject?.kind === 'uncounted_payment' && subject.result === 'refund_failed')
    .reduce((current, record) => withSetAside(current, { ...record, receivedAt: now }, 'is_new'), order);
}

/**
 * Returns the reports about disputes over a payment that arrived before the order counted the payment and must be applied now,
 * the oldest first. Returns none if the payment does not pay the order. A dispute is left out if an operator has settled the
 * cases of all its reports without knowing that the payment would count.
 */
export function disputesBeforeCounted(
  order: PaymentOrder,
  attempt: PayingAttempt,
): readonly (Pick<BeforeCounted, 'record'> & { readonly report: DisputeReport })[] {
  if (order.paidByAttemptId !== attempt.attemptId) return [];
  const reports = reportsBeforeCounted(order, attempt).flatMap(({ subject: each, amount, record }) => {
    const { kind: _kind, result, stage, facts, ...named } = each;
    const kind = disputeKinds[result];
    const report = kind && { ...named, ...facts, ...(stage && { stage }), kind, amount };
    return report === undefined ? [] : [{ report, record }];
  });
  const isOpen = new Set(
    reports.flatMap(({ report, record }) => (record.isSettled ? [] : report.channelReference)),
  );
  return reports.filter(({ report }) => isOpen.has(report.channelReference));
}

const disputeKinds: Partial<Record<BeforeCounted['subject']['result'], DisputeReport['kind']>> = {
  dispute_opened: 'opened',
  dispute_won: 'won',
  dispute_lost: 'lost',
};

/**
 * Whether an operator still has to examine a report about an attempt's payment. The report came before the order counted the
 * payment, for example because the channel first reported the payment with another amount.
 */
export function isReportedBeforeCounted(order: PaymentOrder, attemptId: string | null): boolean {
  const attempt = order.attempts.find((each) => each.attemptId === attemptId);
  if (attempt === undefined) return false;
  return order.quarantine.some(
    (record, index) => isBeforeCounted(record, attempt) && !isRecordSettled(order, index),
  );
}

/**
 * Stores a report about a payment that the order does not count, for an operator to examine. A report that differs from the
 * latest stored report about its dispute is always stored, even if an equal one was stored earlier. So the latest stored report
 * shows the dispute's present state.
 */
export function setUncountedAside(
  order: PaymentOrder,
  report: {
    readonly payment: QuarantinedResult;
    readonly subject: Omit<Extract<QuarantinedSubject, { kind: 'uncounted_payment' }>, 'kind'>;
    /** The amount in the report; absent if the report contains none. */
    readonly amount?: Money;
  },
  now: Date,
): Decision {
  const { payment, amount = payment.reported } = report;
  const { facts, ...named } = report.subject;
  const subject = { kind: 'uncounted_payment', ...named } as const;
  const result: QuarantinedResult = { ...payment, reported: amount, receivedAt: now, subject };
  const stored = hasTurned(order, result)
    ? { ...order, quarantine: [...order.quarantine, result] }
    : withSetAside(order, result, isRefundedAgain(order, result) ? 'is_known' : 'is_new');
  const next = facts === undefined ? stored : withFacts(stored, result, facts);
  return next === order ? unchanged : changed(next);
}

/** Stores a report about a refund of a payment that the order does not count, for an operator to examine. */
export function setUncountedRefundAside(
  order: PaymentOrder,
  payment: QuarantinedResult,
  { channelReference, result }: { readonly channelReference: string; readonly result: RefundResult },
  now: Date,
): Decision {
  const named = { channelReference, ...(result.toldAt && { toldAt: result.toldAt }) };
  return result.kind === 'succeeded'
    ? setUncountedAside(
        order,
        { payment, subject: { result: 'refunded', ...named }, amount: result.returned },
        now,
      )
    : setUncountedAside(order, { payment, subject: { result: 'refund_failed', ...named } }, now);
}

/**
 * Adds the facts for the merchant in a report about a dispute to the first stored report about this dispute. So a repeated
 * report that only names another deadline opens no further case. If a later report is already stored, adds only missing facts.
 */
function withFacts(order: PaymentOrder, report: QuarantinedResult, facts: DisputeFactsAside): PaymentOrder {
  const { quarantine } = order;
  const about = quarantine.filter((each) => isOfSameDispute(each, report));
  const [first] = about;
  if (first?.subject?.kind !== 'uncounted_payment') return order;
  const { facts: before } = first.subject;
  const isLate = about.some((each) => isReportedLater(reportTimeOf(each), reportTimeOf(report)));
  const next = isLate ? { ...facts, ...before } : { ...before, ...facts };
  const isFull = before === undefined && quarantine.filter(hasFacts).length >= orderLimits.disputes;
  if (isFull || isDeepStrictEqual(before, next)) return order;
  const subject = { ...first.subject, facts: next };
  return { ...order, quarantine: quarantine.with(quarantine.indexOf(first), { ...first, subject }) };
}

function hasFacts({ subject }: QuarantinedResult): boolean {
  return subject?.kind === 'uncounted_payment' && subject.facts !== undefined;
}

function reportTimeOf({ subject }: QuarantinedResult): { readonly toldAt?: Date } {
  return subject?.kind === 'uncounted_payment' ? subject : {};
}

function isOfSameDispute(
  one: QuarantinedResult,
  { attemptId, paymentReference, subject }: QuarantinedResult,
): boolean {
  return (
    one.attemptId === attemptId &&
    one.paymentReference === paymentReference &&
    one.subject?.kind === 'uncounted_payment' &&
    subject?.kind === 'uncounted_payment' &&
    isDisputeResult(one.subject.result) &&
    one.subject.channelReference === subject.channelReference
  );
}

/** Whether a report about a refund only repeats the latest stored report about this refund. */
function isRefundedAgain({ quarantine }: PaymentOrder, report: QuarantinedResult): boolean {
  const latest = quarantine.findLast((earlier) => isAboutSameRefund(earlier, report));
  return report.subject?.result === 'refunded' && latest?.subject?.result === 'refunded';
}

/**
 * Whether a report about a dispute differs from the latest stored one. Announcements do not count, because they move no money.
 */
function hasTurned({ quarantine }: PaymentOrder, report: QuarantinedResult): boolean {
  const reported = reportedDispute(report);
  if (reported === undefined) return false;
  const latest = quarantine.findLast(
    (earlier) =>
      earlier.attemptId === report.attemptId &&
      earlier.paymentReference === report.paymentReference &&
      reportedDispute(earlier)?.channelReference === reported.channelReference,
  );
  return latest !== undefined && reportedDispute(latest)?.result !== reported.result;
}

function reportedDispute({
  subject,
}: QuarantinedResult): Extract<QuarantinedSubject, { kind: 'uncounted_payment' }> | undefined {
  return subject?.kind === 'uncounted_payment' && isDisputeResult(subject.result) && !subject.isAnnouncement
    ? subject
    : undefined;
}
