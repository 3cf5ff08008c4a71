import { orderLimits } from '@kassa/contracts';
import fc from 'fast-check';
import { BSON } from 'mongodb';
import { beforeAll, describe, expect, test } from 'vitest';
import { toOrderDocument } from '../../src/adapters/outbound/mongo/order-documents.ts';
import { refundableMinor, refundedMinor } from '../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { recordWithinLimits } from '../../src/domain/order/record-within-limits.ts';
import { decideRefund } from '../../src/domain/refund/request-refund.ts';
import { GrowingOrder } from '../builders/growing-order.ts';
import { contradict, correct, demandOf, dispute, largestOrder, settle } from '../builders/largest-order.ts';
import { cjk } from '../builders/largest-parts.ts';
import { step } from '../builders/random-steps.ts';
import { after } from '../builders/times.ts';

/**
 * Room for what cannot be at its longest at the same time: the events of the last change, and times of which an order has only
 * some.
 */
const RESERVE_BYTES = 64 * 1024;

const bytesOf = (order: PaymentOrder) => BSON.calculateObjectSize(toOrderDocument(order));

describe('the largest order that merchants, channels and operators can bring about', () => {
  let largest: PaymentOrder;
  beforeAll(() => {
    largest = largestOrder();
  });

  test('an order whose lists are all at their limits is smaller than 1 MiB (fault 75)', () => {
    expect({
      attempts: largest.attempts.length,
      // All attempts can bring money that must be returned, except the one that pays the order.
      refunds: largest.refunds.length + 1,
      releasedRefundNumbers: largest.releasedRefundNumbers.length,
      disputes: largest.lostDisputes.length + 1,
      setAsideInAll: largest.quarantine.length,
      settledCases: largest.settledCases.length,
      historyLines: largest.history.reduce((sum, { moves }) => sum + 1 + moves.length, 0),
      waitingEvents: largest.outbox.length,
    }).toEqual({
      attempts: orderLimits.openings,
      refunds: orderLimits.refundsInAll,
      releasedRefundNumbers: orderLimits.releasedRefundNumbers,
      disputes: orderLimits.disputes,
      setAsideInAll: orderLimits.setAsideInAll,
      settledCases: orderLimits.settledCases,
      historyLines: orderLimits.historyLines,
      waitingEvents: orderLimits.waitingEvents,
    });
    expect(bytesOf(largest)).toBeGreaterThan(900_000);
    expect(bytesOf(largest)).toBeLessThan(orderLimits.documentBytes - RESERVE_BYTES);
  });

  test.each<[string, (growing: GrowingOrder) => ReturnType<typeof dispute>, string, number]>([
    ['a further dispute', (growing) => dispute(growing, 999), 'disputes', orderLimits.disputes],
    [
      'a further contradicting report',
      (growing) => contradict(growing, 999),
      'reports that were set aside',
      orderLimits.setAside,
    ],
    ['a further correction', (growing) => correct(growing), 'refunds', orderLimits.refundsWithOperators],
  ])(
    'if a list of an order is full, the gateway refuses a change that would add to the list, and names the list (fault 75): %s',
    (_what, add, holds, most) => {
      const growing = new GrowingOrder({ ...largest, outbox: [] });
      const before = growing.order;
      expect(add(growing)).toEqual({ holds, most });
      expect(growing.order).toBe(before);
    },
  );

  test('once an order has reached its limit of settled cases, no further case of the order can be settled (fault 75)', () => {
    const growing = new GrowingOrder({ ...largest, outbox: [] });
    expect(settle(growing)).toEqual({ holds: 'settled cases', most: orderLimits.settledCases });
  });

  test('keeps the texts of the latest refunds, and the beginning of the others’', () => {
    const ofMerchant = largest.refunds.slice(0, orderLimits.refunds);
    expect(ofMerchant.at(-1)).toMatchObject({ reason: cjk(256), remark: cjk(256) });
    expect(ofMerchant[0]).toMatchObject({ reason: `${cjk(9)}…`, remark: `${cjk(9)}…` });
    expect(decideRefund(largest, demandOf(1), after(0))).toEqual({ kind: 'exists', refund: ofMerchant[0] });
  });

  test('has a history that stands for every change, from the creation to the latest one', () => {
    const { history, version } = largest;
    expect(history[0]).toMatchObject({ version: 1, cause: 'payment_created' });
    expect(history.at(-1)).toMatchObject({ version });
    expect(history.map(({ times = 1 }) => times).reduce((sum, times) => sum + times)).toBe(version);
    expect(history.map(({ version: each }) => each)).toEqual(
      history.map(({ version: each }) => each).toSorted((one, other) => one - other),
    );
  });

  test('whatever happens to an order, it stays smaller than 1 MiB and its sums stay correct (fault 75)', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 25 }), (steps) => {
        let order: PaymentOrder = { ...largest, outbox: [] };
        for (const [index, happen] of steps.entries()) {
          const now = after(50_000_000 + index);
          const decision = happen(order, now);
          if (decision.kind !== 'changed') continue;
          const recorded = recordWithinLimits(order, decision.order, { cause: 'callback_received', at: now });
          if (recorded.kind === 'full') continue;
          order = recorded.order;
          expect(refundableMinor(order)).toBe(refundableMinor(decision.order));
          expect(refundedMinor(order)).toBe(refundedMinor(decision.order));
        }
        expect(bytesOf(order)).toBeLessThan(orderLimits.documentBytes);
      }),
      { numRuns: 60 },
    );
  });
});
