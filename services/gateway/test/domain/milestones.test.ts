import { expect, test } from 'vitest';
import { milestonesOf } from '../../src/domain/order/milestones.ts';
import { disputed, newOrder, opened, paid, submitted, withRefund } from '../builders/orders.ts';
import { unresolvedRefund } from '../builders/unresolved-refunds.ts';

test('an order and its attempts reach each state once', () => {
  const order = newOrder();
  const open = opened(order);
  expect(milestonesOf(order, open)).toEqual([{ subject: 'attempt', state: 'OPEN' }]);
  const paying = submitted(open);
  const success = paid(paying);
  expect(milestonesOf(open, paying)).toEqual([
    { subject: 'order', state: 'PAYING' },
    { subject: 'attempt', state: 'SUBMITTED' },
  ]);
  expect(milestonesOf(paying, success)).toEqual([
    { subject: 'order', state: 'PAY_SUCCESS' },
    { subject: 'attempt', state: 'SUCCEEDED' },
  ]);
  expect(milestonesOf(success, success)).toEqual([]);
});

test('refunds and disputes count too', () => {
  const order = paid();
  expect(milestonesOf(order, withRefund(order, { amountMinor: 100, state: 'SUCCESS' }))).toContainEqual({
    subject: 'refund',
    state: 'SUCCESS',
  });
  expect(milestonesOf(order, disputed(order))).toContainEqual({ subject: 'dispute', state: 'opened' });
});

test('a case counts when it opens, and not as long as it stays open', () => {
  const before = withRefund(paid(), { amountMinor: 3_000 });
  const { order } = unresolvedRefund(true, before);
  const opening = { subject: 'case', kind: 'refund_unresolved' };
  expect(milestonesOf(before, order)).toContainEqual(opening);
  expect(milestonesOf(order, { ...order, version: order.version + 1 })).toEqual([]);
});
