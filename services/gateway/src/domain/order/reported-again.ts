import { isDeepStrictEqual } from 'node:util';
import type { QuarantinedResult } from './payment-order.ts';

/** A channel's report that was stored for an operator. */
interface StoredReport {
  readonly record: QuarantinedResult;
  readonly isSettled: boolean;
}

export function reportTimeOf({ subject }: QuarantinedResult): Date | undefined {
  return subject?.toldAt;
}

/** Returns a stored report with the time at which the channel last sent it. */
export function withReportTime(record: QuarantinedResult, toldAt: Date | undefined): QuarantinedResult {
  const { subject } = record;
  if (subject === undefined) return record;
  const { toldAt: _before, ...rest } = subject;
  return { ...record, subject: { ...rest, ...(toldAt && { toldAt }) } };
}

/** Whether two reports say the same. Their times and the facts for the merchant are not compared. */
export function saysTheSame(one: QuarantinedResult, other: QuarantinedResult): boolean {
  return isDeepStrictEqual(withoutTimes(one), withoutTimes(other));
}

function withoutTimes(record: QuarantinedResult): Omit<QuarantinedResult, 'receivedAt'> {
  const { receivedAt: _receivedAt, ...untimed } = withReportTime(record, undefined);
  if (untimed.subject?.kind !== 'uncounted_payment') return untimed;
  const { facts: _facts, ...subject } = untimed.subject;
  return { ...untimed, subject };
}

/**
 * Whether a report about a refund is new, although an equal report is already stored. A channel can make a refund, take it
 * back, and make it again; only the times distinguish the reports. So a report is new if the channel made it after all its
 * other reports about the refund, and if one of these conditions is met:
 * - An operator has settled the cases of all equal reports.
 * - The channel reported something else in between. An operator who knows only the earlier reports must not settle this one.
 *
 * A report without a time is never new, because the channel repeats its answer each time the gateway asks.
 *
 * @param recordedAt when the channel last reported the opposite, if the order's own refund records this; a report that the
 *   refund records is not stored
 */
export function isNewReportOfRefund(
  report: QuarantinedResult,
  stored: readonly StoredReport[],
  recordedAt?: Date,
): boolean {
  const about = stored.filter(({ record }) => isAboutSameRefund(record, report));
  const same = about.filter(({ record }) => saysTheSame(record, report));
  const others = about.filter((each) => !same.includes(each)).map(({ record }) => reportTimeOf(record));
  const between = [...others, ...(recordedAt === undefined ? [] : [recordedAt])];
  const reportedBefore = latestOf(same.map(({ record }) => reportTimeOf(record)));
  const before = latestOf([reportedBefore, ...between]);
  if (before === undefined || !isAfter(reportTimeOf(report), before)) return false;
  return (
    same.every(({ isSettled }) => isSettled) ||
    between.some((moment) => reportedBefore === undefined || isAfter(moment, reportedBefore))
  );
}

function isAfter(moment: Date | undefined, other: Date): boolean {
  return moment !== undefined && moment > other;
}

function latestOf(moments: readonly (Date | undefined)[]): Date | undefined {
  return moments.reduce(
    (latest, each) => (latest === undefined || isAfter(each, latest) ? each : latest),
    undefined,
  );
}

/** Whether two stored reports are about the same refund. */
export function isAboutSameRefund(
  { attemptId, paymentReference, subject: one }: QuarantinedResult,
  { subject: other, ...compared }: QuarantinedResult,
): boolean {
  if (attemptId !== compared.attemptId || paymentReference !== compared.paymentReference) return false;
  if (one === undefined || other === undefined || one.channelReference !== other.channelReference)
    return false;
  if (one.kind === 'refund' && other.kind === 'refund') {
    return one.refundId === other.refundId && one.reportId === other.reportId;
  }
  return isOfUncountedRefund(one) && isOfUncountedRefund(other);
}

function isOfUncountedRefund({ kind, result }: NonNullable<QuarantinedResult['subject']>): boolean {
  return kind === 'uncounted_payment' && (result === 'refunded' || result === 'refund_failed');
}
