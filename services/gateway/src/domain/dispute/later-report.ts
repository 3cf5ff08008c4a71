import type { PaymentOrder } from '../order/payment-order.ts';
import { disputeReportsSetAside } from '../order/quarantine.ts';
import { disputesOf } from '../settlement/money-moves.ts';
import type { Dispute, DisputeReport } from './dispute.ts';

/** Something that the channel told at a time that may be known. */
interface Told {
  readonly toldAt?: Date | undefined;
}

/** Whether the channel told the first after the second. False if one of the times is not known, or both are the same. */
export function isToldLater({ toldAt }: Told, { toldAt: otherAt }: Told): boolean {
  return toldAt !== undefined && otherAt !== undefined && toldAt > otherAt;
}

/** Returns the time of the report that the channel told last; undefined if no time is known. */
export function latestTold(all: readonly Told[]): Date | undefined {
  return all.reduce<Told>((latest, each) => {
    return latest.toldAt === undefined || isToldLater(each, latest) ? each : latest;
  }, {}).toldAt;
}

interface Win extends Told {
  readonly isCalledLost?: true | undefined;
}

/** Returns what the gateway knows of a dispute's wins, whether the order records them or they wait for an operator. */
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
 * Returns a report as a loss if the channel called the dispute lost after it was won, in whatever sequence the two reports arrive.
 * The channel's ledger then shows only the money that came back for the win, and not that the bank takes it again. The report of a
 * win shows that the money came back, even if the channel's ledger does not list it yet.
 */
export function asLossAfterWin(order: PaymentOrder, attemptId: string, report: DisputeReport): DisputeReport {
  if (report.kind !== 'won') return report;
  const { isCalledLost = false, ...told } = report;
  const isLostAfterWin = winsOf(order, attemptId, report.channelReference).some((win) =>
    isCalledLost
      ? !win.isCalledLost && !isToldBy(report, win)
      : win.isCalledLost === true && isToldLater(win, report),
  );
  return isLostAfterWin ? { ...told, kind: 'lost', showsMoneyBack: true } : report;
}

/** Whether the channel told the first before the second, or at the same time: within a second, a loss does not follow a win. */
export function isToldBy({ toldAt }: Told, { toldAt: otherAt }: Told): boolean {
  return toldAt !== undefined && otherAt !== undefined && toldAt <= otherAt;
}

/** Whether a report says that a dispute is open, and the channel told it after each outcome of the dispute that the order records. */
export function isOpenAfterEnd(order: PaymentOrder, report: DisputeReport): boolean {
  if (report.kind !== 'opened' || report.isAnnouncement) return false;
  const ended = disputesOf(order).filter((known) => known.channelReference === report.channelReference);
  return ended.length > 0 && ended.every((known) => isToldLater(report, known));
}

/** Whether the channel told a report before each win of the dispute that the order records, so that the report is late. */
export function isToldBeforeWin(order: PaymentOrder, report: DisputeReport): boolean {
  const ended = disputesOf(order).filter((known) => known.channelReference === report.channelReference);
  return ended.length > 0 && ended.every((known) => known.state === 'won' && isToldLater(known, report));
}

/**
 * Notes a newer report of an outcome that the order records already, so that an older report which arrives later cannot change
 * this outcome, and a command that an operator gave before cannot correct it. Returns the same order if the report is not newer.
 */
export function withLaterOutcome(
  order: PaymentOrder,
  report: DisputeReport,
  confirmedAt: Date,
): PaymentOrder {
  const { toldAt, channelReference, isCalledLost, kind } = report;
  const isNoted = (known: Dispute) =>
    known.channelReference === channelReference && known.state === kind && isToldLater(report, known);
  if (kind === 'opened' || toldAt === undefined || !disputesOf(order).some(isNoted)) return order;
  const note = (known: Dispute): Dispute => {
    if (!isNoted(known)) return known;
    const { isCalledLost: _before, ...rest } = known;
    return { ...rest, toldAt, confirmedAt, ...(isCalledLost && { isCalledLost }) };
  };
  return {
    ...order,
    dispute: order.dispute && note(order.dispute),
    wonDisputes: order.wonDisputes.map(note),
    lostDisputes: order.lostDisputes.map(note),
  };
}
