import type { Dispute } from '../dispute/dispute.ts';
import { obstacleToSettling } from '../dispute/loss-behind-dispute.ts';
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
 * A question about an order that the gateway cannot answer itself, so that an operator has to look at the channel's own
 * records. Cases are derived from the order's stored data, so none can be lost. A case stays open until a late callback answers
 * the question or an operator settles the case.
 */
export interface OperatorCase {
  /** The ID of the attempt, refund or channel's report that the case is about, or an ID that was made only for the case. */
  readonly caseId: string;
  readonly kind: CaseKind;
  readonly since: Date;
}

/**
 * How often the gateway tries to send a refund, or asks for its result, before it opens a case for an operator. These tries
 * take about an hour.
 */
const TRIES_BEFORE_SHOWN = 8;

export function openCases(order: PaymentOrder): readonly OperatorCase[] {
  return allCases(order).filter((open) => !isSettled(order, open));
}

/**
 * Whether an operator has settled a case. The settlement must have the same case ID and the same start time (`since`): a case
 * that opens again has a new start time, and is not settled yet. Only equal start times count. Whether one is later than the
 * other means nothing, because the clocks of the gateway's instances may differ.
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
  const { refundId, state, acknowledgedAtTry = 0, refusedAsTooEarly = [] } = refund;
  const tries = Math.max(refund.tries - acknowledgedAtTry, refusedAsTooEarly.length);
  // If a refund is still not sent after about an hour of tries, its channel has been removed or has never opened the payment.
  // Open a case for an operator, just as for a sent refund without a result. A refund that its channel keeps refusing as too
  // early becomes a case after about ten hours.
  if ((state === 'PROCESSING' || state === 'INITIALISED') && tries >= TRIES_BEFORE_SHOWN) {
    return [{ caseId: refundId, kind: 'refund_unresolved', since: unresolvedSince(refund) }];
  }
  const isEnded = state === 'FAILED' || state === 'CANCELLED' || state === 'SUCCESS';
  // Only a return that the gateway itself made opens this case. A return that somebody made at the processor by hand does not.
  if (!isEnded || !isAutomatic(refund) || refund.isMadeAtProcessor) return [];
  const isAllBack = returnedMinor(order, refund.attemptId) >= order.amount.amountMinor;
  if (!isAllBack && !isReturnRepeated(order, refund)) {
    return [{ caseId: returnCaseIdOf(refundId), kind: 'return_failed', since: notBackSince(order, refund) }];
  }
  return [];
}

/**
 * Returns the time since which the gateway knows that the money of a late or second payment has not been returned. This is
 * usually when the given return ended. But if the channel has since taken back another return of the payment, such as one that
 * somebody made at the processor by hand, it is the time of that reversal. So if money comes back after an operator has settled
 * the case, the case opens again.
 */
function notBackSince(order: PaymentOrder, { attemptId, createdAt, completedAt }: Refund): Date {
  const reversedMs = order.refunds
    .filter((other) => isAutomatic(other) && other.attemptId === attemptId)
    .map(({ reversal }) => (reversal?.confirmedAt ?? reversal?.reversedAt)?.getTime() ?? 0);
  return new Date(Math.max((completedAt ?? createdAt).getTime(), ...reversedMs));
}

function disputeCases(order: PaymentOrder): OperatorCase[] {
  const since = order.dispute?.unresolvedSince;
  return since ? [{ caseId: caseIdOfDispute(order), kind: 'dispute_unresolved', since }] : [];
}

/** Returns the ID for a case about the order's current dispute. */
export function caseIdOfDispute({
  orderId,
  wonDisputes,
  lostDisputes,
}: Pick<PaymentOrder, 'orderId' | 'wonDisputes' | 'lostDisputes'>): string {
  return disputeCaseIdOf(orderId, wonDisputes.length + lostDisputes.length + 1);
}

/**
 * Returns one case if the consumer has got back more of a payment than the consumer had paid; otherwise none. If even more
 * money goes back later, a case with another ID replaces the first one.
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

/**
 * Whether the gateway has started another return of the same late or second payment after the return `failed`. It does not
 * matter here how the newer return ended: if it fails, it gets its own case.
 */
function isReturnRepeated(order: PaymentOrder, failed: Refund): boolean {
  const latest = order.refunds.findLast(
    (other) =>
      other.attemptId === failed.attemptId &&
      isAutomatic(other) &&
      other.correctsRefundId === undefined &&
      !other.isMadeAtProcessor,
  );
  return latest !== failed;
}

/**
 * Whether a case is about a refund that may still be on its way to its channel. An operator must not settle such a case yet:
 * the refund could arrive just after the operator looked for it at the channel.
 */
export function isBeingSent(order: PaymentOrder, caseId: string, realNow: Date): boolean {
  const refund = order.refunds.find(({ refundId }) => refundId === caseId);
  if (refund === undefined) return false;
  const lookAfter = recordIsTrueAfter(refund);
  return mayBeBeingSent(refund, realNow) || (lookAfter !== null && realNow <= lookAfter);
}

/**
 * Records that an operator has settled a case. A case that has opened again since the operator saw it has another start time
 * (`since`), and stays open. The case of a loss that the order cannot record yet also stays open (`obstacleToSettling`).
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
  if (found === undefined || obstacleToSettling(order, caseId) !== undefined) return unchanged;
  const settled = withSettled(order, found, note, now);
  const unsent = order.refunds.find(({ refundId, state }) => refundId === caseId && state === 'INITIALISED');
  if (unsent === undefined) return changed(settled);

  // The operator may return the money by hand, so the gateway does not send this refund any more. It still asks the channel for
  // a result if the channel may have received the refund.
  const left = leaveToOperator(settled, unsent, { now, remindAt: reminderDueAt(now) });
  // If this refund was to return a late or second payment, the gateway has now cancelled it. This opens a second case
  // (`return_failed`). Settle that case too, because the operator who settled the first case also takes care of the return.
  const returnCase = openCases(left).find((open) => open.caseId === returnCaseIdOf(unsent.refundId));
  return changed(returnCase === undefined ? left : withSettled(left, returnCase, note, now));
}

function withSettled(order: PaymentOrder, settled: OperatorCase, note: string, now: Date): PaymentOrder {
  return { ...order, settledCases: [...order.settledCases, { ...settled, at: now, note }] };
}

/** Returns the refund that a case is about; undefined if the case is not about a refund. */
export function refundOfCase({ refunds }: Pick<PaymentOrder, 'refunds'>, caseId: string): Refund | undefined {
  return refunds.find(({ refundId }) => refundId === caseId || returnCaseIdOf(refundId) === caseId);
}
