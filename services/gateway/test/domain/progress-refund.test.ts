import { describe, expect, test } from 'vitest';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import { refundedMinor } from '../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import {
  applyRefundReport,
  applyRefundResult,
  recordNotSent,
  recordRefundReference,
  recordRefused,
} from '../../src/domain/refund/progress-refund.ts';
import type { RefundResult } from '../../src/domain/refund/refund.ts';
import { CHANNEL_CALL_TIMEOUT_MS } from '../../src/ports/channel-timeouts.ts';
import {
  afterChange,
  clocksAt,
  closed,
  disputed,
  eventsOf,
  latest,
  money,
  paid,
  refundNumbered,
  startRefund,
  submitted,
  succeeded,
  withRefund,
} from '../builders/orders.ts';
import { after } from '../builders/times.ts';

const made = 'made';
const refused = { kind: 'failed', failure: { code: 'closed', message: 'Account closed.' } } as const;

/** Applies a report that the refund was made over its own amount, or that it was refused. */
function report(order: PaymentOrder, number: string, result: typeof made | typeof refused) {
  const { refundId, amount } = refundNumbered(order, number);
  const reported = result === made ? ({ kind: 'succeeded', returned: amount } as const) : result;
  return applyRefundResult(order, refundId, reported, after(60));
}

/** Checks that the report is only stored for an operator, and stored only once. */
function expectSetAside(order: PaymentOrder, number: string, result: RefundResult): void {
  const { refundId, attemptId, amount } = refundNumbered(order, number);
  const next = afterChange(applyRefundResult(order, refundId, result, after(61)));
  expect(next).toEqual({
    ...order,
    version: order.version + 1,
    quarantine: [
      {
        attemptId,
        reported: result.kind === 'succeeded' ? result.returned : amount,
        receivedAt: after(61),
        subject: { kind: 'refund', refundId, result: result.kind },
      },
    ],
  });
  expect(applyRefundResult(next, refundId, result, after(62)).kind).toBe('unchanged');
}

const sent = (amountMinor: number, order = paid()) =>
  withRefund(order, { number: 'R', amountMinor, state: 'PROCESSING' });

describe('what a channel reports about a refund', () => {
  test.each<[string, () => PaymentOrder, typeof made | typeof refused, string, string, number, string]>([
    // the order before, the result, the order's state, the refund's state, the refunded amount, the event
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
      failure: result === made ? null : result.failure,
    });
    expect(refundedMinor(order)).toBe(refunded);
    expect(eventsOf(order).slice(before.outbox.length)).toEqual([event]);
    expect(report(order, 'R', result).kind).toBe('unchanged');
    // A refused refund does not change again. A report that contradicts its result is stored for an operator. A refund that was
    // made can be taken back: see reversed-refund.test.ts.
    const { amount } = refundNumbered(order, 'R');
    if (result !== made) expectSetAside(order, 'R', { kind: 'succeeded', returned: amount });
  });

  test('that a dispute withdrew is set aside if made after all, and changes nothing if refused', () => {
    const order = disputed(withRefund(paid(), { number: 'R', amountMinor: 3_000 }));
    expect(refundNumbered(order, 'R').state).toBe('CANCELLED');
    expectSetAside(order, 'R', { kind: 'succeeded', returned: money(3_000) });
    expect(report(order, 'R', refused).kind).toBe('unchanged');
  });

  test.each([
    ['less', money(2_999)],
    ['more', money(3_001)],
    ['another currency', money(3_000, 'EUR')],
  ])('over %s than was requested is set aside, and the amount stays reserved', (_case, returned) => {
    for (const state of ['INITIALISED', 'PROCESSING', 'SUCCESS', 'FAILED'] as const) {
      const order = withRefund(paid(), { number: 'R', amountMinor: 3_000, state });
      expectSetAside(order, 'R', { kind: 'succeeded', returned });
    }
  });

  test('as made stands if the channel then refuses a repeated call, and the contradiction is a case', () => {
    const order = afterChange(report(sent(3_000), 'R', made));
    const { refundId, tries } = refundNumbered(order, 'R');
    const { failure } = refused;
    const next = afterChange(recordRefused(order, refundId, { tries, failure, now: after(61) }));
    expect(refundNumbered(next, 'R').state).toBe('SUCCESS');
    expect(refundedMinor(next)).toBe(3_000);
    expect(openCases(next).map(({ kind }) => kind)).toEqual(['result_set_aside']);
  });

  test('about a refund that the order does not have changes nothing', () => {
    expect(applyRefundResult(paid(), 'rfd_foreign', refused, after(60)).kind).toBe('unchanged');
    expect(recordRefundReference(paid(), 'rfd_foreign', 'ref', clocksAt(after(60))).kind).toBe('unchanged');
    expect(startRefund(paid(), 'rfd_foreign', after(60), true).kind).toBe('unchanged');
  });

  test('about an automatic refund leaves the order and its events alone', () => {
    const late = closed(submitted());
    const order = afterChange(applyPaymentResult(late, latest(late).attemptId, succeeded(), after(1900)));
    const [refund] = order.refunds;
    for (const result of [{ kind: 'succeeded', returned: order.amount }, refused] as const) {
      const ended = afterChange(applyRefundResult(order, refund?.refundId ?? '', result, after(1910)));
      expect(ended.state).toBe('CLOSE');
      expect(eventsOf(ended)).toEqual(eventsOf(order));
      expect(refundedMinor(ended)).toBe(0);
    }
  });
});

describe('sending a refund', () => {
  test('is recorded first, with the time of the next attempt: 30 s, doubling, at most 10 minutes', () => {
    let order = withRefund(paid(), { number: 'R', amountMinor: 100 });
    let now = after(60);
    for (const seconds of [30, 60, 120, 240, 480, 960, 1920, 3600, 3600]) {
      const { tries } = refundNumbered(order, 'R');
      order = afterChange(startRefund(order, refundNumbered(order, 'R').refundId, now, true));
      const due = new Date(now.getTime() + seconds * 1000);
      expect(refundNumbered(order, 'R')).toMatchObject({
        state: 'PROCESSING',
        tries: tries + 1,
        nextActionAt: due,
      });
      // Until then, no other caller sends it.
      const { refundId } = refundNumbered(order, 'R');
      expect(startRefund(order, refundId, new Date(due.getTime() - 1), true).kind).toBe('unchanged');
      now = due;
    }
  });

  test('gives a call that asks and then sends the time to end before the next question', () => {
    const order = sent(100);
    const { nextActionAt } = refundNumbered(order, 'R');
    const patienceMs = (nextActionAt?.getTime() ?? 0) - after(41).getTime();
    expect(patienceMs).toBeGreaterThan(2 * CHANNEL_CALL_TIMEOUT_MS);
  });

  test.each(['SUCCESS', 'FAILED'] as const)('does not start once it is %s', (state) => {
    const order = withRefund(paid(), { number: 'R', amountMinor: 100, state });
    expect(startRefund(order, refundNumbered(order, 'R').refundId, after(9_999), true).kind).toBe(
      'unchanged',
    );
  });

  test('during a dispute, the gateway cancels a refund as soon as it learns that the channel does not have the refund (fault 52)', () => {
    const order = disputed(sent(3_000));
    const { refundId, tries } = refundNumbered(order, 'R');
    const facts = { tries, sendAgainAt: after(70), now: after(70) };
    const withdrawn = afterChange(recordNotSent(order, refundId, facts));
    expect(refundNumbered(withdrawn, 'R')).toMatchObject({ state: 'CANCELLED', nextActionAt: null });
    // What the gateway finds out about an earlier try changes nothing if the refund was tried again since, or if the channel
    // has confirmed it.
    expect(recordNotSent(order, refundId, { ...facts, tries: tries - 1 }).kind).toBe('unchanged');
    const named = afterChange(recordRefundReference(order, refundId, 'ref_1', clocksAt(after(70))));
    expect(recordNotSent(named, refundId, facts).kind).toBe('unchanged');
  });

  test('keeps the reference that the channel gave, once', () => {
    const order = sent(100);
    const noted = afterChange(
      recordRefundReference(order, refundNumbered(order, 'R').refundId, 'ref_1', clocksAt(after(70))),
    );
    expect(refundNumbered(noted, 'R').channelReference).toBe('ref_1');
    expect(
      recordRefundReference(noted, refundNumbered(noted, 'R').refundId, 'ref_1', clocksAt(after(71))).kind,
    ).toBe('unchanged');
  });

  test.each([
    ['in one change with its end', sent(100)],
    ['also where its callback was faster', afterChange(report(sent(100), 'R', made))],
  ])('keeps the reference of a refund that was answered as made: %s', (_case, order) => {
    const { refundId, amount } = refundNumbered(order, 'R');
    const answer = { channelReference: 'ref_1', result: { kind: 'succeeded', returned: amount } } as const;
    const ended = afterChange(applyRefundReport(order, refundId, answer, after(60)));
    const refund = refundNumbered(ended, 'R');
    expect(refund.channelReference).toBe('ref_1');
    expect([refund.state, ended.state]).toEqual(['SUCCESS', 'PARTIAL_REFUND']);
    expect(ended.version).toBe(order.version + 1);
    expect(eventsOf(ended).filter((type) => type === 'order.refund.succeeded')).toHaveLength(1);
    expect(applyRefundReport(ended, refundId, answer, after(61)).kind).toBe('unchanged');
  });
});
