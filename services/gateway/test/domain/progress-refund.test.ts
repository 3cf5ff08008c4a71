import { describe, expect, test } from 'vitest';
import { applyPaymentResult } from '../../src/domain/apply-payment-result.ts';
import { type PaymentOrder, refundedMinor } from '../../src/domain/payment-order.ts';
import { applyRefundResult, recordRefundReference, startRefund } from '../../src/domain/progress-refund.ts';
import {
  afterChange,
  closed,
  disputed,
  eventsOf,
  latest,
  paid,
  refundNumbered,
  submitted,
  succeeded,
  withRefund,
} from '../builders/orders.ts';
import { after } from '../builders/times.ts';

const made = { kind: 'succeeded' } as const;
const refused = { kind: 'failed', failure: { code: 'closed', message: 'Account closed.' } } as const;

function report(order: PaymentOrder, number: string, result: typeof made | typeof refused) {
  return applyRefundResult(order, refundNumbered(order, number).refundId, result, after(60));
}

const sent = (amountMinor: number, order = paid()) =>
  withRefund(order, { number: 'R', amountMinor, state: 'PROCESSING' });

describe('what a channel reports about a refund', () => {
  test.each<[string, () => PaymentOrder, typeof made | typeof refused, string, string, number, string]>([
    // order before, result, order state, refund state, refunded, event
    [
      'a part is returned',
      () => sent(3_000),
      made,
      'PARTIAL_REFUND',
      'SUCCESS',
      3_000,
      'order.refund.succeeded',
    ],
    [
      'everything is returned',
      () => sent(10_000),
      made,
      'REFUNDED',
      'SUCCESS',
      10_000,
      'order.refund.succeeded',
    ],
    ['it is refused', () => sent(3_000), refused, 'PAY_SUCCESS', 'FAILED', 0, 'order.refund.failed'],
    [
      'another part',
      () => sent(3_000, withRefund(paid(), { amountMinor: 5_000, state: 'SUCCESS' })),
      made,
      'PARTIAL_REFUND',
      'SUCCESS',
      8_000,
      'order.refund.succeeded',
    ],
    [
      'the last part',
      () => sent(5_000, withRefund(paid(), { amountMinor: 5_000, state: 'SUCCESS' })),
      made,
      'REFUNDED',
      'SUCCESS',
      10_000,
      'order.refund.succeeded',
    ],
    [
      'the last part is refused',
      () => sent(5_000, withRefund(paid(), { amountMinor: 5_000, state: 'SUCCESS' })),
      refused,
      'PARTIAL_REFUND',
      'FAILED',
      5_000,
      'order.refund.failed',
    ],
    [
      'the callback overtakes the note that it was sent',
      () => withRefund(paid(), { number: 'R', amountMinor: 3_000 }),
      made,
      'PARTIAL_REFUND',
      'SUCCESS',
      3_000,
      'order.refund.succeeded',
    ],
    [
      'during a dispute',
      () => disputed(sent(3_000)),
      made,
      'IN_DISPUTE',
      'SUCCESS',
      3_000,
      'order.refund.succeeded',
    ],
    [
      'refused during a dispute',
      () => disputed(sent(3_000)),
      refused,
      'IN_DISPUTE',
      'FAILED',
      0,
      'order.refund.failed',
    ],
  ])('%s', (_case, build, result, orderState, refundState, refunded, event) => {
    const before = build();
    const order = afterChange(report(before, 'R', result));
    expect(order.state).toBe(orderState);
    expect(order.version).toBe(before.version + 1);
    expect(refundNumbered(order, 'R')).toMatchObject({
      state: refundState,
      completedAt: after(60),
      nextActionAt: null,
      failure: result.kind === 'failed' ? result.failure : null,
    });
    expect(refundedMinor(order)).toBe(refunded);
    expect(eventsOf(order).slice(before.outbox.length)).toEqual([event]);
    // What has ended does not change again, whatever is reported.
    expect(report(order, 'R', made).kind).toBe('unchanged');
    expect(report(order, 'R', refused).kind).toBe('unchanged');
  });

  test('about a refund that the order does not have changes nothing', () => {
    expect(applyRefundResult(paid(), 'rfd_foreign', made, after(60)).kind).toBe('unchanged');
    expect(recordRefundReference(paid(), 'rfd_foreign', 'ref').kind).toBe('unchanged');
    expect(startRefund(paid(), 'rfd_foreign', after(60)).kind).toBe('unchanged');
  });

  test('about an automatic refund leaves the order and its events alone', () => {
    const late = closed(submitted());
    const order = afterChange(applyPaymentResult(late, latest(late).attemptId, succeeded(), after(1900)));
    const [refund] = order.refunds;
    for (const result of [made, refused]) {
      const ended = afterChange(applyRefundResult(order, refund?.refundId ?? '', result, after(1910)));
      expect(ended.state).toBe('CLOSE');
      expect(eventsOf(ended)).toEqual(eventsOf(order));
      expect(refundedMinor(ended)).toBe(0);
    }
  });
});

describe('sending a refund', () => {
  test('is noted before, with the moment at which it is due again: 5 s, doubling, at most 10 minutes', () => {
    let order = withRefund(paid(), { number: 'R', amountMinor: 100 });
    let now = after(60);
    for (const seconds of [5, 10, 20, 40, 80, 160, 320, 600, 600]) {
      const { tries } = refundNumbered(order, 'R');
      order = afterChange(startRefund(order, refundNumbered(order, 'R').refundId, now));
      const due = new Date(now.getTime() + seconds * 1000);
      expect(refundNumbered(order, 'R')).toMatchObject({
        state: 'PROCESSING',
        tries: tries + 1,
        nextActionAt: due,
      });
      // Until then nobody else sends it.
      const { refundId } = refundNumbered(order, 'R');
      expect(startRefund(order, refundId, new Date(due.getTime() - 1)).kind).toBe('unchanged');
      now = due;
    }
  });

  test.each(['SUCCESS', 'FAILED'] as const)('does not start once it is %s', (state) => {
    const order = withRefund(paid(), { number: 'R', amountMinor: 100, state });
    expect(startRefund(order, refundNumbered(order, 'R').refundId, after(9_999)).kind).toBe('unchanged');
  });

  test('keeps the reference that the channel gave, once', () => {
    const order = sent(100);
    const noted = afterChange(recordRefundReference(order, refundNumbered(order, 'R').refundId, 'ref_1'));
    expect(refundNumbered(noted, 'R').channelReference).toBe('ref_1');
    expect(recordRefundReference(noted, refundNumbered(noted, 'R').refundId, 'ref_1').kind).toBe('unchanged');
  });
});
