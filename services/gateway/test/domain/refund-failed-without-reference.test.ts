import { describe, expect, test } from 'vitest';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import { refundableMinor, refundedMinor } from '../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { concludeRefund } from '../../src/domain/refund/conclude-refund.ts';
import type { applyRefundReport } from '../../src/domain/refund/progress-refund.ts';
import { taken, told } from '../builders/channel-refunds.ts';
import { afterChange, clocksAt, latest, money, paid, submitted, withRefund } from '../builders/orders.ts';
import { settleListed } from '../builders/settled-cases.ts';
import { after } from '../builders/times.ts';

/** Returns the order after an operator has returned the money of its first refund outside the channel. */
function returnedByHand(order: PaymentOrder): PaymentOrder {
  const [refund] = order.refunds;
  const finding = { outcome: 'made_by_hand', returned: money(3_000), note: 'By bank transfer.' } as const;
  const concluded = concludeRefund(order, refund?.refundId ?? '', finding, clocksAt(after(70)));
  if (concluded.kind !== 'concluded') throw new Error(concluded.reason);
  return concluded.order;
}

describe('if a report of a failed refund names only the payment, it never makes the wrong refund fail (fault 84)', () => {
  const { attemptId, opening } = latest(paid());
  const nameless = (order: PaymentOrder, reportId = 'evt_1') =>
    told(order, null, { channelReference: opening?.channelReference ?? attemptId, reportId });
  const afterNameless = (order: PaymentOrder, reportId = 'evt_1') => {
    const decision = nameless(order, reportId);
    if (decision.kind === 'not_yet') throw new Error(decision.reason);
    return afterChange(decision);
  };

  test('ends the only refund that can have failed', () => {
    const one = nameless(taken(paid(), money(3_000)));
    expect(one).toMatchObject({ order: { state: 'PAY_SUCCESS', refunds: [{ state: 'FAILED' }] } });
    // Nobody knows which of the two has failed.
    const two = nameless(taken(taken(paid(), money(3_000)), money(4_000), 're_other'));
    if (two.kind !== 'changed') throw new Error(two.kind);
    expect(two.order.refunds.map(({ state }) => state)).toEqual(['SUCCESS', 'SUCCESS']);
    expect(openCases(two.order).map(({ kind }) => kind)).toEqual(['result_set_aside']);
  });

  test('lets an operator record what Adyen has returned in all, before the cases of the failure and of an uncounted refund are settled', () => {
    const own = withRefund(paid(), { amountMinor: 1_000, state: 'SUCCESS' });
    const failed = afterNameless(taken(taken(own, money(3_000)), money(2_000), 're_failed'));
    const order = taken(failed, money(5_000), 're_further');
    expect(openCases(order).map(({ kind }) => kind)).toEqual(['result_set_aside', 'result_set_aside']);
    expect([refundedMinor(order), refundableMinor(order)]).toEqual([6_000, 0]);
    // Adyen has returned 1,000, 3,000 and 5,000, but the order counts the failed 2,000 instead of the 5,000.
    const counted = order.refunds.find(({ channelReference }) => channelReference === 're_hand');
    const finding = { outcome: 'made', returned: money(6_000), note: 'The whole difference.' } as const;
    const found = concludeRefund(order, counted?.refundId ?? '', finding, clocksAt(after(600)));
    if (found.kind !== 'concluded') throw new Error(found.reason);
    const settled = openCases(found.order).reduce(
      (current, { caseId }) => afterChange(settleListed(current, caseId, 'Recorded.', after(700))),
      found.order,
    );
    expect([refundedMinor(settled), refundableMinor(settled)]).toEqual([9_000, 1_000]);
  });

  test('is a case if the refund that it ended fails by its name as well, because it was about another one', () => {
    const failed = afterNameless(taken(paid(), money(3_000)));
    const named = (order: PaymentOrder) => told(order, null, { reportId: 'evt_2' });
    const doubted = named(failed);
    if (doubted.kind !== 'changed') throw new Error(doubted.kind);
    expect(doubted.order.refunds).toEqual(failed.refunds);
    expect(openCases(doubted.order).map(({ kind }) => kind)).toEqual(['result_set_aside']);
    expect([named(doubted.order).kind, nameless(doubted.order).kind]).toEqual(['unchanged', 'unchanged']);
  });

  test('waits for the refund, if the payment has none that can have failed', () => {
    expect(nameless(paid()).kind).toBe('not_yet');
    const failed = afterNameless(taken(paid(), money(3_000)));
    expect(nameless(failed, 'evt_2').kind).toBe('not_yet');
    expect(nameless(failed).kind).toBe('unchanged');
  });

  test.each([
    ['a refund of the gateway', () => withRefund(paid(), { amountMinor: 3_000, state: 'SUCCESS' })],
    [
      'a refund of the gateway beside one by hand',
      () => taken(withRefund(paid(), { amountMinor: 2_000, state: 'SUCCESS' }), money(3_000)),
    ],
    [
      'a refund by hand that did not fit, and that the order does not count',
      () => taken(taken(paid(), money(11_000), 're_beyond'), money(2_000), 're_other'),
    ],
    [
      'a second refund by hand after one that failed',
      () => taken(afterNameless(taken(paid(), money(3_000)), 'evt_0'), money(3_000), 're_other'),
    ],
  ])('is a case, and no refund stops counting, if it may be %s', (_case, build) => {
    const before = build();
    const order = afterNameless(before);
    expect(order.refunds).toEqual(before.refunds);
    expect(order.state).toBe('PARTIAL_REFUND');
    const [opened, ...others] = openCases(order).slice(openCases(before).length);
    expect([opened?.kind, others]).toEqual(['result_set_aside', []]);
    expect(nameless(order).kind).toBe('unchanged');
  });

  test('is a case of its own for each report, and no refund changes, if an operator returned the money of the refund as well', () => {
    const before = returnedByHand(taken(paid(), money(3_000)));
    const order = afterNameless(before, 'evt_1');
    expect(order.refunds).toEqual(before.refunds);
    const two = afterNameless(order, 'evt_2');
    expect(openCases(two)).toHaveLength(2);
    expect([nameless(two, 'evt_1').kind, nameless(two, 'evt_2').kind]).toEqual(['unchanged', 'unchanged']);
  });

  test('is a case of its own beside an equal one with another event ID, also after the first was settled', () => {
    const events = (order: PaymentOrder, ...reportIds: readonly string[]) =>
      reportIds.reduce((current, reportId) => {
        const decision = told(current, null, {
          channelReference: opening?.channelReference ?? attemptId,
          reportId,
        });
        return decision.kind === 'changed' ? decision.order : current;
      }, order);
    const order = events(withRefund(paid(), { amountMinor: 3_000, state: 'SUCCESS' }), 'evt_1');
    const [{ caseId } = { caseId: '' }] = openCases(order);
    const settled = afterChange(settleListed(order, caseId, 'Another refund failed.', after(70)));
    for (const before of [order, settled]) {
      const two = events(before, 'evt_2', 'evt_1', 'evt_2');
      expect(openCases(two)).toHaveLength(openCases(before).length + 1);
    }
  });

  test('is applied once, although the gateway stopped before it noted this and another refund was made since', () => {
    const failed = afterNameless(taken(paid(), money(3_000)));
    const order = taken(failed, money(3_000), 're_other');
    expect(nameless(order).kind).toBe('unchanged');
    expect(nameless(order, 'evt_2').kind).toBe('changed');
  });

  test('is about the refund whose amount it names, and waits if there is none', () => {
    const over = (order: PaymentOrder, amount: ReturnType<typeof money>) =>
      told(order, null, { channelReference: opening?.channelReference ?? attemptId, amount });
    const one = taken(paid(), money(3_000));
    expect(over(one, money(4_000)).kind).toBe('not_yet');
    expect(over(one, money(3_000))).toMatchObject({ order: { refunds: [{ state: 'FAILED' }] } });
    const two = taken(one, money(4_000), 're_other');
    const open = over(two, money(3_000));
    if (open.kind !== 'changed') throw new Error(open.kind);
    expect(open.order.quarantine).toMatchObject([
      { reported: money(3_000), subject: { refundId: two.refunds[0]?.refundId, result: 'failed' } },
    ]);
  });

  test('is not taken for the reason why the refund ended if the channel has made the refund again since', () => {
    const again = afterChange(told(paid(), money(3_000), { toldAt: after(80) }));
    const outdated = (order: PaymentOrder, seconds: number) =>
      told(order, null, {
        channelReference: opening?.channelReference ?? attemptId,
        toldAt: after(seconds),
        reportId: `evt_${seconds}`,
      });
    const doubted = outdated(again, 50);
    if (doubted.kind !== 'changed') throw new Error(doubted.kind);
    expect(doubted.order.refunds).toEqual(again.refunds);
    expect(openCases(doubted.order).map(({ kind }) => kind)).toEqual(['result_set_aside']);
    expect(outdated(doubted.order, 50).kind).toBe('unchanged');
    const failed = outdated(doubted.order, 90);
    expect(failed).toMatchObject({ order: { refunds: [{ state: 'FAILED', failedByReport: 'evt_90' }] } });
  });

  test('waits while the payment’s reference is not known yet, because it may name the payment', () => {
    const early = submitted();
    const naming = (order: PaymentOrder) => told(order, null, { channelReference: 'pay_1' });
    expect(naming(early).kind).toBe('not_yet');
    const late = afterChange(
      applyPaymentResult(
        early,
        latest(early).attemptId,
        { kind: 'succeeded', paid: early.amount, card: null, paymentReference: 'pay_1' },
        after(50),
      ),
    );
    expect(naming(late).kind).toBe('not_yet');
    const failed = afterChange(naming(taken(late, money(3_000))) as ReturnType<typeof applyRefundReport>);
    expect(failed.refunds).toMatchObject([{ state: 'FAILED' }]);
  });
});
