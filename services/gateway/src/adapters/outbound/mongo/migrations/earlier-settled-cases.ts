import { caseIdOfDispute, type OperatorCase, openCases } from '../../../../domain/order/operator-cases.ts';
import { returnCaseIdOf, uncollectedCaseIdOf } from '../../../../domain/order/order-identifiers.ts';
import type { PaymentOrder, SettledCase } from '../../../../domain/order/payment-order.ts';

/**
 * A case that an operator settled, as earlier versions of the gateway stored it. The oldest versions did not record what kind
 * of case it was.
 */
export type EarlierSettledCase = Omit<SettledCase, 'kind' | 'since'> & Partial<Pick<SettledCase, 'kind'>>;

/**
 * Converts an order's settled cases from the format of earlier versions of the gateway. In that format, several cases of an
 * order could have the same ID, and an operator who settled one of them closed them all. Returns one settled case for each case
 * that was closed.
 */
export function settledCasesOf(
  order: Omit<PaymentOrder, 'settledCases'>,
  settledCases: readonly EarlierSettledCase[],
): readonly SettledCase[] {
  const cases = openCases({ ...order, settledCases: [] });
  return settledCases.flatMap((settled) =>
    closedBy(settled, order, cases).map((closed) => {
      const matter = cases.find(({ caseId, since }) => caseId === closed.caseId && since <= settled.at);
      return { ...closed, since: matter?.since ?? settled.at };
    }),
  );
}

/**
 * Returns all cases that were closed when an operator settled one case in an earlier version of the gateway. In that version,
 * the two possible cases of a refund had the same ID, so settling one also closed the other. The same applies to the two
 * possible cases of an attempt, unless the settled case records its kind.
 */
function closedBy(
  settled: EarlierSettledCase,
  order: Omit<PaymentOrder, 'settledCases'>,
  cases: readonly OperatorCase[],
): readonly Omit<SettledCase, 'since'>[] {
  const { caseId, kind, at } = settled;
  const refund = order.refunds.find(({ refundId }) => refundId === caseId);
  if (refund !== undefined) {
    const { completedAt } = refund;
    const isEnded = completedAt !== null && completedAt <= at;
    return [
      ...(kind === 'return_failed' ? [] : [{ ...settled, kind: 'refund_unresolved' } as const]),
      ...(isEnded ? [{ ...settled, caseId: returnCaseIdOf(caseId), kind: 'return_failed' } as const] : []),
    ];
  }
  if (caseId.startsWith('exc_')) {
    const excess = cases.find((open) => open.kind === 'returned_too_much');
    return [{ ...settled, caseId: excess?.caseId ?? caseId, kind: 'returned_too_much' }];
  }
  if (kind !== undefined) return [{ ...settled, kind }];
  const attempt = order.attempts.find(({ attemptId }) => attemptId === caseId);
  if (attempt === undefined) {
    return [
      { ...settled, kind: caseId === caseIdOfDispute(order) ? 'dispute_unresolved' : 'result_set_aside' },
    ];
  }
  const uncollected = {
    ...settled,
    caseId: uncollectedCaseIdOf(caseId),
    kind: 'payment_uncollected',
  } as const;
  return [{ ...settled, kind: 'attempt_unresolved' }, ...(attempt.uncollected === null ? [] : [uncollected])];
}
