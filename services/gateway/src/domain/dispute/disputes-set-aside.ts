import type { Money } from '@kassa/contracts';
import type { PaymentOrder } from '../order/payment-order.ts';
import { type DisputeReportSetAside, disputeReportsSetAside, recordsOfDispute } from '../order/quarantine.ts';
import { isSameMoney } from '../same-money.ts';
import { type Dispute, type DisputeReport, endedAt, isOfEarlierStage, latestStage } from './dispute.ts';
import { isReportedLater, isReportedNoLater, latestReportTime } from './later-report.ts';

/**
 * A dispute that the order does not record, because the channel's reports about it contradict the order. The reports were
 * stored for an operator instead. This object combines all reports about one such dispute.
 */
export interface DisputeSetAside {
  readonly channelReference: string;
  /**
   * The state of the dispute according to the channel's reports. `undecided` stands for three cases: one report says that the
   * dispute was won and another that it was lost; the dispute was won over less than the bank took; or it was won, and a later
   * report says something else.
   */
  readonly result: DisputeReport['kind'] | 'undecided';
  readonly amount: Money;
  /** Whether the amount takes into account the money that the bank has given back. */
  readonly showsMoneyBack: boolean;
  /** Whether the dispute is only announced: no report says that the bank has taken the money. */
  readonly isAnnounced: boolean;
  /** The latest stage that the channel has reported; undefined if this stage is the chargeback. */
  readonly stage: DisputeReport['stage'];
  /** When the channel made the newest of the reports; undefined if the channel does not say. */
  readonly toldAt: Date | undefined;
  /** Whether an operator has examined all reports about this dispute. */
  readonly isSettled: boolean;
  /** Whether an operator has examined all reports which say that this dispute was lost. */
  readonly isLossSettled: boolean;
  /** Whether it is unclear which dispute the reports are about. The reference in the reports then does not identify a dispute. */
  readonly isOfUnknownDispute: boolean;
}

/**
 * Returns the disputes over an attempt's money that the order does not record: their reports contradict the order, and were
 * stored for an operator. The disputes are sorted by their first reports.
 */
export function disputesSetAside(order: PaymentOrder, attemptId: string): readonly DisputeSetAside[] {
  const followed = new Set(followedDisputes(order).map(({ channelReference }) => channelReference));
  return [...byDispute(order, attemptId)].flatMap(([channelReference, reports]) => {
    const latest = reports.at(-1);
    if (latest === undefined || followed.has(channelReference)) return [];
    const lost = lossThatCounts(reports);
    const largest = mostTaken(reports);
    const result = resultOf(lost, reports, largest);
    const isOvertaken = result === 'undecided' || latest.result === 'lost';
    const { amount, showsMoneyBack } = lost ?? (isOvertaken ? largest : undefined) ?? latest;
    const isSettled = reports.every((report) => report.isSettled);
    const isLossSettled = reports.every((report) => report.result !== 'lost' || report.isSettled);
    const isAnnounced = reports.every(({ isAnnouncement }) => isAnnouncement);
    const isOfUnknownDispute = reports.some((report) => report.isOfUnknownDispute);
    const stage = latestStage(reports);
    const toldAt = latestReportTime(reports);
    const facts = {
      showsMoneyBack,
      isAnnounced,
      stage,
      toldAt,
      isSettled,
      isLossSettled,
      isOfUnknownDispute,
    };
    return [{ channelReference, result, amount, ...facts }];
  });
}

/**
 * Returns the reported loss that shows how much the bank has kept. Reports can arrive in any order. A report that takes into
 * account money given back by the bank is newer than one that does not. A loss of an earlier stage does not count, because the
 * bank took the money again at the later stage.
 */
function lossThatCounts(reports: readonly DisputeReportSetAside[]): DisputeReportSetAside | undefined {
  const losses = reports.filter(
    (report) => report.result === 'lost' && !reports.some((other) => isOfEarlierStage(other, report)),
  );
  const newer = losses.filter(({ showsMoneyBack }) => showsMoneyBack);
  const candidates = newer.length > 0 ? newer : losses;
  return candidates.findLast(({ isSettled }) => !isSettled) ?? candidates.at(-1);
}

function resultOf(
  lost: DisputeReportSetAside | undefined,
  reports: readonly DisputeReportSetAside[],
  largest: DisputeReportSetAside | undefined,
): DisputeSetAside['result'] {
  const isWon = reports.some(({ result }) => result === 'won');
  if (lost !== undefined) return isWon ? 'undecided' : 'lost';
  // An announcement says nothing about money. Any other report after the outcome may say that the bank holds the money again.
  const latest = reports.findLast(({ isAnnouncement }) => !isAnnouncement);
  if (latest?.result !== 'won') return 'opened';
  const isOfPart = latest.amount.amountMinor < (largest?.amount.amountMinor ?? 0);
  const isOvertaken = reports.some(
    (other) =>
      isOfEarlierStage(other, latest) || (other.result === 'opened' && isReportedLater(other, latest)),
  );
  return isOfPart || isOvertaken || isLostAfterWin(reports) ? 'undecided' : 'won';
}

/**
 * Whether the channel called the dispute lost after the merchant had won it. Only reports that arrived before the order counted
 * the payment need this check. Reports that arrive later are already stored as a loss (`asLossAfterWin`).
 */
function isLostAfterWin(reports: readonly DisputeReportSetAside[]): boolean {
  return reports.some(
    (loss, place) =>
      loss.isCalledLost &&
      reports.some(
        (win, placeOfWin) =>
          win.result === 'won' &&
          !win.isCalledLost &&
          (isReportedLater(loss, win) || (placeOfWin < place && !isReportedNoLater(loss, win))),
      ),
  );
}

/** Returns the report that names the largest amount taken by the bank; undefined if no report says that the bank took money. */
function mostTaken(reports: readonly DisputeReportSetAside[]): DisputeReportSetAside | undefined {
  return reports
    .filter(({ result, isAnnouncement }) => result !== 'won' && !isAnnouncement)
    .reduce<DisputeReportSetAside | undefined>(
      (most, each) =>
        most !== undefined && most.amount.amountMinor >= each.amount.amountMinor ? most : each,
      undefined,
    );
}

/** Returns the largest amount that the bank took for a dispute, according to the reports that are stored for an operator. */
export function mostTakenAside(
  order: PaymentOrder,
  attemptId: string,
  channelReference: string,
): Money | undefined {
  return mostTaken(byDispute(order, attemptId).get(channelReference) ?? [])?.amount;
}

/**
 * Whether a report that a dispute was opened shows that the bank took more than the amount that was won. Only the reports
 * stored for an operator are compared. If the dispute was only announced, the amount that was won is zero.
 */
export function isOverMoreThanWonAside(
  order: PaymentOrder,
  attemptId: string,
  report: Pick<DisputeReport, 'channelReference' | 'amount' | 'toldAt'>,
): boolean {
  const reports = byDispute(order, attemptId).get(report.channelReference) ?? [];
  const isOnlyAnnounced =
    reports.some(({ isAnnouncement }) => isAnnouncement) && mostTaken(reports) === undefined;
  return reports.some(
    (win) =>
      win.result === 'won' &&
      !win.showsMoneyBack &&
      ((isOnlyAnnounced && !isReportedLater(win, report)) ||
        win.amount.amountMinor < report.amount.amountMinor),
  );
}

/** A dispute over an attempt's money, with the amounts that the channel has named for it. */
export interface KnownDispute {
  readonly channelReference: string;
  readonly amounts: readonly Money[];
  readonly isWon: boolean;
}

/** Returns the disputes over an attempt's money that the channel has reported, whether the order records them or not. */
export function knownDisputes(order: PaymentOrder, attemptId: string): readonly KnownDispute[] {
  const followed = followedDisputes(order).filter((dispute) => dispute.attemptId === attemptId);
  const aside = disputesSetAside(order, attemptId).filter(({ isOfUnknownDispute }) => !isOfUnknownDispute);
  const known = [
    ...followed.map(({ channelReference, amount, openingAmount = amount }) => ({
      channelReference,
      amounts: [amount, openingAmount],
      isWon: outcomeOf(order, channelReference)?.kind === 'won',
    })),
    ...aside.map(({ channelReference, amount, result }) => ({
      channelReference,
      amounts: [amount],
      isWon: result === 'won',
    })),
  ];
  return [...Map.groupBy(known, ({ channelReference }) => channelReference)].map(
    ([channelReference, parts]) => ({
      channelReference,
      amounts: parts.flatMap(({ amounts }) => amounts),
      isWon: parts.every(({ isWon }) => isWon),
    }),
  );
}

/**
 * Whether a dispute may still take the money of an attempt, or may have taken it without a record in the order. The answer is
 * yes in these cases:
 * - The order's dispute over the attempt is open.
 * - The channel reported another dispute over the attempt. The order does not record this dispute, the merchant did not win it,
 *   and an operator has not settled the cases of all its reports yet.
 * - A report of the channel contradicts the outcome that the order records for a dispute, and no operator has settled the
 *   report's case yet. A report that the dispute was opened over another amount than the order recorded counts as a
 *   contradiction.
 */
export function isDisputed(order: PaymentOrder, attemptId: string): boolean {
  const { dispute } = order;
  if (dispute?.attemptId === attemptId && dispute.state === 'opened') return true;
  const isHeldByAnother = disputesSetAside(order, attemptId).some(
    ({ result, isSettled }) => result !== 'won' && !isSettled,
  );
  return isHeldByAnother || isOutcomeContradicted(order, attemptId);
}

/**
 * Whether the channel has reported that a dispute over an attempt was lost, in a report that the gateway stored for an
 * operator. A report is ignored if a later report says that the same dispute was won. But a report with a settled case is not
 * ignored, because the settlement does not show who has the money.
 */
export function isReportedLost(order: PaymentOrder, attemptId: string): boolean {
  return [...byDispute(order, attemptId).values()].some((reports) => {
    const outcomes = reports.filter(({ result }) => result !== 'opened');
    return newestOf(outcomes)?.result === 'lost';
  });
}

/**
 * Returns the channel's newest report. If the times of the reports do not show which is the newest, returns the report that was
 * stored last.
 */
function newestOf(reports: readonly DisputeReportSetAside[]): DisputeReportSetAside | undefined {
  return reports.reduce<DisputeReportSetAside | undefined>(
    (newest, each) => (newest !== undefined && isReportedLater(newest, each) ? newest : each),
    undefined,
  );
}

function isOutcomeContradicted(order: PaymentOrder, attemptId: string): boolean {
  return disputeReportsSetAside(order, attemptId).some(
    (report) => !report.isSettled && contradictsRecorded(order, report),
  );
}

/**
 * Whether a stored report contradicts the outcome that the order records for its dispute, or shows that the bank may have taken
 * more than this outcome says. An operator has to examine such a report.
 */
export function contradictsRecorded(order: PaymentOrder, report: DisputeReportSetAside): boolean {
  const { channelReference, result: kind, amount } = report;
  const outcome = outcomeOf(order, channelReference);
  if (outcome === undefined) return false;
  // The channel named a larger amount for the dispute than the order counts as lost, so the bank may have taken more. But a
  // report that only repeats the recorded opening amount says nothing new.
  const isOverMore = outcome.kind === 'lost' && amount.amountMinor > outcome.lost.amountMinor;
  const isMoreTaken = isOverMore && !isOpenedOverKnownAmount(order, report);
  return contradictsOutcome({ kind, amount }, outcome) || isMoreTaken || isOpeningInDoubt(order, report);
}

/**
 * Whether a report that the dispute was opened names the opening amount that the order already records. The recorded loss then
 * accounts for the difference.
 */
function isOpenedOverKnownAmount(order: PaymentOrder, report: DisputeReportSetAside): boolean {
  const known = followedDisputes(order).filter(
    ({ channelReference }) => channelReference === report.channelReference,
  );
  return (
    report.result === 'opened' &&
    known.some(({ amount, openingAmount = amount }) => isSameMoney(openingAmount, report.amount))
  );
}

function isOpeningInDoubt(order: PaymentOrder, report: DisputeReportSetAside): boolean {
  return isOpenedAfterEnd(order, report) || isOpenedOverOtherAmount(order, report);
}

/**
 * Whether a report that the dispute was opened names an amount other than the recorded one, so that the bank may have taken the
 * difference. If an operator or the channel's ledger has already shown what the bank took, the answer is no. But if the report
 * is newer than the ledger's answer, or is about a later stage, the ledger's answer does not count, because the bank may have
 * taken money again since then.
 */
function isOpenedOverOtherAmount(order: PaymentOrder, report: DisputeReportSetAside): boolean {
  if (report.result !== 'opened' || report.isAnnouncement) return false;
  return followedDisputes(order)
    .filter(({ channelReference }) => channelReference === report.channelReference)
    .every((known) => {
      const { amount, openingAmount = amount, showsMoneyBack, isFoundByOperator } = known;
      const isNewer = isReportedLater(report, known) || isOfEarlierStage(report, known);
      const isAnswered = isFoundByOperator || (showsMoneyBack && !isNewer);
      return !isAnswered && !isSameMoney(openingAmount, report.amount);
    });
}

function isOpenedAfterEnd(order: PaymentOrder, report: DisputeReportSetAside): boolean {
  if (report.result !== 'opened') return false;
  return followedDisputes(order).some(
    (dispute) => dispute.channelReference === report.channelReference && isAfterEnd(report, dispute),
  );
}

/**
 * Whether the gateway stored a report after it had recorded the dispute's outcome. Reports that earlier versions of the gateway
 * stored do not show this, so their times are compared. These times may come from instances whose clocks differ.
 */
export function isAfterEnd({ isAfterOutcome, receivedAt }: DisputeReportSetAside, dispute: Dispute): boolean {
  const outcomeAt = endedAt(dispute);
  return outcomeAt !== null && (isAfterOutcome ?? receivedAt >= outcomeAt);
}

/** The outcome of one of the order's disputes, whether it is the current dispute or an earlier one. */
export type DisputeOutcome =
  | { readonly kind: 'won' }
  /** The dispute was lost. `lost` is the total amount that the bank took, including what an operator found later. */
  | { readonly kind: 'lost'; readonly lost: Money };

/**
 * Returns the outcome that the order records for a dispute. Undefined while the dispute is open, or if the order does not
 * record the dispute.
 */
export function outcomeOf(
  { dispute, wonDisputes, lostDisputes, amount: { currency } }: PaymentOrder,
  channelReference: string,
): DisputeOutcome | undefined {
  const isIt = (known: Pick<Dispute, 'channelReference'>) => known.channelReference === channelReference;
  const latest = dispute !== null && isIt(dispute) ? dispute : undefined;
  const lost = [...lostDisputes, ...(latest?.state === 'lost' ? [latest] : [])].filter(isIt);
  if (lost.length > 0) {
    const amountMinor = lost.reduce((sum, { amount }) => sum + amount.amountMinor, 0);
    return { kind: 'lost', lost: { amountMinor, currency } };
  }
  return latest?.state === 'won' || wonDisputes.some(isIt) ? { kind: 'won' } : undefined;
}

/** An outcome that the order records for a dispute, and when the order last recorded anything about this dispute. */
export interface RecordedOutcome {
  readonly outcome: DisputeOutcome;
  /**
   * When the order recorded the outcome, or stored a later report about the dispute for an operator. An outcome or report that
   * follows has a later time.
   */
  readonly since: Date;
}

/** Returns the outcome that the order records for a dispute; undefined if it records none. */
export function recordedOutcome(order: PaymentOrder, channelReference: string): RecordedOutcome | undefined {
  const outcome = outcomeOf(order, channelReference);
  const since = lastRecordedAt(order, channelReference);
  return outcome === undefined || since === undefined ? undefined : { outcome, since };
}

/**
 * Returns when the order last recorded something about a dispute that an operator must have seen before concluding it. This can
 * be the outcome, a later report, a report that the open dispute continues, or a report that was stored for an operator.
 * Undefined if the order has only the report that opened the dispute.
 */
export function lastRecordedAt(order: PaymentOrder, channelReference: string): Date | undefined {
  const disputes = followedDisputes(order).filter((dispute) => dispute.channelReference === channelReference);
  const moments = disputes
    .flatMap((dispute) => [endedAt(dispute), dispute.confirmedAt ?? null])
    .filter((moment) => moment !== null);
  const reports = recordsOfDispute(order, channelReference)
    .map((record) => record.since)
    .filter((since) => moments.length > 0 || disputes.some(({ openedAt }) => since >= openedAt));
  const latest = Math.max(...[...moments, ...reports].map((moment) => moment.getTime()));
  return Number.isFinite(latest) ? new Date(latest) : undefined;
}

/**
 * Returns the time to record for a correction of a dispute's outcome, or for a report about the dispute. This is normally the
 * present time. If the clock of another instance was ahead, the recorded outcome can have a later time. The returned time is
 * then just after the time of that outcome.
 */
export function afterRecorded(order: PaymentOrder, channelReference: string, now: Date): Date {
  const since = lastRecordedAt(order, channelReference)?.getTime() ?? 0;
  return new Date(Math.max(now.getTime(), since + 1));
}

/**
 * Whether a channel's report contradicts the outcome that the order records for a dispute, or the amount of a recorded loss.
 */
export function contradictsOutcome(
  { kind, amount }: Pick<DisputeReport, 'kind' | 'amount'>,
  outcome: DisputeOutcome,
): boolean {
  if (outcome.kind === 'won') return kind === 'lost';
  return kind === 'won' || (kind === 'lost' && !isSameMoney(amount, outcome.lost));
}

/** Returns the disputes that the order records: the current one and earlier ones. */
function followedDisputes({ dispute, wonDisputes, lostDisputes }: PaymentOrder): readonly Dispute[] {
  return [...wonDisputes, ...lostDisputes, ...(dispute === null ? [] : [dispute])];
}

function byDispute(
  order: PaymentOrder,
  attemptId: string,
): ReadonlyMap<string, readonly DisputeReportSetAside[]> {
  return Map.groupBy(disputeReportsSetAside(order, attemptId), ({ channelReference }) => channelReference);
}
