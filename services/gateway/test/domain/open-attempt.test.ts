import { describe, expect, test } from 'vitest';
import { attemptsToCancel } from '../../src/domain/attempt/cancel-attempt.ts';
import { MAX_ATTEMPTS, planOpening, recordOpening } from '../../src/domain/attempt/open-attempt.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import {
  afterChange,
  cardMethod,
  failed,
  latest,
  newOrder,
  opened,
  opening,
  openingOf,
  orderIn,
  submitted,
  walletMethod,
} from '../builders/orders.ts';
import { after } from '../builders/times.ts';

function triedTenTimes(): PaymentOrder {
  let order = newOrder();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) order = failed(submitted(opened(order)));
  return order;
}

describe('planOpening', () => {
  const justBefore = after(1799.999);
  test.each([
    ['a new order', () => newOrder(), cardMethod, justBefore, 'new'],
    ['a new order at its expiry', () => newOrder(), cardMethod, after(1800), 'ORDER_EXPIRED'],
    ['an attempt being opened, same method', () => opening(newOrder()), cardMethod, after(20), 'existing'],
    ['an attempt being opened, other method', () => opening(newOrder()), walletMethod, after(20), 'new'],
    ['an open attempt, same method', () => opened(), cardMethod, after(20), 'existing'],
    ['an open attempt, other method', () => opened(), walletMethod, after(20), 'new'],
    ['a submitted attempt, same method', () => submitted(), cardMethod, after(21), 'existing'],
    ['a submitted attempt, other method', () => submitted(), walletMethod, after(21), 'PAYMENT_IN_PROGRESS'],
    ['a failed attempt, same method', () => failed(), cardMethod, after(40), 'new'],
    ['a failed attempt, other method', () => failed(), walletMethod, after(40), 'new'],
    ['a failed attempt after the expiry', () => failed(), cardMethod, after(1800), 'ORDER_EXPIRED'],
    ['ten failed attempts', triedTenTimes, cardMethod, after(40), 'TOO_MANY_ATTEMPTS'],
    ['a paid order', orderIn.PAY_SUCCESS, cardMethod, after(40), 'ORDER_ALREADY_PAID'],
    ['a partly refunded order', orderIn.PARTIAL_REFUND, cardMethod, after(50), 'ORDER_ALREADY_PAID'],
    ['a refunded order', orderIn.REFUNDED, cardMethod, after(50), 'ORDER_ALREADY_PAID'],
    ['a disputed order', orderIn.IN_DISPUTE, cardMethod, after(60), 'ORDER_ALREADY_PAID'],
    ['a closed order', orderIn.CLOSE, cardMethod, after(1801), 'ORDER_EXPIRED'],
  ])('%s', (_case, build, method, now, outcome) => {
    const order = build();
    const plan = planOpening(order, method, null, now);
    expect(plan.kind === 'refused' ? plan.reason : plan.kind).toBe(outcome);
    if (plan.kind === 'existing') expect(plan.attempt).toBe(latest(order));
    if (plan.kind === 'new') {
      expect(plan.order.version).toBe(order.version + 1);
      expect(plan.order.attempts).toHaveLength(order.attempts.length + 1);
      expect(plan.attempt).toMatchObject({ state: 'OPENING', opening: null, methodCode: method.code });
      expect(new Set(plan.order.attempts.map(({ attemptId }) => attemptId)).size).toBe(
        plan.order.attempts.length,
      );
    }
  });

  test('another method abandons the attempt that was open, which is to be cancelled', () => {
    const order = opened();
    const plan = planOpening(order, walletMethod, null, after(20));
    expect(plan).toMatchObject({ kind: 'new', abandoned: { attemptId: latest(order).attemptId } });
    if (plan.kind === 'new') {
      expect(plan.order.attempts.map(({ state }) => state)).toEqual(['ABANDONED', 'OPENING']);
    }
  });

  test('nothing is abandoned if the previous attempt has ended', () => {
    expect(planOpening(failed(), walletMethod, null, after(40))).toMatchObject({
      kind: 'new',
      abandoned: null,
    });
  });
});

describe('the answer to an opening', () => {
  test('opens the attempt, once', () => {
    const order = opening(newOrder());
    const { attemptId } = latest(order);
    const noted = afterChange(recordOpening(order, attemptId, openingOf(attemptId), after(12)));
    expect(latest(noted)).toMatchObject({ state: 'OPEN', opening: openingOf(attemptId) });
    expect(recordOpening(noted, attemptId, openingOf(attemptId), after(12)).kind).toBe('unchanged');
  });

  test('leaves an abandoned attempt abandoned, but keeps its reference to cancel it', () => {
    const order = opening(opening(newOrder()), walletMethod);
    const [first] = order.attempts;
    const noted = afterChange(recordOpening(order, first?.attemptId ?? '', openingOf('x'), after(12)));
    expect(noted.attempts[0]).toMatchObject({ state: 'ABANDONED', opening: openingOf('x') });
    expect(attemptsToCancel(order, after(12))).toEqual([]);
    expect(attemptsToCancel(noted, after(12))).toEqual([noted.attempts[0]]);
  });

  test('about an attempt that the order does not have changes nothing', () => {
    expect(recordOpening(newOrder(), 'txn_foreign', openingOf('x'), after(12)).kind).toBe('unchanged');
  });
});
