import { describe, expect, test } from 'vitest';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { awaitedResultOf } from '../../src/domain/attempt/awaited-result.ts';
import { planCancellation } from '../../src/domain/attempt/cancel-attempt.ts';
import { type GivingUpPlan, planGivingUp } from '../../src/domain/attempt/give-up-attempt.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import {
  afterChange,
  closed,
  closing,
  failed,
  latest,
  money,
  newOrder,
  opened,
  opening,
  paid,
  submitted,
  submittedDirectDebit,
  succeeded,
  walletMethod,
} from '../builders/orders.ts';
import { after } from '../builders/times.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

function giveUp(order: PaymentOrder, seconds = 60, attemptId = latest(order).attemptId): GivingUpPlan {
  return planGivingUp(order, attemptId, after(seconds));
}

function givenUp(order: PaymentOrder = submitted(), seconds = 60): PaymentOrder {
  const plan = giveUp(order, seconds);
  if (plan.kind === 'superseded' || plan.order === null) throw new Error(`nothing changed: ${plan.kind}`);
  return plan.order;
}

/** Returns the order while the gateway calls the channel to cancel the attempt. */
function called(order: PaymentOrder, seconds: number): PaymentOrder {
  const plan = planCancellation(order, latest(order).attemptId, after(seconds));
  if (plan.kind !== 'call') throw new Error(`no call: ${plan.kind}`);
  return plan.order;
}

function cancelled(order: PaymentOrder, seconds = 61): PaymentOrder {
  const { attemptId } = latest(order);
  return afterChange(applyPaymentResult(order, attemptId, { kind: 'cancelled' }, after(seconds)));
}

describe('an attempt that the consumer gives up', () => {
  test('stays in progress, with the wish stored, until its channel confirms', () => {
    const order = givenUp();
    expect(order).toMatchObject({
      state: 'PAYING',
      attempts: [{ state: 'SUBMITTED', cancellation: { dueAt: after(60), isByConsumer: true } }],
    });
    expect(cancelled(order)).toMatchObject({
      state: 'PAY_FAIL',
      attempts: [
        {
          state: 'FAILED',
          failure: { category: 'cancelled_by_consumer' },
          cancellation: null,
          endedAt: after(61),
        },
      ],
    });
    const { outbox } = cancelled(order);
    expect(outbox.map(({ type }) => type)).toEqual(['order.payment.processing', 'order.payment.failed']);
    expect(outbox.at(-1)).toMatchObject({ failure: { code: 'cancelled_by_consumer' } });
  });

  test('is abandoned at once if it was never submitted, which is no failed payment', () => {
    const order = givenUp(opened());
    expect(order).toMatchObject({ state: 'INIT', attempts: [{ state: 'ABANDONED' }] });
    expect(cancelled(order)).toMatchObject({
      state: 'INIT',
      attempts: [{ failure: null, cancellation: null }],
    });
  });

  test('needs no call if its channel has opened nothing', () => {
    expect(giveUp(opening(newOrder()))).toMatchObject({
      kind: 'settled',
      order: { attempts: [{ state: 'ABANDONED' }] },
    });
  });

  test.each<[string, PaymentOrder]>([
    ['has failed', failed()],
    ['has paid', paid()],
    ['was closed', closed(submitted())],
    ['was given up before it was submitted', givenUp(opened())],
    ['was cancelled for the consumer', cancelled(givenUp())],
  ])('changes nothing if it %s', (_case, order) => {
    expect(giveUp(order)).toEqual({ kind: 'settled', order: null });
  });

  test('is superseded if another is the latest, unless the order is paid', () => {
    const replaced = opened(failed(), walletMethod);
    const [first] = replaced.attempts;
    expect(giveUp(replaced, 60, first?.attemptId)).toEqual({ kind: 'superseded' });
    const paidByFirst = afterChange(
      applyPaymentResult(replaced, first?.attemptId ?? '', succeeded(), after(50)),
    );
    expect(giveUp(paidByFirst, 60, first?.attemptId)).toEqual({ kind: 'settled', order: null });
    expect(planGivingUp(newOrder(), 'txn_other', after(60))).toEqual({ kind: 'superseded' });
  });

  test('is not called for again while a call may be running, and at once afterwards', () => {
    const order = called(givenUp(), 60);
    expect(giveUp(order, 69)).toEqual({ kind: 'cancel', order: null });
    expect(givenUp(order, 70)).toMatchObject({
      attempts: [
        { cancellation: { requestedAt: after(60), dueAt: after(70), tries: 1, isByConsumer: true } },
      ],
    });
  });

  test('if the consumer gives up an attempt for which the channel has taken a wrong amount, the attempt stays in progress and is left to an operator (fault 60)', () => {
    const order = called(givenUp(), 60);
    const { attemptId } = latest(order);
    const next = afterChange(applyPaymentResult(order, attemptId, succeeded(money(9_999)), after(61)));
    expect(next).toMatchObject({
      state: 'PAYING',
      attempts: [{ state: 'SUBMITTED', cancellation: null }],
      quarantine: [{ attemptId }],
    });
  });

  test('ends all the same if another attempt has paid the order meanwhile', () => {
    const order = givenUp(submitted(opened(failed(), walletMethod)));
    const [first] = order.attempts;
    const { attemptId } = latest(order);
    const paidByFirst = afterChange(
      applyPaymentResult(order, first?.attemptId ?? '', succeeded(), after(61)),
    );
    const next = afterChange(
      applyPaymentResult(called(paidByFirst, 62), attemptId, succeeded(money(9_999)), after(63)),
    );
    expect(next).toMatchObject({
      state: 'PAY_SUCCESS',
      attempts: [{ state: 'SUCCEEDED' }, { state: 'ABANDONED', cancellation: null }],
      quarantine: [{ attemptId }],
    });
  });

  test('that the gateway is closing is still closed, not failed', () => {
    const order = givenUp(called(closing(submitted()), 1800), 1811);
    expect(cancelled(order, 1812)).toMatchObject({ state: 'PAYING', attempts: [{ state: 'ABANDONED' }] });
  });

  test('pays the order if its success comes before the confirmation', () => {
    const order = called(givenUp(), 60);
    const next = afterChange(applyPaymentResult(order, latest(order).attemptId, succeeded(), after(61)));
    expect(next).toMatchObject({
      state: 'PAY_SUCCESS',
      attempts: [{ state: 'SUCCEEDED', cancellation: null }],
    });
  });

  test('has its money returned if it succeeds after another attempt has paid', () => {
    const order = cancelled(givenUp());
    const first = latest(order).attemptId;
    const other = paid(submitted(opened(order)));
    const next = afterChange(applyPaymentResult(other, first, succeeded(), after(90)));
    expect(next).toMatchObject({
      paidByAttemptId: latest(other).attemptId,
      refunds: [{ attemptId: first, origin: 'second_payment', amount: { amountMinor: 10_000 } }],
    });
  });
});

describe('the result that an order waits for', () => {
  test.each<[string, PaymentOrder, ReturnType<typeof after> | null]>([
    ['is awaited for 48 hours after the order’s end', submitted(), after(1800 + 48 * HOUR)],
    [
      'is awaited for 48 hours after the consumer gave up later',
      givenUp(submitted(), 2000),
      after(2000 + 48 * HOUR),
    ],
    ['is awaited as long if the consumer gave up earlier', givenUp(), after(1800 + 48 * HOUR)],
    [
      'is awaited for as long as the deployment has set',
      { ...submitted(), resultPatienceSeconds: HOUR },
      after(1800 + HOUR),
    ],
    [
      'is awaited for the days that its method takes, and 48 hours longer',
      submittedDirectDebit(),
      after(20 + 21 * DAY + 48 * HOUR),
    ],
    ['is nothing before a submission', opened(), null],
    ['is nothing once the attempt has failed', failed(), null],
    ['is nothing once it has paid', paid(), null],
    ['is nothing without an attempt', newOrder(), null],
  ])('%s', (_case, order, until) => {
    expect(awaitedResultOf(order)?.until ?? null).toEqual(until);
  });
});
