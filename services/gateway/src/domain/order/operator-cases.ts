import type { Dispute } from '../dispute/dispute.ts';
import {
  isAutomatic,
  mayBeBeingSent,
  type Refund,
  recordIsTrueAfter,
  unresolvedSince,
} from '../refund/refund.ts';
import { leaveToOperator, reminderDueAt } from '../refund/withdraw-refund.ts';
import type { CaseKind } from './case-kind.ts';
import {
  disputeCaseIdOf,
  excessCaseIdOf,
  returnCaseIdOf,
  setAsideIdOf,
  uncollectedCaseIdOf,
} from './order-identifiers.ts';
import { excessiveReturns, returnedMinor } from './order-sums.ts';
import { changed, unchanged } from './order-transition.ts';
import type { Decision, PaymentOrder } from './payment-order.ts';

/**
 * A matter of an order that no rule can settle, so that an operator has to look at the channel's own records. Cases are derived
 * from the order itself, so that none can be forgotten. A case stays until a late callback resolves it or an operator settles
 * it.
 */
export interface OperatorCase {
  /** The ID of the attempt, the refund or the set-aside report, or an ID made only for the case. */
  readonly caseId: string;
  readonly kind: CaseKind;
  readonly since: Date;
}

/** The number of attempts after which a refund without a result becomes a case for an operator. They take about an hour. */
const TRIES_BEFORE_SHOWN = 8;

export function openCases(order: PaymentOrder): readonly OperatorCase[] {
  return allCases(order).filter((open) => !isSettled(order, open));
}

/**
 * Whether an operator has settled this particular case. A case with the same ID but another `since` is a new case, even if its
 * `since` is before the settlement: it may have been decided earlier, or on an instance whose clock is behind.
 */
export function isSettled(
  { settledCases }: Pick<PaymentOrder, 'settledCases'>,
  { caseId, since }: Pick<OperatorCase, 'caseId' | 'since'>,
): boolean {
  return settledCases.some(
    (settled) => settled.caseId === caseId && settled.since.getTime() === since.getTime(),
  );
}

function allCases(order: PaymentOrder): readonly OperatorCase[] {
  return [
    ...order.attempts.flatMap(({ attemptId, unresolvedSince }): OperatorCase[] =>
      unresolvedSince === null
        ? []
        : [{ caseId: attemptId, kind: 'attempt_unresolved', since: unresolvedSince }],
    ),
    ...order.attempts.flatMap(({ attemptId, uncollected }): OperatorCase[] =>
      uncollected === null
        ? []
        : [{ caseId: uncollectedCaseIdOf(attemptId), kind: 'payment_uncollected', since: uncollected.since }],
    ),
    ...order.refunds.flatMap((refund): OperatorCase[] => refundCases(order, refund)),
    ...disputeCases(order),
    ...excessCases(order),
    ...order.quarantine.map(
      ({ receivedAt }, index): OperatorCase => ({
        caseId: setAsideIdOf(order.orderId, index + 1),
        kind: 'result_set_aside',
        since: receivedAt,
      }),
    ),
  ];
}

function refundCases(order: PaymentOrder, refund: Refund): OperatorCase[] {
  const { refundId, state, createdAt, completedAt, acknowledgedAtTry = 0 } = refund;
  const tries = refund.tries - acknowledgedAtTry;
  // If the gateway has still not sent a refund after so many attempts, it cannot send it: the channel is gone, or never opened
  // the payment.
  if ((state === 'PROCESSING' || state === 'INITIALISED') && tries >= TRIES_BEFORE_SHOWN) {
    return [{ caseId: refundId, kind: 'refund_unresolved', since: unresolvedSince(refund) }];
  }
  const isEnded = state === 'FAILED' || state === 'CANCELLED' || state === 'SUCCESS';
  if (!isEnded || !isAutomatic(refund)) return [];
  const isAllBack = returnedMinor(order, refund.attemptId) >= order.amount.amountMinor;
  if (!isAllBack && !isReturnRepeated(order, refund)) {
    return [{ caseId: returnCaseIdOf(refundId), kind: 'return_failed', since: completedAt ?? createdAt }];
  }
  return [];
}

function disputeCases(order: PaymentOrder): OperatorCase[] {
  const since = order.dispute?.unresolvedSince;
  return since ? [{ caseId: caseIdOfDispute(order), kind: 'dispute_unresolved', since }] : [];
}

/** The case ID of the order's current dispute. */
export function caseIdOfDispute({
  orderId,
  wonDisputes,
  lostDisputes,
}: Pick<PaymentOrder, 'orderId' | 'wonDisputes' | 'lostDisputes'>): string {
  return disputeCaseIdOf(orderId, wonDisputes.length + lostDisputes.length + 1);
}

/**
 * The case of an order that returned more of a payment than was paid. A further return of the same payment opens a new case. A
 * return of another payment does not.
 */
function excessCases(order: PaymentOrder): OperatorCase[] {
  const returns = excessiveReturns(order);
  if (returns.length === 0) return [];
  const momentsMs = returns.map((back) => momentOf(back)?.getTime() ?? 0);
  const caseId = excessCaseIdOf(order.orderId, returns.length);
  return [{ caseId, kind: 'returned_too_much', since: new Date(Math.max(...momentsMs)) }];
}

function momentOf(back: Refund | Dispute): Date | null {
  return 'resolvedAt' in back ? back.resolvedAt : back.completedAt;
}

/** Whether a later return of the same payment was started, whatever its state is. */
function isReturnRepeated(order: PaymentOrder, failed: Refund): boolean {
  const latest = order.refunds.findLast(
    (other) =>
      other.attemptId === failed.attemptId && isAutomatic(other) && other.correctsRefundId === undefined,
  );
  return latest !== failed;
}

/**
 * Whether the refund of a case may still be on its way to its channel. If so, the case must not be settled now: the refund could
 * arrive just after the operator looked for it at the channel.
 */
export function isBeingSent(order: PaymentOrder, caseId: string, realNow: Date): boolean {
  const refund = order.refunds.find(({ refundId }) => refundId === caseId);
  if (refund === undefined) return false;
  const lookAfter = recordIsTrueAfter(refund);
  return mayBeBeingSent(refund, realNow) || (lookAfter !== null && realNow <= lookAfter);
}

/**
 * Records that an operator has looked into a case. Returns `unchanged` if the order has no such open case. The operator names
 * the case's `since`, so that a case which opened again after the operator looked is not settled unseen.
 *
 * From then on, the gateway does not send the refund of the case, because the operator may return the money by hand. The
 * gateway still asks about a refund that may be at its channel. If the refund has not ended a month later, it becomes a case
 * again.
 */
export function settleCase(
  order: PaymentOrder,
  { caseId, since }: Pick<OperatorCase, 'caseId' | 'since'>,
  note: string,
  now: Date,
): Decision {
  const found = openCases(order).find(
    (open) => open.caseId === caseId && open.since.getTime() === since.getTime(),
  );
  if (found === undefined) return unchanged;
  const settled = withSettled(order, found, note, now);
  const unsent = order.refunds.find(({ refundId, state }) => refundId === caseId && state === 'INITIALISED');
  if (unsent === undefined) return changed(settled);

  const left = leaveToOperator(settled, unsent, { now, remindAt: reminderDueAt(now) });
  // The automatic return of a payment is withdrawn here, which opens the case return_failed. That case is settled too, because the
  // operator is already dealing with the return.
  const returnCase = openCases(left).find((open) => open.caseId === returnCaseIdOf(unsent.refundId));
  return changed(returnCase === undefined ? left : withSettled(left, returnCase, note, now));
}

function withSettled(order: PaymentOrder, settled: OperatorCase, note: string, now: Date): PaymentOrder {
  return { ...order, settledCases: [...order.settledCases, { ...settled, at: now, note }] };
}

/** The refund that a case is about; undefined if the case is not about a refund. */
export function refundOfCase({ refunds }: Pick<PaymentOrder, 'refunds'>, caseId: string): Refund | undefined {
  return refunds.find(({ refundId }) => refundId === caseId || returnCaseIdOf(refundId) === caseId);
}
