import { describe, expect, test } from 'vitest';
import {
  attemptsToCancel,
  closeExpired,
  isExpiryDue,
  postponeClosing,
} from '../../src/domain/expire-order.ts';
import type { PaymentOrder } from '../../src/domain/payment-order.ts';
import { nextAttentionAt } from '../../src/domain/schedule.ts';
import {
  afterChange,
  failed,
  newOrder,
  opened,
  opening,
  orderIn,
  submitted,
  walletMethod,
} from '../builders/orders.ts';
import { after } from '../builders/times.ts';

describe('the end of an order’s validity', () => {
  test.each<[string, () => PaymentOrder, number, 'due' | 'not due']>([
    ['a new order just before', () => newOrder(), 1799.999, 'not due'],
    ['a new order', () => newOrder(), 1800, 'due'],
    ['an order with an open attempt', () => opened(), 1800, 'due'],
    ['an order being paid', () => submitted(), 1800, 'due'],
    ['a failed order, which stays failed', () => failed(), 9999, 'not due'],
    ['a paid order', orderIn.PAY_SUCCESS, 9999, 'not due'],
    ['a partly refunded order', orderIn.PARTIAL_REFUND, 9999, 'not due'],
    ['a refunded order', orderIn.REFUNDED, 9999, 'not due'],
    ['a disputed order', orderIn.IN_DISPUTE, 9999, 'not due'],
    ['a closed order', orderIn.CLOSE, 9999, 'not due'],
  ])('%s: %s s: %s', (_case, build, seconds, outcome) => {
    const order = build();
    const now = after(seconds);
    expect(isExpiryDue(order, now)).toBe(outcome === 'due');
    expect(closeExpired(order, now).kind).toBe(outcome === 'due' ? 'changed' : 'unchanged');
    expect(postponeClosing(order, now).kind).toBe(outcome === 'due' ? 'changed' : 'unchanged');
  });

  test('closes the order silently and abandons what was open', () => {
    const order = submitted(opened(opened(), walletMethod));
    const closed = afterChange(closeExpired(order, after(1801)));
    expect(closed).toMatchObject({ state: 'CLOSE', closedAt: after(1801), version: order.version + 1 });
    expect(closed.attempts.map(({ state }) => state)).toEqual(['ABANDONED', 'ABANDONED']);
    expect(closed.outbox).toEqual(order.outbox);
    expect(nextAttentionAt({ ...closed, outbox: [] })).toBeNull();
  });

  test('waits half a minute while a channel can not say whether it was paid', () => {
    const postponed = afterChange(postponeClosing(submitted(), after(1800)));
    expect(postponed.state).toBe('PAYING');
    expect(isExpiryDue(postponed, after(1829))).toBe(false);
    expect(isExpiryDue(postponed, after(1830))).toBe(true);
    // Its validity is not longer for that.
    expect(postponed.expiresAt).toEqual(after(1800));
  });

  test('asks for the cancellation of every attempt that the channel knows and that has not ended', () => {
    expect(attemptsToCancel(newOrder())).toEqual([]);
    expect(attemptsToCancel(opening(newOrder()))).toEqual([]);
    expect(attemptsToCancel(failed())).toEqual([]);
    expect(attemptsToCancel(opened())).toHaveLength(1);
    expect(attemptsToCancel(submitted())).toHaveLength(1);
  });
});
