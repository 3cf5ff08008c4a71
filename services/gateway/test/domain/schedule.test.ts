import { describe, expect, test } from 'vitest';
import { attemptsToAskAbout, recordAsking } from '../../src/domain/attempt/awaited-result.ts';
import {
  attemptsToCancel,
  planCancellation,
  recordCancelled,
} from '../../src/domain/attempt/cancel-attempt.ts';
import { type PaymentOrder, replaceAttempt } from '../../src/domain/order/payment-order.ts';
import {
  type AwaitedLane,
  awaitedLanes,
  nextAttentionAt,
  nextStepOf,
} from '../../src/domain/order/schedule.ts';
import {
  afterChange,
  closing,
  disputed,
  failed,
  justFailed,
  latest,
  newOrder,
  opened,
  opening,
  paid,
  submitted,
  submittedDirectDebit,
  walletMethod,
  withRefund,
} from '../builders/orders.ts';
import { after } from '../builders/times.ts';

const quiet = (order: PaymentOrder): PaymentOrder => ({ ...order, outbox: [] });

/** Makes one call that cancels each attempt whose cancellation is due. */
function tried(order: PaymentOrder): PaymentOrder {
  return attemptsToCancel(order, after(1800)).reduce((next, { attemptId }) => {
    const plan = planCancellation(next, attemptId, after(1800));
    return plan.kind === 'call' ? plan.order : next;
  }, order);
}

describe('when an order is due', () => {
  test.each<[string, () => PaymentOrder, Date | null]>([
    ['a new order: at its expiry', () => newOrder(), after(1800)],
    ['one being paid: when the channel is to be asked', () => quiet(submitted()), after(25)],
    ['one whose event was not relayed: three seconds after it', () => submitted(), after(23)],
    [
      'one that has just failed: at once, its attempt is to be cancelled',
      () => quiet(justFailed()),
      after(30),
    ],
    ['a failed one: never', () => quiet(failed()), null],
    ['a failed one with another attempt open: at its expiry', () => quiet(opened(failed())), after(1800)],
    [
      'a failed one whose open attempt is being cancelled: at once',
      () => quiet(closing(opened(failed()))),
      after(1800),
    ],
    [
      'one whose attempts are being cancelled: at the next try',
      () => tried(quiet(closing(opened()))),
      after(1830),
    ],
    [
      'one whose replaced attempt is to be cancelled: at once',
      () => opened(opened(), walletMethod),
      after(10),
    ],
    ['a paid one: never', () => quiet(paid()), null],
    ['one with a refund to send: at once', () => quiet(withRefund(paid(), { amountMinor: 1 })), after(40)],
    [
      'one with a refund that was sent: when it is to be asked about',
      () => quiet(withRefund(paid(), { amountMinor: 1, state: 'PROCESSING' })),
      after(71),
    ],
    [
      'one whose refunds have ended: never',
      () => quiet(withRefund(paid(), { amountMinor: 1, state: 'SUCCESS' })),
      null,
    ],
  ])('%s', (_case, build, moment) => {
    expect(nextAttentionAt(build())).toEqual(moment);
  });
});

describe('cancelling an attempt', () => {
  test('is attempted after 30 s, doubling, at most every 10 minutes, by one caller at a time', () => {
    let order = closing(opened());
    let now = after(1800);
    const { attemptId } = latest(order);
    for (const seconds of [30, 60, 120, 240, 480, 600, 600]) {
      expect(attemptsToCancel(order, new Date(now.getTime() - 1))).toEqual([]);
      expect(attemptsToCancel(order, now)).toHaveLength(1);
      const plan = planCancellation(order, attemptId, now);
      if (plan.kind !== 'call') throw new Error(plan.kind);
      expect(planCancellation(plan.order, attemptId, now).kind).toBe('not_due');
      order = plan.order;
      now = new Date(now.getTime() + seconds * 1000);
      expect(nextAttentionAt(order)).toEqual(now);
    }
  });

  test.each([
    ['is called again after 48 hours less a moment', 1800 + 48 * 3600 - 1, 'call'],
    ['is given up once a call after 48 hours had no answer', 1800 + 48 * 3600, 'given_up'],
    ['is called once more by a gateway that was away for days', 9 * 86_400, 'given_up'],
  ])('%s', (_case, seconds, afterwards) => {
    const order = closing(submitted());
    const { attemptId } = latest(order);
    const called = planCancellation(order, attemptId, after(seconds));
    if (called.kind !== 'call') throw new Error(called.kind);
    const plan = planCancellation(called.order, attemptId, after(seconds + 601));
    expect(plan.kind).toBe(afterwards);
    if (plan.kind === 'given_up') {
      expect(latest(plan.order)).toMatchObject({ state: 'ABANDONED', cancellation: null });
    }
  });

  test('that needs no cancellation changes nothing', () => {
    const { attemptId } = latest(opened());
    expect(planCancellation(opened(), attemptId, after(9999)).kind).toBe('not_due');
    expect(planCancellation(opened(), 'txn_foreign', after(9999)).kind).toBe('not_due');
    expect(recordCancelled(opened(), attemptId, after(9999)).kind).toBe('unchanged');
  });
});

describe('asking a channel about an attempt', () => {
  test('happens after 5 s, doubling, at most every 10 minutes, by one caller at a time', () => {
    let order = submitted();
    let now = after(25);
    const { attemptId } = latest(order);
    for (const seconds of [10, 20, 40, 80, 160, 320, 600, 600]) {
      expect(attemptsToAskAbout(order, new Date(now.getTime() - 1))).toEqual([]);
      expect(attemptsToAskAbout(order, now)).toHaveLength(1);
      order = afterChange(recordAsking(order, attemptId, now));
      expect(recordAsking(order, attemptId, now).kind).toBe('unchanged');
      now = new Date(now.getTime() + seconds * 1000);
      expect(latest(order).nextCheckAt).toEqual(now);
    }
  });

  test('happens once an hour after almost three days, because the result takes days', () => {
    const [attempt] = submittedDirectDebit().attempts.map((each) => ({ ...each, checks: 399 }));
    if (attempt === undefined) throw new Error('no attempt');
    let order = replaceAttempt(submittedDirectDebit(), attempt);
    let now = after(25);
    for (const seconds of [3600, 3600]) {
      order = afterChange(recordAsking(order, attempt.attemptId, now));
      now = new Date(now.getTime() + seconds * 1000);
      expect(latest(order).nextCheckAt).toEqual(now);
    }
  });

  test('ends with the attempt', () => {
    expect(attemptsToAskAbout(paid(), after(99_999))).toEqual([]);
    expect(recordAsking(paid(), latest(paid()).attemptId, after(99_999)).kind).toBe('unchanged');
    expect(recordAsking(paid(), 'txn_foreign', after(99_999)).kind).toBe('unchanged');
  });
});

describe('the lanes in which an order has work', () => {
  const at = (seconds: number, channelId: string | null) => ({ channelId, at: after(seconds) });
  test.each<[string, () => PaymentOrder, readonly AwaitedLane[]]>([
    ['a new order expires without a channel', () => newOrder(), [at(1800, null)]],
    [
      'an attempt that was never opened at its channel ends without it',
      () => quiet(opening(newOrder())),
      [at(1800, null)],
    ],
    ['an open attempt is ended at its channel', () => quiet(opened()), [at(1800, 'Sandbox')]],
    [
      'an attempt with a deadline of its own is ended at its channel after another attempt',
      () => elsewhere(besideDirectDebit()),
      [at(1800, 'Other'), at(25, 'Sandbox')],
    ],
    ['each lane is due with its earliest step', () => submitted(), [at(25, 'Sandbox'), at(23, null)]],
    [
      'a cancellation, and the expiry of what can still be paid',
      () => elsewhere(quiet(opened(opened(), walletMethod))),
      [at(1800, 'Other'), at(10, 'Sandbox')],
    ],
    [
      'a refund is sent to the channel that has the money',
      () => quiet(withRefund(paid(), { amountMinor: 1 })),
      [at(40, 'Sandbox')],
    ],
    [
      'a dispute is asked about at the channel of its payment',
      () => quiet(disputed(paid())),
      [at(50 + 86_400, 'Sandbox')],
    ],
    ['nothing is awaited', () => quiet(paid()), []],
  ])('%s', (_case, build, lanes) => {
    expect(awaitedLanes(build())).toEqual(lanes);
  });

  /** Returns an order with a direct debit under way and another attempt open. */
  function besideDirectDebit(): PaymentOrder {
    const { attempts } = submittedDirectDebit();
    const order = quiet(opened(failed(), walletMethod));
    return { ...order, attempts: [...attempts, ...order.attempts.slice(1)] };
  }

  /** Returns the order with its latest attempt at another channel. */
  function elsewhere(order: PaymentOrder): PaymentOrder {
    return replaceAttempt(order, { ...latest(order), channelId: 'Other' });
  }
});

describe('the next due step of an order', () => {
  const wallet = () => quiet(opened(opened(), walletMethod));
  test.each<[string, () => PaymentOrder, (order: PaymentOrder) => unknown]>([
    ['order_expiry', () => newOrder(), ({ orderId }) => orderId],
    ['attempt_question', () => quiet(submitted()), (order) => latest(order).attemptId],
    ['attempt_cancellation', wallet, ({ attempts }) => attempts[0]?.attemptId],
    [
      'refund_sending',
      () => quiet(withRefund(paid(), { amountMinor: 1 })),
      ({ refunds }) => refunds[0]?.refundId,
    ],
    [
      'refund_question',
      () => quiet(withRefund(paid(), { amountMinor: 1, state: 'PROCESSING' })),
      ({ refunds }) => refunds[0]?.refundId,
    ],
    ['event_relay', () => submitted(), ({ orderId }) => `evt_${orderId.slice('ord_'.length)}_1`],
  ])('is named with its subject: %s', (kind, order, subjectOf) => {
    const subjectId = subjectOf(order());
    expect(subjectId).toEqual(expect.any(String));
    expect(nextStepOf(order())).toMatchObject({ at: nextAttentionAt(order()), kind, subjectId });
  });

  test('is absent if no work is planned', () => {
    expect(nextStepOf(quiet(paid()))).toBeNull();
  });
});
