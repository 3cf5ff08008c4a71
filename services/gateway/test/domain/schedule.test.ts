import { describe, expect, test } from 'vitest';
import { attemptsToCheck, recordCheck } from '../../src/domain/check-attempt.ts';
import type { PaymentOrder } from '../../src/domain/payment-order.ts';
import { nextAttentionAt } from '../../src/domain/schedule.ts';
import { afterChange, failed, latest, newOrder, paid, submitted, withRefund } from '../builders/orders.ts';
import { after } from '../builders/times.ts';

const quiet = (order: PaymentOrder): PaymentOrder => ({ ...order, outbox: [] });

describe('when an order needs attention', () => {
  test.each<[string, () => PaymentOrder, Date | null]>([
    ['a new order: at its expiry', () => newOrder(), after(1800)],
    ['one being paid: when the channel is to be asked', () => quiet(submitted()), after(25)],
    ['one whose event was not relayed: three seconds after it', () => submitted(), after(23)],
    ['a failed one: never', () => quiet(failed()), null],
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

describe('asking a channel about an attempt', () => {
  test('happens after 5 s, doubling, at most every 10 minutes, by one caller at a time', () => {
    let order = submitted();
    let now = after(25);
    const { attemptId } = latest(order);
    for (const seconds of [10, 20, 40, 80, 160, 320, 600, 600]) {
      expect(attemptsToCheck(order, new Date(now.getTime() - 1))).toEqual([]);
      expect(attemptsToCheck(order, now)).toHaveLength(1);
      order = afterChange(recordCheck(order, attemptId, now));
      expect(recordCheck(order, attemptId, now).kind).toBe('unchanged');
      now = new Date(now.getTime() + seconds * 1000);
      expect(latest(order).nextCheckAt).toEqual(now);
    }
  });

  test('ends with the attempt', () => {
    expect(attemptsToCheck(paid(), after(99_999))).toEqual([]);
    expect(recordCheck(paid(), latest(paid()).attemptId, after(99_999)).kind).toBe('unchanged');
    expect(recordCheck(paid(), 'txn_foreign', after(99_999)).kind).toBe('unchanged');
  });
});
