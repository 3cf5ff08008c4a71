import type { PaymentOrder } from '../order/payment-order.ts';
import { disputeReportsSetAside } from '../order/quarantine.ts';
import { disputesOf } from '../settlement/money-moves.ts';
import { type Dispute, type DisputeReport, isOfEarlierStage } from './dispute.ts';

/** Something that the channel reported, with the time of the report if it is known. */
interface TimedReport {
  readonly toldAt?: Date | undefined;
}

/** Whether the channel made the first report after the second. False if one of the times is unknown or both are the same. */
export function isReportedLater({ toldAt }: TimedReport, { toldAt: otherAt }: TimedReport): boolean {
  return toldAt !== undefined && otherAt !== undefined && toldAt > otherAt;
}

/** Returns the time of the channel's newest report; undefined if no report has a time. */
export function latestReportTime(all: readonly TimedReport[]): Date | undefined {
  return all.reduce<TimedReport>((latest, each) => {
    return latest.toldAt === undefined || isReportedLater(each, latest) ? each : latest;
  }, {}).toldAt;
}

interface Win extends TimedReport {
  readonly isCalledLost?: true | undefined;
}

/**
 * Returns all wins of a dispute that the gateway knows of, whether the order records them or their reports wait for an
 * operator.
 */
function winsOf(order: PaymentOrder, attemptId: string, channelReference: string): readonly Win[] {
  const recorded = disputesOf(order).filter(
    (known) => known.channelReference === channelReference && known.state === 'won',
  );
  const aside = disputeReportsSetAside(order, attemptId).filter(
    (report) => report.channelReference === channelReference && report.result === 'won',
  );
  return [...recorded, ...aside];
}

/**
 * Returns the report as a loss if the channel called the dispute lost after the merchant had won it. The two reports can arrive
 * in either order. The channel's ledger then shows the money that came back for the win, but not yet that the bank takes it
 * again. The report of the win proves that the money came back, even if the channel's ledger does not list it yet.
 */
export function asLossAfterWin(order: PaymentOrder, attemptId: string, report: DisputeReport): DisputeReport {
  if (report.kind !== 'won') return report;
  const { isCalledLost = false, ...rest } = report;
  const isLostAfterWin = winsOf(order, attemptId, report.channelReference).some((win) =>
    isCalledLost
      ? !win.isCalledLost && !isReportedNoLater(report, win)
      : win.isCalledLost === true && isReportedLater(win, report),
  );
  return isLostAfterWin ? { ...rest, kind: 'lost', showsMoneyBack: true } : report;
}

/**
 * Whether the channel made the first report before or at the same time as the second. Two reports of the same second also
 * count, because a loss cannot follow a win within a second.
 */
export function isReportedNoLater({ toldAt }: TimedReport, { toldAt: otherAt }: TimedReport): boolean {
  return toldAt !== undefined && otherAt !== undefined && toldAt <= otherAt;
}

/** Whether a report says that a dispute is open, and the channel made it after every recorded outcome of the dispute. */
export function isOpenAfterEnd(order: PaymentOrder, report: DisputeReport): boolean {
  if (report.kind !== 'opened' || report.isAnnouncement) return false;
  const ended = disputesOf(order).filter((known) => known.channelReference === report.channelReference);
  return ended.length > 0 && ended.every((known) => isReportedLater(report, known));
}

/** Whether the channel made a report before every recorded win of the dispute, so that the report is late. */
export function isReportedBeforeWin(order: PaymentOrder, report: DisputeReport): boolean {
  const ended = disputesOf(order).filter((known) => known.channelReference === report.channelReference);
  return ended.length > 0 && ended.every((known) => known.state === 'won' && isReportedLater(known, report));
}

/**
 * Records that a newer report confirms an outcome that the order already records. After that, an older report that arrives
 * later cannot change the outcome, and an operator's earlier command cannot correct it. Returns the same order if the report is
 * not newer.
 */
export function withLaterOutcome(
  order: PaymentOrder,
  report: DisputeReport,
  confirmedAt: Date,
): PaymentOrder {
  const { toldAt, channelReference, isCalledLost, kind } = report;
  const isNoted = (known: Dispute) =>
    known.channelReference === channelReference && known.state === kind && isReportedLater(report, known);
  if (kind === 'opened' || toldAt === undefined || !disputesOf(order).some(isNoted)) return order;
  return withEachDispute(order, (known) => {
    if (!isNoted(known)) return known;
    const { isCalledLost: _before, ...rest } = known;
    return { ...rest, toldAt, confirmedAt, ...(isCalledLost && { isCalledLost }) };
  });
}

function withEachDispute(order: PaymentOrder, change: (dispute: Dispute) => Dispute): PaymentOrder {
  return {
    ...order,
    dispute: order.dispute && change(order.dispute),
    wonDisputes: order.wonDisputes.map(change),
    lostDisputes: order.lostDisputes.map(change),
  };
}

/**
 * Records when the channel reported something about a dispute that an operator has to examine. An operator's earlier command can
 * then no longer end the dispute or correct its outcome. Returns the same order if it does not record the dispute.
 */
export function withReportNoted(
  order: PaymentOrder,
  { channelReference }: Pick<DisputeReport, 'channelReference'>,
  confirmedAt: Date,
): PaymentOrder {
  const isIt = (known: Dispute) => known.channelReference === channelReference;
  if (!disputesOf(order).some(isIt)) return order;
  return withEachDispute(order, (known) => (isIt(known) ? { ...known, confirmedAt } : known));
}

/**
 * Records that the channel has reported an open dispute again, so that an operator's earlier command cannot end it.
 * Announcements do not count, and neither do the answers to the gateway's daily questions, because they say nothing about the
 * money.
 *
 * @param next the dispute with the facts of the report
 */
export function withOpenAgain(known: Dispute, next: Dispute, report: DisputeReport, now: Date): Dispute {
  const { isAnnouncement, showsMoneyBack } = report;
  const isOfMoney =
    known.isAnnounced || isOfEarlierStage(report, known) || (showsMoneyBack && !known.showsMoneyBack);
  if (isAnnouncement || !(isRepeatedAsEvent(report) || isOfMoney)) return next;
  const afterMs = (known.confirmedAt?.getTime() ?? 0) + 1;
  return { ...next, confirmedAt: new Date(Math.max(now.getTime(), afterMs)) };
}

/**
 * Whether the channel sent this report of an open dispute by itself, and not as the answer to a question of the gateway.
 * Concerns channels that may report an open dispute several times. A report without a time is not an answer, because answers
 * always have a time.
 */
export function isRepeatedAsEvent({ mayReopen, toldAt }: DisputeReport): boolean {
  return mayReopen === true && toldAt === undefined;
}
