import type { Money } from '@kassa/contracts';
import type { PaymentOrder } from '../order/payment-order.ts';
import { type DisputeReportSetAside, disputeReportsSetAside } from '../order/quarantine.ts';
import { isSameMoney } from '../same-money.ts';
import type { Dispute, DisputeReport } from './dispute.ts';

/**
 * A dispute whose reports contradict the order, so that they were set aside for an operator and the order does not record the
 * dispute. This object combines all reports about it.
 */
export interface DisputeSetAside {
  readonly channelReference: string;
  /** The result of the dispute as reported; `undecided` if one report says won and another says lost. */
  readonly result: DisputeReport['kind'] | 'undecided';
  readonly amount: Money;
  /** Whether an operator has looked into all reports about this dispute. */
  readonly isSettled: boolean;
  /** Whether an operator has looked into all reports that this dispute was lost. */
  readonly isLossSettled: boolean;
}

/**
 * Disputes over an attempt's money that were only set aside for an operator, sorted by their first reports. Disputes that the
 * order itself records are left out.
 */
export function disputesSetAside(order: PaymentOrder, attemptId: string): readonly DisputeSetAside[] {
  const followed = new Set(followedDisputes(order).map(({ channelReference }) => channelReference));
  return [...byDispute(order, attemptId)].flatMap(([channelReference, reports]) => {
    const latest = reports.at(-1);
    if (latest === undefined || followed.has(channelReference)) return [];
    const losses = reports.filter(({ result }) => result === 'lost');
    const lost = losses.findLast(({ isSettled }) => !isSettled) ?? losses.at(-1);
    const isWon = reports.some(({ result }) => result === 'won');
    const { amount } = lost ?? latest;
    const isSettled = reports.every((report) => report.isSettled);
    const isLossSettled = reports.every((report) => report.result !== 'lost' || report.isSettled);
    return [{ channelReference, result: resultOf(lost, isWon), amount, isSettled, isLossSettled }];
  });
}

function resultOf(lost: DisputeReportSetAside | undefined, isWon: boolean): DisputeSetAside['result'] {
  if (lost === undefined) return isWon ? 'won' : 'opened';
  return isWon ? 'undecided' : 'lost';
}

/**
 * Whether a dispute may still take an attempt's money, or has taken money that the order does not count. This is so while the
 * order's dispute is open. It is also so while reports of disputes are set aside and no operator has looked into them.
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
 * Whether a set-aside report says that a dispute took an attempt's money, and no later report says that this dispute was won.
 * The settlement of the report's case does not matter: it can mean that the bank has the money or that it does not.
 */
export function isReportedLost(order: PaymentOrder, attemptId: string): boolean {
  return [...byDispute(order, attemptId).values()].some(
    (reports) => reports.findLast(({ result }) => result !== 'opened')?.result === 'lost',
  );
}

function isOutcomeContradicted(order: PaymentOrder, attemptId: string): boolean {
  return disputeReportsSetAside(order, attemptId).some(({ channelReference, result, amount, isSettled }) => {
    const outcome = outcomeOf(order, channelReference);
    return !isSettled && outcome !== undefined && contradictsOutcome({ kind: result, amount }, outcome);
  });
}

/** The outcome of a dispute that the order records as its current or an earlier dispute. */
export type DisputeOutcome =
  | { readonly kind: 'won' }
  /** The dispute was lost. `lost` is the total that the bank took, including amounts that an operator found later. */
  | { readonly kind: 'lost'; readonly lost: Money };

/** The recorded outcome of a dispute. Undefined while the dispute is open, or if the order does not record it. */
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

/** Whether a channel's report contradicts a dispute's recorded outcome, or the amount over which the dispute was lost. */
export function contradictsOutcome(
  { kind, amount }: Pick<DisputeReport, 'kind' | 'amount'>,
  outcome: DisputeOutcome,
): boolean {
  if (outcome.kind === 'won') return kind === 'lost';
  return kind === 'won' || (kind === 'lost' && !isSameMoney(amount, outcome.lost));
}

/** The disputes that the order records: the current one and those that are over. */
function followedDisputes({
  dispute,
  wonDisputes,
  lostDisputes,
}: PaymentOrder): readonly Pick<Dispute, 'channelReference'>[] {
  return [...wonDisputes, ...lostDisputes, ...(dispute === null ? [] : [dispute])];
}

function byDispute(
  order: PaymentOrder,
  attemptId: string,
): ReadonlyMap<string, readonly DisputeReportSetAside[]> {
  return Map.groupBy(disputeReportsSetAside(order, attemptId), ({ channelReference }) => channelReference);
}
