import { describe, expect, test } from 'vitest';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { applyReportedResult } from '../../src/domain/attempt/apply-reported-result.ts';
import { recordOpening } from '../../src/domain/attempt/open-attempt.ts';
import type { PaymentResult } from '../../src/domain/attempt/payment-attempt.ts';
import {
  noteFoundUnderWay,
  noteUnderWay,
  planSubmission,
  recordRequiredAction,
} from '../../src/domain/attempt/submit-attempt.ts';
import { beginClosing } from '../../src/domain/order/expire-order.ts';
import { attemptIdOf } from '../../src/domain/order/order-identifiers.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import {
  afterChange,
  declined,
  eventsOf,
  failed,
  latest,
  newOrder,
  opened,
  openedDirectDebit,
  opening,
  openingOf,
  orderIn,
  paid,
  submitted,
  succeeded,
  visa,
  walletMethod,
} from '../builders/orders.ts';
import { after } from '../builders/times.ts';

describe('planSubmission', () => {
  test.each([
    ['an order without attempt', () => newOrder(), after(20), 'PAYMENT_NOT_INITIALISED'],
    [
      'an attempt that is still being opened',
      () => opening(newOrder()),
      after(20),
      'PAYMENT_NOT_INITIALISED',
    ],
    ['an open attempt', () => opened(), after(1799.999), 'submit'],
    ['an open attempt at the expiry', () => opened(), after(1800), 'ORDER_EXPIRED'],
    ['an open attempt after a failed one', () => opened(failed()), after(40), 'submit'],
    ['a submitted attempt', () => submitted(), after(21), 'submitted_before'],
    ['a submitted attempt after the expiry', () => submitted(), after(1801), 'submitted_before'],
    ['a failed attempt', () => failed(), after(40), 'PAYMENT_NOT_INITIALISED'],
    ['a paid order', orderIn.PAY_SUCCESS, after(40), 'ORDER_ALREADY_PAID'],
    ['a partly refunded order', orderIn.PARTIAL_REFUND, after(50), 'ORDER_ALREADY_PAID'],
    ['a refunded order', orderIn.REFUNDED, after(50), 'ORDER_ALREADY_PAID'],
    ['a disputed order', orderIn.IN_DISPUTE, after(60), 'ORDER_ALREADY_PAID'],
    ['a closed order', orderIn.CLOSE, after(1801), 'ORDER_EXPIRED'],
  ])('%s', (_case, build, now, outcome) => {
    const plan = planSubmission(build(), { card: visa }, now);
    expect(plan.kind === 'refused' ? plan.reason : plan.kind).toBe(outcome);
  });

  test('a submission with the session result of a submitted attempt keeps it, and the channel is asked at once', () => {
    const order = submitted();
    const now = after(25);
    const plan = planSubmission(order, { card: null, sessionResult: 'Ab02b4c0' }, now);
    if (plan.kind !== 'submitted_before' || plan.order === null) throw new Error(plan.kind);
    expect(latest(plan.order)).toEqual({ ...latest(order), sessionResult: 'Ab02b4c0', nextCheckAt: now });
    expect(plan.order.version).toBe(order.version + 1);
    const again = planSubmission(plan.order, { card: null, sessionResult: 'Ab02b4c0' }, after(26));
    expect(again).toMatchObject({ kind: 'submitted_before', order: null });
  });

  test('the first submission can bring the session result too', () => {
    const plan = planSubmission(opened(), { card: visa, sessionResult: 'Ab02b4c0' }, after(20));
    expect(plan).toMatchObject({ kind: 'submit', attempt: { sessionResult: 'Ab02b4c0' } });
  });

  test.each([
    ['own form, card', 'OWN_FORM', visa, 'submit'],
    ['own form, no card', 'OWN_FORM', null, 'CARD_REQUIRED'],
    ['redirect, no card', 'REDIRECT', null, 'submit'],
    ['redirect, card', 'REDIRECT', visa, 'CARD_NOT_ALLOWED'],
    ['embedded form of the channel, no card', 'PROCESSOR_ELEMENT', null, 'submit'],
    ['embedded form of the channel, card', 'PROCESSOR_ELEMENT', visa, 'CARD_NOT_ALLOWED'],
  ] as const)('accepts a card only for its own form: %s', (_case, renderType, card, outcome) => {
    const order = opening(newOrder());
    const { attemptId } = latest(order);
    const answer = { ...openingOf(attemptId), renderType };
    const plan = planSubmission(
      afterChange(recordOpening(order, attemptId, answer, after(11))),
      { card },
      after(20),
    );
    expect(plan.kind === 'refused' ? plan.reason : plan.kind).toBe(outcome);
  });

  test.each([
    ['the latest attempt', () => opened(), 1, after(20), 'submit'],
    ['the latest attempt, submitted before', () => submitted(), 1, after(21), 'submitted_before'],
    ['an attempt that another page replaced', () => opened(failed()), 1, after(40), 'ATTEMPT_SUPERSEDED'],
    [
      'a replaced attempt, and the new one runs',
      () => submitted(opened(failed())),
      1,
      after(41),
      'ATTEMPT_SUPERSEDED',
    ],
    ['an attempt that the order does not have', () => opened(), 2, after(20), 'ATTEMPT_SUPERSEDED'],
    [
      'a replaced attempt of a paid order',
      () => paid(submitted(opened(failed()))),
      1,
      after(42),
      'ORDER_ALREADY_PAID',
    ],
    ['a replaced attempt after the expiry', () => opened(failed()), 1, after(1_800), 'ORDER_EXPIRED'],
  ] as const)('submits only the attempt that the page shows: %s', (_case, build, number, now, outcome) => {
    const order = build();
    const plan = planSubmission(order, { card: visa, attemptId: attemptIdOf(order.orderId, number) }, now);
    expect(plan.kind === 'refused' ? plan.reason : plan.kind).toBe(outcome);
  });

  test('never lets a card go with the wallet that another page has submitted', () => {
    const order = opening(newOrder());
    const { attemptId } = latest(order);
    const wallet = { ...openingOf(attemptId), renderType: 'REDIRECT' as const };
    const open = afterChange(recordOpening(order, attemptId, wallet, after(11)));
    const started = planSubmission(open, { card: null }, after(20));
    if (started.kind !== 'submit') throw new Error(started.kind);
    expect(planSubmission(started.order, { card: visa }, after(21))).toMatchObject({
      kind: 'refused',
      reason: 'CARD_NOT_ALLOWED',
    });
  });

  test('moves the order to PAYING, sends the merchant an event and expects a result within seconds', () => {
    const order = opened();
    const plan = planSubmission(order, { card: visa }, after(20));
    if (plan.kind !== 'submit') throw new Error(plan.kind);
    expect(plan.order).toMatchObject({ state: 'PAYING', version: order.version + 1 });
    expect(eventsOf(plan.order)).toEqual(['order.payment.processing']);
    expect(latest(plan.order)).toMatchObject({
      state: 'SUBMITTED',
      card: visa,
      submittedAt: after(20),
      nextCheckAt: after(25),
    });
  });
});

describe('recordRequiredAction', () => {
  const bankPage = { url: 'https://bank.example/3ds', display: 'frame' } as const;

  test('is recorded once', () => {
    const order = submitted();
    const { attemptId } = latest(order);
    const noted = afterChange(recordRequiredAction(order, attemptId, bankPage));
    expect(latest(noted)).toMatchObject({ actionUrl: 'https://bank.example/3ds', actionDisplay: 'frame' });
    expect(
      recordRequiredAction(noted, attemptId, { ...bankPage, url: 'https://bank.example/other' }).kind,
    ).toBe('unchanged');
  });

  test.each([
    ['succeeded', () => paid()],
    ['failed', () => failed()],
  ])('changes nothing once the attempt has %s', (_state, build) => {
    const order = build();
    expect(recordRequiredAction(order, latest(order).attemptId, bankPage).kind).toBe('unchanged');
  });

  test('about a foreign attempt changes nothing', () => {
    expect(recordRequiredAction(submitted(), 'txn_foreign', bankPage).kind).toBe('unchanged');
  });
});

describe('a payment that its channel reports as under way', () => {
  const told = (order: PaymentOrder, seconds = 20) =>
    noteUnderWay(order, latest(order).attemptId, after(seconds));

  test('if a channel reports a payment as under way, the payment counts as submitted even if its page never submitted it, and the order waits for the result as long as the method needs (fault 19)', () => {
    const order = afterChange(told(openedDirectDebit()));
    expect([order.state, latest(order).state, eventsOf(order)]).toEqual([
      'PAYING',
      'SUBMITTED',
      ['order.payment.processing'],
    ]);
    expect(latest(order)).toMatchObject({ submittedAt: after(20), nextCheckAt: expect.any(Date) });
    // The order is not closed at the end of its validity, and the late success pays it.
    expect(beginClosing(order, after(1_801)).kind).toBe('unchanged');
    const success = applyPaymentResult(order, latest(order).attemptId, succeeded(), after(5 * 86_400));
    expect(afterChange(success)).toMatchObject({ state: 'PAY_SUCCESS', refunds: [] });
  });

  test('is awaited even if the report comes after the end of the order’s validity', () => {
    expect(afterChange(told(openedDirectDebit(), 1_900)).state).toBe('PAYING');
  });

  test('can still be submitted by its page, which changes nothing', () => {
    const plan = planSubmission(afterChange(told(openedDirectDebit())), { card: null }, after(25));
    expect(plan).toMatchObject({ kind: 'submitted_before', order: null });
  });

  test.each([
    ['a submitted attempt', () => submitted()],
    ['a failed attempt', () => failed()],
    ['a paid order', () => paid()],
    ['a closed order', orderIn.CLOSE],
  ])('changes nothing about %s', (_case, build) => {
    expect(told(build()).kind).toBe('unchanged');
  });

  describe('after it failed', () => {
    const decline = { ...declined, declineReference: 'ch_1' } as const;
    const another = { ...declined, declineReference: 'ch_2' } as const;
    const refusedWithin = (seconds: number) => {
      const order = openedDirectDebit();
      const attempts = order.attempts.map((attempt) => ({
        ...attempt,
        opening: {
          ...openingOf(attempt.attemptId),
          renderType: 'PROCESSOR_ELEMENT',
          resultWithinDays: 14,
        } as const,
      }));
      const debited = afterChange(told({ ...order, attempts, expiresAt: after(seconds) }));
      return afterChange(applyPaymentResult(debited, latest(debited).attemptId, decline, after(86_400)));
    };
    const retryable = () => refusedWithin(3 * 86_400);

    test('if the consumer retries a failed payment in the channel’s form, the gateway waits for its result again (fault 19)', () => {
      const before = retryable();
      expect([before.state, latest(before).state]).toEqual(['PAY_FAIL', 'FAILED']);
      const order = afterChange(told(before, 90_000));
      expect(order.state).toBe('PAYING');
      expect(latest(order)).toMatchObject({
        state: 'SUBMITTED',
        submittedAt: after(90_000),
        endedAt: null,
        failure: null,
        cancellation: null,
      });
      expect(beginClosing(order, after(3 * 86_400 + 1)).kind).toBe('unchanged');
      const success = applyPaymentResult(order, latest(order).attemptId, succeeded(), after(5 * 86_400));
      expect(afterChange(success)).toMatchObject({ state: 'PAY_SUCCESS', refunds: [] });
    });

    test('fails again without a further try if the report was only late', () => {
      const order = afterChange(told(retryable(), 90_000));
      const failedAgain = afterChange(
        applyPaymentResult(order, latest(order).attemptId, decline, after(90_010)),
      );
      expect(failedAgain.state).toBe('PAY_FAIL');
      expect(latest(failedAgain)).toMatchObject({ state: 'FAILED', declines: ['ch_1'] });
    });

    test('if a report of an earlier decline arrives after the consumer has retried, it does not end the payment; the gateway asks the channel immediately (fault 19)', () => {
      const order = afterChange(told(retryable(), 90_000));
      const { attemptId } = latest(order);
      const now = after(90_002);
      const next = afterChange(applyReportedResult(order, attemptId, decline, now));
      expect(next).toEqual({
        ...order,
        version: order.version + 1,
        attempts: [{ ...latest(order), nextCheckAt: now }],
      });
      expect(applyReportedResult(next, attemptId, decline, now).kind).toBe('unchanged');
    });

    test.each<[string, PaymentResult, string]>([
      ['another decline', another, 'FAILED'],
      ['a decline without a reference', declined, 'FAILED'],
      ['a success', succeeded(), 'SUCCEEDED'],
    ])('ends by a callback that reports %s', (_case, result, state) => {
      const order = afterChange(told(retryable(), 90_000));
      const ended = applyReportedResult(order, latest(order).attemptId, result, after(90_005));
      expect(latest(afterChange(ended)).state).toBe(state);
    });

    test('changes nothing once nobody can retry it', () => {
      expect(told(refusedWithin(80_000), 90_000).kind).toBe('unchanged');
    });
  });

  describe('as the gateway wants to cancel it', () => {
    const found = (order: PaymentOrder, seconds = 1_810) =>
      noteFoundUnderWay(order, latest(order).attemptId, after(seconds));
    const expired = (order: PaymentOrder) => afterChange(beginClosing(order, after(1_801)));

    test('if a direct debit was confirmed just before the order expired, the gateway waits for its result, although it had abandoned the attempt (fault 19)', () => {
      const before = expired(openedDirectDebit());
      expect([before.state, latest(before).state]).toEqual(['INIT', 'ABANDONED']);
      const order = afterChange(found(before));
      expect([order.state, eventsOf(order)]).toEqual(['PAYING', ['order.payment.processing']]);
      expect(latest(order)).toMatchObject({
        state: 'SUBMITTED',
        submittedAt: after(1_810),
        endedAt: null,
        cancellation: null,
        nextCheckAt: expect.any(Date),
      });
      expect(beginClosing(order, after(5 * 86_400)).kind).toBe('unchanged');
      const success = applyPaymentResult(order, latest(order).attemptId, succeeded(), after(6 * 86_400));
      expect(afterChange(success)).toMatchObject({ state: 'PAY_SUCCESS', refunds: [] });
    });

    test('is awaited if it had failed, and the consumer has retried it', () => {
      const before = failed();
      const cancelling = { requestedAt: after(30), dueAt: after(1_800), tries: 1, triedAt: after(1_800) };
      const attempts = before.attempts.map((attempt) => ({ ...attempt, cancellation: cancelling }));
      const order = afterChange(found({ ...before, attempts }));
      expect([order.state, latest(order).state, latest(order).failure]).toEqual([
        'PAYING',
        'SUBMITTED',
        null,
      ]);
    });

    test.each([
      ['a submitted attempt that is to be cancelled', () => expired(submitted())],
      ['an attempt that is not to be cancelled', () => openedDirectDebit()],
      ['a closed order', orderIn.CLOSE],
    ])('changes nothing about %s', (_case, build) => {
      expect(found(build()).kind).toBe('unchanged');
    });

    test('changes nothing if another attempt has replaced it', () => {
      const replaced = opened(openedDirectDebit(), walletMethod);
      const [first] = replaced.attempts;
      expect(first).toMatchObject({ state: 'ABANDONED', cancellation: {} });
      expect(noteFoundUnderWay(replaced, first?.attemptId ?? '', after(50)).kind).toBe('unchanged');
    });
  });

  test('changes nothing if another attempt has replaced it', () => {
    const order = opened(failed());
    expect(noteUnderWay(order, order.attempts[0]?.attemptId ?? '', after(50)).kind).toBe('unchanged');
  });
});
