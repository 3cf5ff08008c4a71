import type { Money } from '@kassa/contracts';
import { changed, unchanged } from '../order/order-transition.ts';
import type { Decision, PaymentOrder, QuarantinedResult } from '../order/payment-order.ts';
import { type DisputeReportSetAside, disputeReportsSetAside, withSetAside } from '../order/quarantine.ts';
import { type Dispute, type DisputeReport, saysOpenAgain } from './dispute.ts';
import { contradictsRecorded, isAfterEnd, outcomeOf } from './disputes-set-aside.ts';
import { isRepeatedAsEvent, isReportedLater, withReportNoted } from './later-report.ts';

/** Stores a channel's report about a dispute for an operator, because it contradicts the order. */
export function setDisputeAside(
  order: PaymentOrder,
  attemptId: string,
  report: DisputeReport,
  now: Date,
): Decision {
  const { channelReference, amount, kind, isAnnouncement, keyedBy, showsMoneyBack, stage } = report;
  const { toldAt, isCalledLost } = report;
  const isFollowed = order.dispute?.channelReference === channelReference && order.dispute.state === 'opened';
  const subject = {
    channelReference,
    result: kind,
    isAnnouncement: kind === 'opened' && isAnnouncement,
    isOfUnknownDispute: keyedBy === 'payment',
    showsMoneyBack,
    isAfterOutcome: outcomeOf(order, channelReference) !== undefined,
    stage,
    toldAt,
    isCalledLost,
  };
  const result = disputeResult(attemptId, amount, subject, now);
  if (!isFollowed && hasTurned(order, attemptId, report)) {
    return changed({ ...order, quarantine: [...order.quarantine, result] });
  }
  const next = withSetAside(order, result, isFollowed ? 'is_known' : 'is_new');
  const isStored = next.quarantine.length > order.quarantine.length;
  const isLater = !isFollowed && next !== order;
  const noted = isStored ? next : notedAgain(next, report, { isLater, now });
  return noted === order ? unchanged : changed(noted);
}

/**
 * Called if the channel repeats a report that a dispute is open, and the first such report still waits for an operator. Records
 * the repetition, so that an operator's earlier command can no longer end the dispute or correct its outcome: between the two
 * reports, the bank may have taken the money or given it back.
 *
 * @param isLater whether the repeated report has a later time than the stored one
 */
function notedAgain(
  order: PaymentOrder,
  report: DisputeReport,
  { isLater, now }: { readonly isLater: boolean; readonly now: Date },
): PaymentOrder {
  const isNew = isLater || isRepeatedAsEvent(report);
  return report.kind === 'opened' && !report.isAnnouncement && isNew
    ? withReportNoted(order, report, now)
    : order;
}

/**
 * Whether the report differs from the latest stored report about the dispute. Such a report is stored even if an older, equal
 * report still waits for an operator. A report that the dispute is open may just be late, so it counts only if the channel
 * shows that it is newer.
 */
function hasTurned(order: PaymentOrder, attemptId: string, report: DisputeReport): boolean {
  const latest = disputeReportsSetAside(order, attemptId).findLast(
    ({ channelReference, isAnnouncement }) => channelReference === report.channelReference && !isAnnouncement,
  );
  if (latest === undefined || latest.result === report.kind) return false;
  return report.kind !== 'opened' || saysOpenAgain(report, latest) || isReportedLater(report, latest);
}

/**
 * Whether the report's outcome differs from the latest stored outcome of the dispute, which still waits for an operator. The
 * operator must see both outcomes, not only the older one.
 *
 * The answer is also yes if the new report has no time and differs from the latest stored report that still waits for an
 * operator. This is so even if the stored report says that the dispute continues. Without a time, the order cannot record that
 * the new report is later. Suppose that an operator looked at the channel between the two reports. If the new report were not
 * stored, the operator could undo the outcome, and nobody would notice.
 */
export function reversesOutcomeSetAside(
  order: PaymentOrder,
  attemptId: string,
  { kind, channelReference, toldAt }: Pick<DisputeReport, 'kind' | 'channelReference' | 'toldAt'>,
): boolean {
  if (kind === 'opened') return false;
  const stored = disputeReportsSetAside(order, attemptId).filter(
    (report) => report.channelReference === channelReference && !report.isAnnouncement,
  );
  const latest =
    toldAt === undefined
      ? stored.findLast(({ isSettled }) => !isSettled)
      : stored.findLast(({ result }) => result !== 'opened');
  return latest !== undefined && latest.result !== kind && !latest.isSettled;
}

/**
 * Removes a dispute from the order and stores it as a report for an operator. The dispute is about a payment that can no longer
 * pay the order, because another attempt has paid the order or the order's validity has ended.
 */
export function withDisputeSetAside(order: PaymentOrder, dispute: Dispute, now: Date): PaymentOrder {
  const { attemptId, channelReference, amount, state, isAnnounced, showsMoneyBack, stage } = dispute;
  const { toldAt, isCalledLost } = dispute;
  const isAnnouncement = state === 'opened' && isAnnounced;
  const facts = { showsMoneyBack, stage, toldAt, isCalledLost };
  const subject = { channelReference, result: state, isAnnouncement, ...facts };
  const result = disputeResult(attemptId, amount, subject, now);
  const next = withSetAside({ ...order, dispute: null }, result, 'is_new');
  const later = turnAfterEnd(order, dispute);
  // Store this report once more, because the latest stored report must show the dispute's present state.
  return later === undefined
    ? next
    : { ...next, quarantine: [...next.quarantine, disputeResult(attemptId, later.amount, later, now)] };
}

/**
 * Returns the latest report if it differs from the dispute's recorded outcome, was stored after that outcome, and still waits
 * for an operator.
 */
function turnAfterEnd(order: PaymentOrder, dispute: Dispute): DisputeReportSetAside | undefined {
  const latest = disputeReportsSetAside(order, dispute.attemptId).findLast(
    ({ channelReference, isAnnouncement }) =>
      channelReference === dispute.channelReference && !isAnnouncement,
  );
  if (latest === undefined || !isAfterEnd(latest, dispute)) return undefined;
  return latest.isSettled || latest.result === dispute.state ? undefined : latest;
}

/**
 * Opens a new case about a dispute once the channel has reported the disputed payment. An operator had settled the earlier case
 * while the gateway did not know of this payment.
 */
export function withDisputeReopened(
  order: PaymentOrder,
  { attemptId, channelReference, amount }: Pick<Dispute, 'attemptId' | 'channelReference' | 'amount'>,
  now: Date,
): PaymentOrder {
  const subject = { channelReference, result: 'opened' } as const;
  return withSetAside(order, disputeResult(attemptId, amount, subject, now), 'is_new');
}

/**
 * Opens a new case about each dispute whose recorded outcome a report contradicts, once the channel has reported the disputed
 * payment. An operator settled the earlier case when the gateway did not know of this payment yet.
 */
export function withContradictionsReopened(order: PaymentOrder, attemptId: string, now: Date): PaymentOrder {
  const contradictions = disputeReportsSetAside(order, attemptId).filter((report) =>
    contradictsRecorded(order, report),
  );
  const latest = new Map(contradictions.map((report) => [report.channelReference, report]));
  return [...latest.values()]
    .filter(({ isSettled }) => isSettled)
    .reduce(
      (current, report) =>
        withSetAside(current, disputeResult(attemptId, report.amount, report, now), 'is_new'),
      order,
    );
}

function disputeResult(
  attemptId: string,
  reported: Money,
  {
    channelReference,
    result,
    isAnnouncement = false,
    isOfUnknownDispute = false,
    showsMoneyBack = false,
    isAfterOutcome,
    stage,
    toldAt,
    isCalledLost,
  }: {
    readonly channelReference: string;
    readonly result: DisputeReport['kind'];
    readonly isAnnouncement?: boolean | undefined;
    readonly isOfUnknownDispute?: boolean;
    readonly showsMoneyBack?: boolean | undefined;
    readonly isAfterOutcome?: boolean | undefined;
    readonly stage?: DisputeReport['stage'] | undefined;
    readonly toldAt?: Date | undefined;
    readonly isCalledLost?: true | undefined;
  },
  receivedAt: Date,
): QuarantinedResult {
  return {
    attemptId,
    reported,
    receivedAt,
    subject: {
      kind: 'dispute',
      channelReference,
      result,
      ...(isAnnouncement && { isAnnouncement: true }),
      ...(isOfUnknownDispute && { isOfUnknownDispute: true }),
      ...(showsMoneyBack && { showsMoneyBack: true }),
      ...(isAfterOutcome !== undefined && { isAfterOutcome }),
      ...(stage && { stage }),
      ...(toldAt && { toldAt }),
      ...(isCalledLost && { isCalledLost }),
    },
  };
}
