import { isReportedLater, latestReportTime } from '../dispute/later-report.ts';
import { changed, unchanged } from '../order/order-transition.ts';
import { type Decision, type PaymentOrder, replaceAttempt } from '../order/payment-order.ts';
import { isReportedUncollected, type UncollectedPayment } from './payment-attempt.ts';

type UncollectedReport = Pick<UncollectedPayment, 'channelReference' | 'reason' | 'toldAt'>;

/**
 * How many earlier reports an attempt remembers. A channel may report one loss under a few references, for example one for the
 * failed capture and another for the expiry.
 */
const MOST_EARLIER_REPORTS = 3;

/**
 * Records that a channel could not collect the money of a payment that it reports as successful. The order's state stays
 * unchanged, because the merchant may have delivered and the channel may still collect the money. This report can arrive even
 * before the report of the success.
 */
export function noteUncollected(
  order: PaymentOrder,
  attemptId: string,
  report: UncollectedReport,
  now: Date,
): Decision {
  const noted = withUncollected(order, attemptId, report, now);
  return noted === order ? unchanged : changed(noted);
}

/** Like `noteUncollected`, as a part of a larger change. Returns the same order if it already has the report. */
export function withUncollected(
  order: PaymentOrder,
  attemptId: string,
  report: UncollectedReport,
  now: Date,
): PaymentOrder {
  const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
  if (attempt === undefined) return order;
  const { uncollected: before } = attempt;
  const isKnown = before !== null && isReportedUncollected(attempt, report.channelReference);
  const uncollected = isKnown ? reportedAgain(before, report, now) : reportedFirst(before, report, now);
  return uncollected === before ? order : replaceAttempt(order, { ...attempt, uncollected });
}

/**
 * Records that a channel has collected the money of a payment after it had reported that it could not. The case opens again,
 * because an operator may have recorded the payment as lost, or may be about to do so. Nothing changes if the channel reported
 * a failure later.
 */
export function noteCollected(
  order: PaymentOrder,
  attemptId: string,
  collectedAt: Date,
  now: Date,
): Decision {
  const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
  const { uncollected: before = null } = attempt ?? {};
  if (attempt === undefined || before === null || (before.toldAt ?? collectedAt) > collectedAt)
    return unchanged;
  if (before.isCollectedSince && before.toldAt?.getTime() === collectedAt.getTime()) return unchanged;
  const since = laterThan(before.since, now);
  const uncollected = { ...before, since, toldAt: collectedAt, isCollectedSince: true } as const;
  return changed(replaceAttempt(order, { ...attempt, uncollected }));
}

/**
 * Returns the start time for a case that opens again. It is later than the previous start time, even if this instance's clock
 * is behind.
 */
function laterThan(earlier: Date, now: Date): Date {
  return new Date(Math.max(now.getTime(), earlier.getTime() + 1));
}

function reportedFirst(
  before: UncollectedPayment | null,
  { channelReference, reason, ...reported }: UncollectedReport,
  now: Date,
): UncollectedPayment {
  const earlier = before === null ? [] : [before.channelReference, ...(before.earlierReferences ?? [])];
  const hasForgottenReferences = before?.hasForgottenReferences || earlier.length > MOST_EARLIER_REPORTS;
  const toldAt = latestReportTime([before ?? {}, reported]);
  const isCollectedSince = before?.isCollectedSince && isReportedLater(before, reported);
  return {
    channelReference,
    ...(earlier.length > 0 && { earlierReferences: earlier.slice(0, MOST_EARLIER_REPORTS) }),
    ...(hasForgottenReferences && { hasForgottenReferences }),
    since: now,
    reason,
    ...(toldAt && { toldAt }),
    ...(isCollectedSince && { isCollectedSince }),
  };
}

/**
 * Returns the attempt's record after the channel has repeated a report. If the repeated report is the channel's newest, the
 * channel has tried again to collect the money, and has failed again. The case then opens again, because an operator may have
 * settled it meanwhile, believing that the money would arrive.
 */
function reportedAgain(
  before: UncollectedPayment,
  { reason, toldAt }: UncollectedReport,
  now: Date,
): UncollectedPayment {
  if (toldAt === undefined || (before.toldAt !== undefined && toldAt <= before.toldAt)) return before;
  const { isCollectedSince: _, ...failed } = before;
  return { ...failed, since: laterThan(before.since, now), reason, toldAt };
}
