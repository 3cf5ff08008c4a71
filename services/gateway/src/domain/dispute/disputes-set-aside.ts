import type { Money } from '@kassa/contracts';
import type { PaymentOrder } from '../order/payment-order.ts';
import { type DisputeReportSetAside, disputeReportsSetAside } from '../order/quarantine.ts';
import { isSameMoney } from '../same-money.ts';
import type { Dispute, DisputeReport } from './dispute.ts';

/** A dispute that the order does not follow, built from the reports that were set aside. */
export interface DisputeSetAside {
  readonly channelReference: string;
  /** `undecided` if one report says won and another says lost. */
  readonly result: DisputeReport['kind'] | 'undecided';
  readonly amount: Money;
  /** Whether an operator has looked into all reports about this dispute. */
  readonly isSettled: boolean;
  /** Whether an operator has looked into all reports that this dispute was lost. */
  readonly isLossSettled: boolean;
}

/** Disputes of an attempt's money that the order does not follow, in the order of their first reports. */
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
 * Whether a dispute may still take an attempt's money, or has taken money that the order does not count. That is
 * the case while the dispute is open, or until an operator has looked into the reports that were set aside. A
 * dispute reported both won and lost stays undecided until then.
 */
export function isDisputed(order: PaymentOrder, attemptId: string): boolean {
  const { dispute } = order;
  if (dispute?.attemptId === attemptId && dispute.state === 'opened') return true;
  const isHeldByAnother = disputesSetAside(order, attemptId).some(
    ({ result, isSettled }) => result !== 'won' && !isSettled,
  );
  return isHeldByAnother || isOutcomeContradicted(order, attemptId);
}

function isOutcomeContradicted(order: PaymentOrder, attemptId: string): boolean {
  return disputeReportsSetAside(order, attemptId).some(({ channelReference, result, amount, isSettled }) => {
    const outcome = outcomeOf(order, channelReference);
    return !isSettled && outcome !== undefined && contradictsOutcome({ kind: result, amount }, outcome);
  });
}

/** The outcome of a dispute that the order follows or has followed. */
export type DisputeOutcome =
  | { readonly kind: 'won' }
  /** Lost over this amount in total, because an operator can find that the bank took more than first reported. */
  | { readonly kind: 'lost'; readonly lost: Money };

/** Undefined while the dispute is open, or if the order does not know it. */
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

/** Whether a report contradicts a dispute's outcome, or the amount over which it was lost. */
export function contradictsOutcome(
  { kind, amount }: Pick<DisputeReport, 'kind' | 'amount'>,
  outcome: DisputeOutcome,
): boolean {
  if (outcome.kind === 'won') return kind === 'lost';
  return kind === 'won' || (kind === 'lost' && !isSameMoney(amount, outcome.lost));
}

/** Disputes that the order follows or has followed. */
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
