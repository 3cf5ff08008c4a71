import type { Dispute } from '../dispute/dispute.ts';
import { isAutomatic, mayBeBeingSent, type Refund, unresolvedSince } from '../refund/refund.ts';
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
 * Matters of an order that no rule can settle, so that an operator has to look at the channel's own records.
 * Cases are derived from the order itself, so none can be forgotten. A case stays until a late callback resolves
 * it or an operator settles it.
 */
export interface OperatorCase {
  /** The ID of the attempt, the refund or the set-aside result, or a separate ID for the case. */
  readonly caseId: string;
  readonly kind: CaseKind;
  readonly since: Date;
}

/** After this many attempts, about an hour after the request, a refund without a result becomes a case. */
const TRIES_BEFORE_SHOWN = 8;

export function openCases(order: PaymentOrder): readonly OperatorCase[] {
  return allCases(order).filter((open) => !isSettled(order, open));
}

/**
 * Whether an operator has settled this particular case. A later case with the same ID is a new one, even if its
 * time is before the settlement: its decision may have started earlier, or on an instance whose clock is behind.
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
  // A refund that is still unsent after so many attempts cannot be sent, because its channel is gone or never
  // answered the opening.
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

/** A further return of the same payment makes a new case; a return of another payment does not. */
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

/** Whether the same money was returned again later, whatever that return's state is. */
function isReturnRepeated(order: PaymentOrder, failed: Refund): boolean {
  const latest = order.refunds.findLast(
    (other) =>
      other.attemptId === failed.attemptId && isAutomatic(other) && other.correctsRefundId === undefined,
  );
  return latest !== failed;
}

/**
 * Whether a call that sends the refund of a case may still be running. If the case were settled now, the refund
 * could be made after the operator looked for it at the channel.
 */
export function isBeingSent(order: PaymentOrder, caseId: string, realNow: Date): boolean {
  const refund = order.refunds.find(({ refundId }) => refundId === caseId);
  return refund !== undefined && mayBeBeingSent(refund, realNow);
}

/**
 * Records that an operator has looked into a case; `unchanged` if the order has no such open case. From then on the gateway
 * does not send the refund, because the operator may return the money by hand. The gateway still asks about a refund that may
 * be at its channel. A refund that has not ended a month later becomes a case again.
 */
export function settleCase(order: PaymentOrder, caseId: string, note: string, now: Date): Decision {
  const found = openCases(order).find((open) => open.caseId === caseId);
  if (found === undefined) return unchanged;
  const settled = withSettled(order, found, note, now);
  const unsent = order.refunds.find(({ refundId, state }) => refundId === caseId && state === 'INITIALISED');
  if (unsent === undefined) return changed(settled);

  const left = leaveToOperator(settled, unsent, { now, remindAt: reminderDueAt(now) });
  // The operator has taken over the return, so withdrawing it opens no case.
  const returnCase = openCases(left).find((open) => open.caseId === returnCaseIdOf(unsent.refundId));
  return changed(returnCase === undefined ? left : withSettled(left, returnCase, note, now));
}

function withSettled(order: PaymentOrder, settled: OperatorCase, note: string, now: Date): PaymentOrder {
  return { ...order, settledCases: [...order.settledCases, { ...settled, at: now, note }] };
}

/** The refund that a case is about; undefined for other cases. */
export function refundOfCase({ refunds }: Pick<PaymentOrder, 'refunds'>, caseId: string): Refund | undefined {
  return refunds.find(({ refundId }) => refundId === caseId || returnCaseIdOf(refundId) === caseId);
}
