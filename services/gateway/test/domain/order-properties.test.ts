import type { Money } from '@kassa/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { planCancellation, recordCancelled } from '../../src/domain/attempt/cancel-attempt.ts';
import { planOpening, recordOpening } from '../../src/domain/attempt/open-attempt.ts';
import { isAttemptAlive } from '../../src/domain/attempt/payment-attempt.ts';
import { planSubmission } from '../../src/domain/attempt/submit-attempt.ts';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import { beginClosing, closeExpired } from '../../src/domain/order/expire-order.ts';
import type { Decision, PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { refundableMinor, refundedMinor } from '../../src/domain/order/payment-order.ts';
import { nextAttentionAt } from '../../src/domain/order/schedule.ts';
import { applyRefundResult, startRefund } from '../../src/domain/refund/progress-refund.ts';
import { isAutomatic, type RefundResult, reservesAmount } from '../../src/domain/refund/refund.ts';
import { decideRefund } from '../../src/domain/refund/request-refund.ts';
import {
  cardMethod,
  declined,
  demand,
  failed,
  money,
  newOrder,
  opened,
  openingOf,
  paid,
  submitted,
  succeeded,
  visa,
  walletMethod,
} from '../builders/orders.ts';
import { after } from '../builders/times.ts';

/** Anything that can happen to an order, in any order, with any contents. */
type Step = (order: PaymentOrder, now: Date) => Decision;

const pick = fc.nat({ max: 3 });
const attemptAt = (order: PaymentOrder, index: number) => order.attempts[index]?.attemptId ?? 'txn_none';
const refundAt = (order: PaymentOrder, index: number) => order.refunds[index]?.refundId ?? 'rfd_none';

/** A success without an amount stands for one over the refund's own. */
function wholeResult(
  order: PaymentOrder,
  index: number,
  result: Exclude<RefundResult, { kind: 'succeeded' }> | { kind: 'succeeded'; returned: Money | null },
): RefundResult {
  if (result.kind === 'failed') return result;
  return { kind: 'succeeded', returned: result.returned ?? order.refunds[index]?.amount ?? money(1) };
}

function written(plan: { kind: string; order?: PaymentOrder | null }): Decision {
  return plan.order == null ? { kind: 'unchanged' } : { kind: 'changed', order: plan.order };
}

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom(cardMethod, walletMethod).map(
    (method): Step =>
      (order, now) =>
        written(planOpening(order, method, null, now)),
  ),
  pick.map(
    (index): Step =>
      (order, now) =>
        recordOpening(order, attemptAt(order, index), openingOf(attemptAt(order, index)), now),
  ),
  fc.constant<Step>((order, now) => written(planSubmission(order, visa, now))),
  fc
    .tuple(
      pick,
      fc.constantFrom(
        succeeded(),
        succeeded(),
        declined,
        { kind: 'cancelled' } as const,
        succeeded(money(1)),
      ),
    )
    .map(
      ([index, result]): Step =>
        (order, now) =>
          applyPaymentResult(order, attemptAt(order, index), result, now),
    ),
  fc.tuple(fc.constantFrom('R1', 'R2', 'R3', 'R4', 'R5'), fc.integer({ min: 1, max: 11_000 })).map(
    ([number, amount]): Step =>
      (order, now) =>
        written(decideRefund(order, demand(number, money(amount)), now)),
  ),
  pick.map(
    (index): Step =>
      (order, now) =>
        startRefund(order, refundAt(order, index), now, true),
  ),
  fc
    .tuple(
      pick,
      fc.constantFrom(
        { kind: 'succeeded', returned: null } as const,
        { kind: 'succeeded', returned: money(77) } as const,
        {
          kind: 'failed',
          failure: { code: 'no', message: 'No.' },
        } as const,
      ),
    )
    .map(
      ([index, result]): Step =>
        (order, now) =>
          applyRefundResult(order, refundAt(order, index), wholeResult(order, index, result), now),
    ),
  fc
    .tuple(
      pick,
      fc.constantFrom('opened' as const, 'won' as const, 'lost' as const),
      fc.constantFrom('dsp_1', 'dsp_2'),
      fc.integer({ min: -1, max: 10_001 }),
    )
    .map(
      ([index, kind, channelReference, amount]): Step =>
        (order, now) =>
          applyDisputeReport(
            order,
            attemptAt(order, index),
            { kind, channelReference, amount: money(amount) },
            now,
          ),
    ),
  fc.constant<Step>((order) => beginClosing(order, after(1800))),
  pick.map(
    (index): Step =>
      (order) =>
        written(planCancellation(order, attemptAt(order, index), after(1800))),
  ),
  pick.map(
    (index): Step =>
      (order) =>
        recordCancelled(order, attemptAt(order, index), after(1800)),
  ),
  fc.constant<Step>((order) => closeExpired(order, after(1800))),
);

const begin = fc.constantFrom(
  () => newOrder(),
  () => submitted(),
  () => paid(),
  () => submitted(opened(failed())),
);

/** States from which an order never returns to one before: its history only goes on. */
const paidStates = new Set(['PAY_SUCCESS', 'PARTIAL_REFUND', 'REFUNDED', 'IN_DISPUTE']);

describe('whatever happens to an order, in whatever order', () => {
  test('its money, its version and its events add up', () => {
    fc.assert(
      fc.property(begin, fc.array(step, { maxLength: 40 }), (build, steps) => {
        let order = build();
        for (const [index, happen] of steps.entries()) {
          const decision = happen(order, after(60 + index));
          const next = decision.kind === 'changed' ? decision.order : order;
          expect(next.version).toBe(order.version + (decision.kind === 'changed' ? 1 : 0));
          expectToAddUp(next);
          expectToGoForward(order, next);
          order = next;
        }
      }),
      { numRuns: 1500 },
    );
  });

  test('everything that was reported once changes nothing when it is reported again', () => {
    const again = fc.array(fc.tuple(step, fc.nat()), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(begin, again, (build, steps) => {
        let order = build();
        for (const [index, [happen]] of steps.entries()) {
          const now = after(60 + index);
          const decision = happen(order, now);
          if (decision.kind !== 'changed') continue;
          order = decision.order;
          // A submission is no report: repeated, it finds itself submitted.
          expect(happen(order, now).kind).toBe('unchanged');
        }
      }),
      { numRuns: 1000 },
    );
  });
});

function expectToAddUp(order: PaymentOrder): void {
  const reserved = order.refunds
    .filter((refund) => reservesAmount(refund) && !isAutomatic(refund))
    .reduce((sum, refund) => sum + refund.amount.amountMinor, 0);
  expect(reserved).toBeLessThanOrEqual(order.amount.amountMinor);
  expect(refundedMinor(order)).toBeLessThanOrEqual(order.amount.amountMinor);
  expect(refundableMinor(order)).toBeGreaterThanOrEqual(0);
  expect(refundableMinor(order) + refundedMinor(order)).toBeLessThanOrEqual(order.amount.amountMinor);
  // No gaps: the outbox holds every event there ever was, as nobody relays here.
  expect(order.outbox.map(({ sequence }) => sequence)).toEqual(order.outbox.map((_, index) => index + 1));
  expect(order.lastSequence).toBe(order.outbox.length);
  expect(order.outbox.filter(({ type }) => type === 'order.payment.succeeded').length).toBeLessThan(2);
  // Each success that did not pay the order is on its way back, once.
  const unpaying = order.attempts.filter(
    ({ state, attemptId }) => state === 'SUCCEEDED' && attemptId !== order.paidByAttemptId,
  );
  expect(
    order.refunds
      .filter(isAutomatic)
      .map(({ attemptId }) => attemptId)
      .sort(),
  ).toEqual(unpaying.map(({ attemptId }) => attemptId).sort());
  if (order.dispute !== null) {
    expect(order.dispute.amount.amountMinor).toBeGreaterThan(0);
    expect(order.dispute.amount.amountMinor).toBeLessThanOrEqual(order.amount.amountMinor);
  }
  expect(order.paidAt !== null).toBe(paidStates.has(order.state));
  // Nothing that can still be paid is forgotten: it is watched until it has ended, or is being cancelled.
  const alive = order.attempts.filter(isAttemptAlive);
  if (order.state === 'CLOSE') expect(alive).toEqual([]);
  if (alive.length > 0) expect(nextAttentionAt({ ...order, outbox: [], refunds: [] })).not.toBeNull();
}

function expectToGoForward(before: PaymentOrder, next: PaymentOrder): void {
  if (before.state === 'CLOSE') expect(next.state).toBe('CLOSE');
  if (paidStates.has(before.state)) expect(paidStates.has(next.state)).toBe(true);
  for (const attempt of before.attempts) {
    if (attempt.state !== 'SUCCEEDED') continue;
    expect(next.attempts.find(({ attemptId }) => attemptId === attempt.attemptId)?.state).toBe('SUCCEEDED');
  }
  for (const refund of before.refunds) {
    if (refund.state === 'INITIALISED' || refund.state === 'PROCESSING') continue;
    expect(next.refunds.find(({ refundId }) => refundId === refund.refundId)).toEqual(refund);
  }
}
