import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import type { Refund } from '../../src/domain/refund/refund.ts';
import {
  automaticRefunds,
  lostDisputesOf,
  lostOf,
  madeOf,
  merchantRefunds,
  sumMinor,
} from './invariants/parts-of-order.ts';
import { setAsideCaseId } from './reports-set-aside.ts';

/** A case as an operator sees it in the list. */
export interface SeenCase {
  readonly caseId: string;
  readonly since: Date;
}

export function openCaseIds(order: PaymentOrder): readonly string[] {
  return casesToSee(order).map(({ caseId }) => caseId);
}

/** Returns the cases of an order that an operator must see: what no rule can settle and no operator has settled since. */
export function casesToSee(order: PaymentOrder): readonly SeenCase[] {
  return [
    ...order.attempts.flatMap(({ attemptId, unresolvedSince }) =>
      unresolvedSince === null ? [] : [{ caseId: attemptId, since: unresolvedSince }],
    ),
    ...order.attempts.flatMap(({ attemptId, uncollected: report }) =>
      report === null ? [] : [{ caseId: attemptId.replace('txn_', 'ucl_'), since: report.since }],
    ),
    ...order.refunds.flatMap((refund) => casesOfRefund(order, refund)),
    ...disputeCases(order),
    ...excessCases(order),
    ...order.quarantine.map(({ receivedAt }, index) => ({
      caseId: setAsideCaseId(order, index),
      since: receivedAt,
    })),
  ].filter(({ caseId, since }) => !isSettled(order, caseId, since));
}

function casesOfRefund(order: PaymentOrder, refund: Refund): readonly SeenCase[] {
  const { refundId, state, createdAt, foundUnsentAt, unconcludedSince, completedAt } = refund;
  const tries = refund.tries - (refund.acknowledgedAtTry ?? 0);
  if ((state === 'PROCESSING' || state === 'INITIALISED') && tries >= 8) {
    const moments = [createdAt, foundUnsentAt, unconcludedSince].map((moment) => moment?.getTime() ?? 0);
    return [{ caseId: refundId, since: new Date(Math.max(...moments)) }];
  }
  return completedAt !== null && isReturnOpen(order, refund)
    ? [{ caseId: returnCaseId(refund), since: notBackSince(order, refund) }]
    : [];
}

/**
 * Since when the money of a late or second payment is not back: since its return ended or, if later, since the channel took back
 * another return of the payment, for example one made by hand.
 */
function notBackSince(order: PaymentOrder, { attemptId, createdAt, completedAt }: Refund): Date {
  const takenBack = automaticRefunds(order)
    .filter((refund) => refund.attemptId === attemptId)
    .flatMap(({ reversal }) => (reversal?.confirmedAt ?? reversal?.reversedAt)?.getTime() ?? []);
  return new Date(Math.max((completedAt ?? createdAt).getTime(), ...takenBack));
}

function disputeCases(order: PaymentOrder): readonly SeenCase[] {
  const { dispute } = order;
  if (dispute === null || dispute.unresolvedSince === null) return [];
  const caseId = `dsp_${order.orderId.slice('ord_'.length)}_${order.wonDisputes.length + order.lostDisputes.length + 1}`;
  return [{ caseId, since: dispute.unresolvedSince }];
}

/**
 * Returns the cases of refunds and lost disputes that took more than was paid. Each further one of the same payment makes a new
 * case.
 */
function excessCases(order: PaymentOrder): readonly SeenCase[] {
  const made = ({ state }: Refund) => state === 'SUCCESS';
  const moments: (Date | null)[] = [];
  if (madeOf(order) + lostOf(order) > order.amount.amountMinor && order.paidAt !== null) {
    moments.push(...lostDisputesOf(order).map(({ resolvedAt }) => resolvedAt));
    moments.push(
      ...merchantRefunds(order)
        .filter(made)
        .map(({ completedAt }) => completedAt),
    );
  }
  for (const { attemptId } of order.attempts) {
    const returns = automaticRefunds(order).filter(
      (refund) => refund.attemptId === attemptId && made(refund),
    );
    if (sumMinor(returns) <= order.amount.amountMinor) continue;
    moments.push(...returns.map(({ completedAt }) => completedAt));
  }
  if (moments.length === 0) return [];
  const since = new Date(Math.max(...moments.map((moment) => moment?.getTime() ?? 0)));
  const caseId = `exc_${order.orderId.slice('ord_'.length)}_${moments.length}`;
  return [{ caseId, since }];
}

function returnedOf(order: PaymentOrder, attemptId: string): number {
  return sumMinor(
    automaticRefunds(order).filter((refund) => refund.attemptId === attemptId && refund.state === 'SUCCESS'),
  );
}

/** Whether a late or second payment was not fully returned, and nobody has repeated its return or settled it. */
export function isReturnOpen(order: PaymentOrder, refund: Refund): boolean {
  if (refund.origin === 'merchant' || refund.completedAt === null || refund.isMadeAtProcessor) return false;
  if (returnedOf(order, refund.attemptId) >= order.amount.amountMinor) return false;
  const tries = order.refunds.filter(
    ({ origin, attemptId, correctsRefundId, isMadeAtProcessor }) =>
      origin !== 'merchant' &&
      attemptId === refund.attemptId &&
      correctsRefundId === undefined &&
      !isMadeAtProcessor,
  );
  return tries.at(-1) === refund && !isSettled(order, returnCaseId(refund), notBackSince(order, refund));
}

export function returnCaseId({ refundId }: Refund): string {
  return refundId.replace('rfd_', 'rtn_');
}

/** Whether an operator has settled this case, and not an earlier one with the same ID. */
function isSettled({ settledCases }: PaymentOrder, caseId: string, since: Date): boolean {
  return settledCases.some(
    (settled) => settled.caseId === caseId && settled.since.getTime() === since.getTime(),
  );
}
