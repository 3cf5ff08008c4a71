import { describe, expect, test } from 'vitest';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { attemptsToCancel } from '../../src/domain/attempt/cancel-attempt.ts';
import type { PaymentResult } from '../../src/domain/attempt/payment-attempt.ts';
import { refundableMinor } from '../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import {
  afterChange,
  closed,
  closing,
  declined,
  eventsOf,
  failed,
  latest,
  money,
  newOrder,
  opened,
  opening,
  orderIn,
  paid,
  submitted,
  succeeded,
  walletMethod,
} from '../builders/orders.ts';
import { after } from '../builders/times.ts';

const cancelled: PaymentResult = { kind: 'cancelled' };

function report(order: PaymentOrder, attemptNumber: number, result: PaymentResult) {
  const attemptId = order.attempts[attemptNumber - 1]?.attemptId ?? 'txn_foreign';
  return applyPaymentResult(order, attemptId, result, after(60));
}

/** Makes an order with two attempts. The first one was replaced before its submission, and the second one is submitted. */
const replaced = () => submitted(opened(opened(), walletMethod));
const processing = 'order.payment.processing';
const success = 'order.payment.succeeded';
const failure = 'order.payment.failed';

describe('what a channel reports about an attempt', () => {
  test.each<[string, () => PaymentOrder, number, PaymentResult, string, string, readonly string[]]>([
    // the order before, the reported attempt, the result, the order's state afterwards, the attempt's state afterwards, the new
    // events
    [
      'success of a submitted attempt',
      () => submitted(),
      1,
      succeeded(),
      'PAY_SUCCESS',
      'SUCCEEDED',
      [success],
    ],
    ['failure of a submitted attempt', () => submitted(), 1, declined, 'PAY_FAIL', 'FAILED', [failure]],
    ['cancellation of a submitted attempt', () => submitted(), 1, cancelled, 'PAY_FAIL', 'FAILED', [failure]],
    [
      'success before submit',
      () => opened(),
      1,
      succeeded(),
      'PAY_SUCCESS',
      'SUCCEEDED',
      [processing, success],
    ],
    ['failure before submit', () => opened(), 1, declined, 'PAY_FAIL', 'FAILED', [processing, failure]],
    [
      'success before the opening was answered',
      () => opening(newOrder()),
      1,
      succeeded(),
      'PAY_SUCCESS',
      'SUCCEEDED',
      [processing, success],
    ],
    [
      'success of an attempt that had failed',
      () => failed(),
      1,
      succeeded(),
      'PAY_SUCCESS',
      'SUCCEEDED',
      [success],
    ],
    ['cancellation before submit', () => opened(), 1, cancelled, 'INIT', 'ABANDONED', []],
    [
      'cancellation before the opening was answered',
      () => opening(newOrder()),
      1,
      cancelled,
      'INIT',
      'ABANDONED',
      [],
    ],
    [
      'cancellation of a second attempt before its submit',
      () => opened(failed()),
      2,
      cancelled,
      'PAY_FAIL',
      'ABANDONED',
      [],
    ],
    [
      'cancellation of a submitted attempt while closing',
      () => closing(submitted()),
      1,
      cancelled,
      'PAYING',
      'ABANDONED',
      [],
    ],
    [
      'failure of a submitted attempt while closing',
      () => closing(submitted()),
      1,
      declined,
      'PAY_FAIL',
      'FAILED',
      [failure],
    ],
    [
      'success of a submitted attempt while closing',
      () => closing(submitted()),
      1,
      succeeded(),
      'PAY_SUCCESS',
      'SUCCEEDED',
      [success],
    ],
    [
      'success of an open attempt while closing',
      () => closing(opened()),
      1,
      succeeded(),
      'PAY_SUCCESS',
      'SUCCEEDED',
      [processing, success],
    ],
    [
      'success with too little money while closing',
      () => closing(submitted()),
      1,
      succeeded(money(1)),
      'PAYING',
      'ABANDONED',
      [],
    ],
    ['failure of an attempt that had failed', () => failed(), 1, declined, 'PAY_FAIL', 'FAILED', []],
    ['failure of the paying attempt', () => paid(), 1, declined, 'PAY_SUCCESS', 'SUCCEEDED', []],
    ['success of the paying attempt again', () => paid(), 1, succeeded(), 'PAY_SUCCESS', 'SUCCEEDED', []],
    ['success of a replaced attempt', replaced, 1, succeeded(), 'PAY_SUCCESS', 'SUCCEEDED', [success]],
    ['failure of a replaced attempt', replaced, 1, declined, 'PAYING', 'ABANDONED', []],
    [
      'failure of a second attempt before its submit',
      () => opened(failed()),
      2,
      declined,
      'PAY_FAIL',
      'FAILED',
      [processing, failure],
    ],
    [
      'success of a second attempt before its submit',
      () => opened(failed()),
      2,
      succeeded(),
      'PAY_SUCCESS',
      'SUCCEEDED',
      [processing, success],
    ],
    [
      'late success of a failed attempt while another is open',
      () => opened(failed()),
      1,
      succeeded(),
      'PAY_SUCCESS',
      'SUCCEEDED',
      [success],
    ],
    ['success after closing', () => closed(submitted()), 1, succeeded(), 'CLOSE', 'SUCCEEDED', []],
    ['failure after closing', () => closed(submitted()), 1, declined, 'CLOSE', 'ABANDONED', []],
    [
      'success with too little money',
      () => submitted(),
      1,
      succeeded(money(9_999)),
      'PAYING',
      'SUBMITTED',
      [],
    ],
    [
      'success with too much money',
      () => submitted(),
      1,
      succeeded(money(10_001)),
      'PAYING',
      'SUBMITTED',
      [],
    ],
    [
      'success in another currency',
      () => submitted(),
      1,
      succeeded(money(10_000, 'EUR')),
      'PAYING',
      'SUBMITTED',
      [],
    ],
  ])('%s', (_case, build, number, result, orderState, attemptState, news) => {
    const before = build();
    const decision = report(before, number, result);
    const order = decision.kind === 'changed' ? decision.order : before;
    expect(order.state).toBe(orderState);
    expect(order.attempts[number - 1]?.state).toBe(attemptState);
    expect(eventsOf(order).slice(before.outbox.length)).toEqual(news);
    if (decision.kind === 'changed') {
      expect(order.version).toBe(before.version + 1);
      // The same report again changes nothing.
      expect(report(order, number, result).kind).toBe('unchanged');
    }
  });

  test('as failed does not affect the order while a newer attempt is under way', () => {
    const order = replaced();
    // Opening another attempt has abandoned the first one. Undo that, because this test needs both open.
    const attempts = order.attempts.map((attempt, index) =>
      index === 0 ? { ...attempt, state: 'OPEN' as const } : attempt,
    );
    const next = afterChange(report({ ...order, attempts }, 1, declined));
    expect(next.state).toBe('PAYING');
    expect(next.attempts.map(({ state }) => state)).toEqual(['FAILED', 'SUBMITTED']);
  });

  test('about an attempt that the order does not have changes nothing', () => {
    expect(report(submitted(), 7, succeeded()).kind).toBe('unchanged');
  });

  test('keeps when and by which attempt the order was paid', () => {
    const order = afterChange(report(replaced(), 1, succeeded()));
    expect(order).toMatchObject({ paidAt: after(60), paidByAttemptId: order.attempts[0]?.attemptId });
    // The other attempt must be cancelled, because it could still take money.
    expect(attemptsToCancel(order, after(60))).toMatchObject([{ attemptId: latest(order).attemptId }]);
  });

  test('that contradicts the order is kept for an operator, once, and a right amount still counts', () => {
    const quarantined = afterChange(report(submitted(), 1, succeeded(money(1))));
    expect(quarantined.quarantine).toEqual([
      { attemptId: latest(quarantined).attemptId, reported: money(1), receivedAt: after(60) },
    ]);
    expect(report(quarantined, 1, succeeded(money(1))).kind).toBe('unchanged');
    expect(afterChange(report(quarantined, 1, succeeded(money(2)))).quarantine).toHaveLength(2);
    expect(afterChange(report(quarantined, 1, succeeded())).state).toBe('PAY_SUCCESS');
  });

  test('over a wrong amount is one case for each payment that the channel names', () => {
    const wrong = (order: PaymentOrder, paymentReference: string) =>
      report(order, 1, { kind: 'succeeded', paid: money(1), card: null, paymentReference });
    const one = afterChange(wrong(submitted(), 'pay_1'));
    expect(wrong(one, 'pay_1').kind).toBe('unchanged');
    const two = afterChange(wrong(one, 'pay_2'));
    expect(two.quarantine.map(({ paymentReference }) => paymentReference)).toEqual(['pay_1', 'pay_2']);
  });

  test('that names another amount after the right one is kept for an operator, once', () => {
    const order = afterChange(report(submitted(), 1, succeeded()));
    const told = afterChange(report(order, 1, succeeded(money(10_001))));
    expect(told.state).toBe('PAY_SUCCESS');
    expect(told.quarantine).toMatchObject([{ reported: money(10_001), receivedAt: after(60) }]);
    expect(report(told, 1, succeeded(money(10_001))).kind).toBe('unchanged');
  });
});

describe('money that never pays the order is returned automatically', () => {
  test.each<[string, () => PaymentOrder, number, string, string]>([
    ['a success after closing', () => closed(submitted()), 1, 'CLOSE', 'late_payment'],
    ['a second attempt that is paid too', () => submittedTwiceAndPaid(), 2, 'PAY_SUCCESS', 'second_payment'],
    ['the same on an order refunded meanwhile', refundedWithSecond, 2, 'REFUNDED', 'second_payment'],
    ['the same on an order in dispute', disputedWithSecond, 2, 'IN_DISPUTE', 'second_payment'],
  ])('%s', (_case, build, number, state, origin) => {
    const before = build();
    const order = afterChange(report(before, number, succeeded()));
    expect(order.state).toBe(state);
    const returned = order.refunds.at(-1);
    expect(returned).toMatchObject({
      origin,
      state: 'INITIALISED',
      amount: order.amount,
      attemptId: order.attempts[number - 1]?.attemptId,
      nextActionAt: after(60),
    });
    expect(eventsOf(order)).toEqual(eventsOf(before));
    expect(refundableMinor(order)).toBe(refundableMinor(before));
    expect(report(order, number, succeeded()).kind).toBe('unchanged');
  });
});

/** Makes an order whose first attempt was paid late, while its second attempt was at the channel. */
function submittedTwiceAndPaid(): PaymentOrder {
  return afterChange(report(submitted(opened(failed())), 1, succeeded()));
}

function refundedWithSecond(): PaymentOrder {
  const { attempts } = submittedTwiceAndPaid();
  return { ...orderIn.REFUNDED(), attempts };
}

function disputedWithSecond(): PaymentOrder {
  const { attempts } = submittedTwiceAndPaid();
  return { ...orderIn.IN_DISPUTE(), attempts };
}

test('a repeated report of a success may add the wallet, but never change it', () => {
  const { amount } = opened();
  const paid = { kind: 'succeeded', paid: amount, card: null } as const;
  const order = afterChange(report(opened(), 1, paid));
  expect(latest(order)).not.toHaveProperty('wallet');
  const told = afterChange(report(order, 1, { ...paid, wallet: 'link' }));
  expect(latest(told).wallet).toBe('link');
  expect(report(told, 1, { ...paid, wallet: 'apple_pay' }).kind).toBe('unchanged');
  expect(report(told, 1, paid).kind).toBe('unchanged');
});

test('a repeated report of a success may add the card, but never change it', () => {
  const card = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2090 };
  const amount = money(10_000);
  const order = afterChange(report(opened(), 1, { kind: 'succeeded', paid: amount, card: null }));
  const told = afterChange(report(order, 1, { kind: 'succeeded', paid: amount, card }));
  expect(latest(told).card).toEqual(card);
  expect(eventsOf(told)).toEqual(eventsOf(order));
  expect(report(told, 1, { kind: 'succeeded', paid: amount, card: { ...card, last4: '0000' } }).kind).toBe(
    'unchanged',
  );
});

test('a payment keeps its channel’s reference, and a payment under another reference is set aside', () => {
  const named = (paymentReference: string): PaymentResult => ({
    kind: 'succeeded',
    paid: money(10_000),
    card: null,
    paymentReference,
  });
  const order = afterChange(report(submitted(), 1, named('psp_1')));
  expect(latest(order).paymentReference).toBe('psp_1');
  expect(report(order, 1, named('psp_1')).kind).toBe('unchanged');
  const twice = afterChange(report(order, 1, named('psp_2')));
  expect(twice).toMatchObject({
    state: 'PAY_SUCCESS',
    quarantine: [{ attemptId: latest(order).attemptId, reported: money(10_000) }],
  });
  expect(latest(twice).paymentReference).toBe('psp_1');
  expect(report(twice, 1, named('psp_2')).kind).toBe('unchanged');
});
