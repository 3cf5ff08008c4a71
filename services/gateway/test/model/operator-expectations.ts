import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import type { Refund } from '../../src/domain/refund/refund.ts';
import type { Outcome } from './expected-outcomes.ts';
import { attemptOf } from './invariants/parts-of-order.ts';

/** The simple model of what an operator is answered, said from the order alone. */

export function cancellationOutcome(order: PaymentOrder | undefined, refundId: string): Outcome {
  const refund = refundOf(order, refundId);
  if (refund === undefined) return 'REFUND_NOT_FOUND';
  const isFree = refund.origin === 'merchant' && refund.state === 'INITIALISED';
  return isFree ? 'cancelled' : 'REFUND_NOT_CANCELLABLE';
}

export function repetitionOutcome(order: PaymentOrder | undefined, refundId: string): Outcome {
  const refund = refundOf(order, refundId);
  if (order === undefined || refund === undefined) return 'REFUND_NOT_FOUND';
  return isReturnOpen(order, refund) ? 'repeated' : 'RETURN_NOT_REPEATABLE';
}

export function settlementOutcome(order: PaymentOrder | undefined, caseId: string): Outcome {
  return order !== undefined && openCaseIds(order).includes(caseId) ? 'settled' : 'CASE_NOT_FOUND';
}

/** What an operator must see of an order: what no rule settles and no operator has settled since. */
export function openCaseIds(order: PaymentOrder): readonly string[] {
  const attempts = order.attempts.flatMap(({ attemptId, unresolvedSince }) =>
    unresolvedSince !== null && !isSettledSince(order, attemptId, unresolvedSince) ? [attemptId] : [],
  );
  const uncollected = order.attempts.flatMap(({ attemptId, uncollected: report }) =>
    report !== null && !isSettledSince(order, attemptId, report.since) ? [attemptId] : [],
  );
  const refunds = order.refunds.filter((refund) => {
    const { refundId, state, tries, createdAt } = refund;
    const isWaiting = state === 'PROCESSING' && tries >= 8 && !isSettledSince(order, refundId, createdAt);
    return isWaiting || isReturnOpen(order, refund);
  });
  const setAside = order.quarantine.flatMap(({ receivedAt }, index) => {
    const caseId = setAsideCaseId(order, index);
    return isSettledSince(order, caseId, receivedAt) ? [] : [caseId];
  });
  return [...attempts, ...uncollected, ...refunds.map(({ refundId }) => refundId), ...setAside];
}

export function setAsideCaseId({ orderId }: PaymentOrder, index: number): string {
  return `qtn_${orderId.slice('ord_'.length)}_${index + 1}`;
}

/** After the channel was asked for an operator, what it said has come to the order. */
export function faultsOfAnswer(
  order: PaymentOrder | undefined,
  attemptId: string,
  answer: string,
): readonly string[] {
  const attempt = order && attemptOf(order, attemptId);
  if (attempt === undefined) return [`an attempt was asked about that is not there`];
  if (answer !== 'ended' && answer !== 'cancelled') return [];
  const isOver = attempt.state === 'SUCCEEDED' || attempt.state === 'FAILED' || attempt.state === 'ABANDONED';
  return isOver && attempt.unresolvedSince === null
    ? []
    : [`the channel answered ${answer} for ${attemptId}, which is ${attempt.state}`];
}

/** Money that came too late or twice, that was refused, and that nobody has tried again or written off. */
function isReturnOpen(order: PaymentOrder, refund: Refund): boolean {
  if (refund.origin === 'merchant' || refund.state !== 'FAILED' || refund.completedAt === null) return false;
  const tries = order.refunds.filter(
    ({ origin, attemptId }) => origin !== 'merchant' && attemptId === refund.attemptId,
  );
  return tries.at(-1) === refund && !isSettledSince(order, refund.refundId, refund.completedAt);
}

function isSettledSince({ settledCases }: PaymentOrder, caseId: string, since: Date): boolean {
  return settledCases.some((settled) => settled.caseId === caseId && settled.at >= since);
}

function refundOf(order: PaymentOrder | undefined, refundId: string): Refund | undefined {
  return order?.refunds.find((refund) => refund.refundId === refundId);
}
