import type { Money } from '@kassa/contracts';
import type { PaymentOrder, WonDispute } from '../order/payment-order.ts';
import { type DisputeReportSetAside, disputeReportsSetAside } from '../order/quarantine.ts';
import { isSameMoney } from '../same-money.ts';
import type { DisputeReport } from './dispute.ts';

/** A dispute that the order does not follow, as the reports tell that were set aside. */
export interface DisputeSetAside {
  readonly channelReference: string;
  /** `undecided` where one report says won and another lost. */
  readonly result: DisputeReport['kind'] | 'undecided';
  readonly amount: Money;
  /** Whether an operator has looked into its latest report. */
  readonly isSettled: boolean;
}

/** Disputes of an attempt's money that the order does not follow, in the order in which they were first heard of. */
export function disputesSetAside(order: PaymentOrder, attemptId: string): readonly DisputeSetAside[] {
  const followed = new Set(followedDisputes(order).map(({ channelReference }) => channelReference));
  return [...byDispute(order, attemptId)].flatMap(([channelReference, reports]) => {
    const latest = reports.at(-1);
    if (latest === undefined || followed.has(channelReference)) return [];
    const lost = reports.findLast(({ result }) => result === 'lost');
    const isWon = reports.some(({ result }) => result === 'won');
    const { amount } = lost ?? latest;
    return [{ channelReference, result: resultOf(lost, isWon), amount, isSettled: latest.isSettled }];
  });
}

function resultOf(lost: DisputeReportSetAside | undefined, isWon: boolean): DisputeSetAside['result'] {
  if (lost === undefined) return isWon ? 'won' : 'opened';
  return isWon ? 'undecided' : 'lost';
}

/**
 * Whether a dispute may take an attempt's money, or has taken it without being counted: it is open, or an operator has
 * not yet looked into what was set aside about it. A dispute that was reported won and lost is undecided until then.
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
  const reports = disputeReportsSetAside(order, attemptId);
  return followedDisputes(order).some((dispute) =>
    reports.some(
      (report) =>
        report.channelReference === dispute.channelReference &&
        !report.isSettled &&
        contradictsOutcome({ kind: report.result, amount: report.amount }, dispute),
    ),
  );
}

/** Whether a report says otherwise how a dispute has ended, or over how much it was lost. */
export function contradictsOutcome(
  { kind, amount }: Pick<DisputeReport, 'kind' | 'amount'>,
  dispute: WonDispute,
): boolean {
  // Of a dispute without a state is known that it was won.
  if (!('state' in dispute) || dispute.state === 'won') return kind === 'lost';
  return (
    dispute.state === 'lost' && (kind === 'won' || (kind === 'lost' && !isSameMoney(amount, dispute.amount)))
  );
}

/** Disputes that the order follows or has followed. */
function followedDisputes({ dispute, wonDisputes, lostDisputes }: PaymentOrder): readonly WonDispute[] {
  return [...wonDisputes, ...lostDisputes, ...(dispute === null ? [] : [dispute])];
}

function byDispute(
  order: PaymentOrder,
  attemptId: string,
): ReadonlyMap<string, readonly DisputeReportSetAside[]> {
  return Map.groupBy(disputeReportsSetAside(order, attemptId), ({ channelReference }) => channelReference);
}
