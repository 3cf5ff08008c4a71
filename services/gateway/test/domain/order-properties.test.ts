import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAttemptAlive } from '../../src/domain/attempt/payment-attempt.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import { refundableMinor, refundedMinor } from '../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { nextAttentionAt } from '../../src/domain/order/schedule.ts';
import { isAutomatic, reservesAmount } from '../../src/domain/refund/refund.ts';
import { begin, step } from '../builders/random-steps.ts';
import { after } from '../builders/times.ts';

/** States of a paid order. From these, an order never returns to an unpaid state. */
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

  test('a repeated report changes nothing', () => {
    const again = fc.array(fc.tuple(step, fc.nat()), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(begin, again, (build, steps) => {
        let order = build();
        for (const [index, [happen]] of steps.entries()) {
          const now = after(60 + index);
          const decision = happen(order, now);
          if (decision.kind !== 'changed') continue;
          order = decision.order;
          // The same step again changes nothing. A repeated submission also finds the attempt submitted.
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
  // Banks decide disputes without regard to refunds. So more than was paid can be returned, and then there is a case.
  const left = order.amount.amountMinor - refundedMinor(order);
  if (left < 0) expect(openCases(order).map(({ kind }) => kind)).toContain('returned_too_much');
  expect(refundableMinor(order)).toBeGreaterThanOrEqual(0);
  expect(refundableMinor(order)).toBeLessThanOrEqual(Math.max(left, 0));
  // The events are numbered without gaps. The outbox holds all of them, because nothing relays events in this test.
  expect(order.outbox.map(({ sequence }) => sequence)).toEqual(order.outbox.map((_, index) => index + 1));
  expect(order.lastSequence).toBe(order.outbox.length);
  expect(order.outbox.filter(({ type }) => type === 'order.payment.succeeded').length).toBeLessThan(2);
  // Each successful payment that did not pay the order is returned once.
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
  // The gateway keeps asking about every attempt that can still be paid, until the attempt has ended or is being cancelled.
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
