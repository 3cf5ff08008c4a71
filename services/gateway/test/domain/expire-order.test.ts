import { describe, expect, test } from 'vitest';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { attemptsToCancel, recordCancelled } from '../../src/domain/attempt/cancel-attempt.ts';
import { beginClosing, closeExpired, isExpiryDue } from '../../src/domain/order/expire-order.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { nextAttentionAt } from '../../src/domain/order/schedule.ts';
import {
  afterChange,
  closed,
  closing,
  failed,
  latest,
  newOrder,
  opened,
  opening,
  orderIn,
  submitted,
  submittedDirectDebit,
  succeeded,
  walletMethod,
} from '../builders/orders.ts';
import { after } from '../builders/times.ts';

const DAY = 86_400;

describe('the end of an order’s validity', () => {
  test.each<[string, () => PaymentOrder, number, 'due' | 'not due']>([
    ['a new order just before', () => newOrder(), 1799.999, 'not due'],
    ['a new order', () => newOrder(), 1800, 'due'],
    ['an order with an open attempt', () => opened(), 1800, 'due'],
    ['an order being paid', () => submitted(), 1800, 'due'],
    [
      'an order being paid by direct debit, for 21 days',
      () => submittedDirectDebit(),
      20 + 21 * DAY - 1,
      'not due',
    ],
    ['the same after 21 days', () => submittedDirectDebit(), 20 + 21 * DAY, 'due'],
    ['a failed order, which stays failed', () => failed(), 9999, 'not due'],
    ['a failed order with another attempt open', () => opened(failed()), 1800, 'due'],
    ['the same just before', () => opened(failed()), 1799.999, 'not due'],
    ['a paid order', orderIn.PAY_SUCCESS, 9999, 'not due'],
    ['a partly refunded order', orderIn.PARTIAL_REFUND, 9999, 'not due'],
    ['a refunded order', orderIn.REFUNDED, 9999, 'not due'],
    ['a disputed order', orderIn.IN_DISPUTE, 9999, 'not due'],
    ['a closed order', orderIn.CLOSE, 9999, 'not due'],
  ])('%s: %s s: %s', (_case, build, seconds, outcome) => {
    const order = build();
    const now = after(seconds);
    expect(isExpiryDue(order, now)).toBe(outcome === 'due');
    const isNew = outcome === 'due' && order.attempts.length > 0;
    expect(beginClosing(order, now).kind).toBe(isNew ? 'changed' : 'unchanged');
    const isClosed = outcome === 'due' && order.attempts.length === 0;
    expect(closeExpired(order, now).kind).toBe(isClosed ? 'changed' : 'unchanged');
  });

  test('is recorded on every attempt before any channel is called, and changes nothing else', () => {
    const order = submitted(opened(opened(), walletMethod));
    const begun = closing(order);
    expect(begun).toMatchObject({ state: 'PAYING', closedAt: null, version: order.version + 1 });
    // The submitted attempt stays in progress, because only the channel knows whether it was paid.
    expect(begun.attempts.map(({ state }) => state)).toEqual(['ABANDONED', 'SUBMITTED']);
    expect(attemptsToCancel(begun, after(1800))).toHaveLength(2);
    expect(beginClosing(begun, after(1801)).kind).toBe('unchanged');
  });

  test('when an order’s validity ends, the gateway does not cancel a payment whose method takes days, although it cancels the order’s other attempt (fault 82)', () => {
    const [debit] = submittedDirectDebit().attempts;
    if (debit === undefined) throw new Error('no attempt');
    const other = opened(failed(), walletMethod);
    const begun = closing({ ...other, attempts: [debit, ...other.attempts.slice(1)] });
    expect(begun.attempts.map(({ state, cancellation }) => [state, cancellation !== null])).toEqual([
      ['SUBMITTED', false],
      ['ABANDONED', true],
    ]);
    expect(closeExpired(begun, after(1801)).kind).toBe('unchanged');
  });

  test('closes the order without an event once every channel has confirmed', () => {
    const order = closing(submitted(opened(opened(), walletMethod)));
    let next = order;
    for (const { attemptId } of order.attempts) {
      expect(closeExpired(next, after(1801)).kind).toBe('unchanged');
      next = afterChange(recordCancelled(next, attemptId, after(1801)));
    }
    const end = afterChange(closeExpired(next, after(1802)));
    expect(end).toMatchObject({ state: 'CLOSE', closedAt: after(1802), version: order.version + 3 });
    expect(end.attempts.map(({ state }) => state)).toEqual(['ABANDONED', 'ABANDONED']);
    expect(end.outbox).toEqual(order.outbox);
    expect(nextAttentionAt({ ...end, outbox: [] })).toBeNull();
  });

  test('leaves a failed order failed once its open attempt is cancelled', () => {
    const order = closing(opened(failed()));
    const end = afterChange(recordCancelled(order, latest(order).attemptId, after(1801)));
    expect(end).toMatchObject({ state: 'PAY_FAIL', closedAt: null });
    expect(closeExpired(end, after(9999)).kind).toBe('unchanged');
    expect(nextAttentionAt({ ...end, outbox: [] })).toBeNull();
  });

  test('needs no channel for an attempt that no channel has opened, and closes at once', () => {
    const order = closing(opening(newOrder()));
    expect(order.attempts).toMatchObject([{ state: 'ABANDONED', cancellation: null }]);
    expect(closeExpired(order, after(1800)).kind).toBe('changed');
  });

  test('does not close orders with an attempt still open', () => {
    expect(closeExpired(opened(), after(1800)).kind).toBe('unchanged');
    expect(closeExpired(closing(opened()), after(1800)).kind).toBe('unchanged');
  });
});

describe('between the end of an order’s validity and its closing', () => {
  test.each<[string, () => PaymentOrder]>([
    ['was opened', () => opened()],
    ['was submitted', () => submitted()],
    ['was opened after one had failed', () => opened(failed())],
    ['is being cancelled', () => closing(opened())],
    ['was submitted and is being cancelled', () => closing(submitted())],
  ])('a payment that %s still counts', (_case, build) => {
    const order = build();
    const paid = afterChange(applyPaymentResult(order, latest(order).attemptId, succeeded(), after(1801)));
    expect(paid).toMatchObject({ state: 'PAY_SUCCESS', paidAt: after(1801), closedAt: null, refunds: [] });
    expect(closeExpired(paid, after(1802)).kind).toBe('unchanged');
  });

  test('ends with the closing: a payment after it is returned', () => {
    const order = closed(submitted());
    const late = afterChange(applyPaymentResult(order, latest(order).attemptId, succeeded(), after(1801)));
    expect(late).toMatchObject({ state: 'CLOSE', paidAt: null, refunds: [{ amount: order.amount }] });
  });
});
