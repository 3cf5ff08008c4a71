import { describe, expect, test } from 'vitest';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import { refundableMinor, refundedMinor } from '../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { obstacleToSending } from '../../src/domain/refund/obstacle-to-sending.ts';
import { applyRefundResult, planRefundStep } from '../../src/domain/refund/progress-refund.ts';
import { repeatReturn } from '../../src/domain/refund/return-money.ts';
import { moneyMovesOf } from '../../src/domain/settlement/money-moves.ts';
import {
  afterChange,
  closed,
  latest,
  money,
  paid,
  submitted,
  succeeded,
  withRefund,
} from '../builders/orders.ts';
import {
  allSettled,
  concludedAs,
  obstacleTo,
  type TestReport,
  withReports,
} from '../builders/reported-disputes.ts';
import { after } from '../builders/times.ts';

describe('a dispute that was reported won and lost', () => {
  test.each<[string, PaymentOrder]>([
    ['won first', withReports(paid(), ['opened', 4_000], ['won', 4_000], ['lost', 4_000])],
    ['lost first', withReports(paid(), ['opened', 4_000], ['lost', 4_000], ['won', 4_000])],
    [
      'won first, and another was won since',
      withReports(paid(), ['opened'], ['won'], ['lost'], ['won', 10_000, 'dsp_2']),
    ],
  ])('holds refunds back until an operator has looked: %s', (_case, order) => {
    expect(openCases(order)).toMatchObject([{ kind: 'result_set_aside' }]);
    expect(obstacleTo(order, 1)).toBe('dispute_opened');
    expect(obstacleTo(allSettled(order), 1)).toBeUndefined();
  });

  test('holds refunds back even if an operator had concluded it as won', () => {
    const concluded = concludedAs(withReports(paid(), ['opened']), 'won');
    expect(obstacleTo(concluded, 10_000)).toBeUndefined();
    expect(obstacleTo(withReports(concluded, ['lost']), 10_000)).toBe('dispute_opened');
  });

  test.each<[string, readonly TestReport[], 'repeated' | 'refused']>([
    ['won first', [['opened'], ['won'], ['lost']], 'refused'],
    ['lost first', [['opened'], ['lost'], ['won']], 'repeated'],
  ])('holds back the return of late money: %s', (_case, reports, repetition) => {
    const order = closed(submitted());
    const late = afterChange(applyPaymentResult(order, latest(order).attemptId, succeeded(), after(2_000)));
    const [held] = late.refunds;
    if (held === undefined) throw new Error('late money is not returned');
    const disputed = withReports(late, ...reports);
    expect(obstacleToSending(disputed, held)?.code).toBe('dispute_opened');
    // A dispute whose only outcome is won does not hold back the return.
    expect(obstacleToSending(withReports(late, ['opened'], ['won']), held)).toBeUndefined();
    // The operator who settled the case may have found the dispute lost. So only a return that the operator repeats is sent,
    // and only if the latest report says that the dispute was won.
    const settled = allSettled(disputed);
    const step = planRefundStep(settled, held.refundId, {
      now: after(2_100),
      callEndsBy: after(2_122),
      isChannelThere: true,
    });
    if (step.kind !== 'withdrawn') throw new Error(`not withdrawn: ${step.kind}`);
    const again = repeatReturn(step.order, held.refundId, after(2_200));
    expect(again.kind).toBe(repetition);
    if (again.kind === 'refused') return expect(again.reason).toBe('reported_lost');
    const repeated = again.order.refunds.find(({ refundId }) => refundId === again.refundId);
    expect(repeated && obstacleToSending(again.order, repeated)).toBeUndefined();
  });
});

describe('if a dispute over a late payment is opened again after it was won, the payment is not returned (fault 83)', () => {
  const closedOrder = closed(submitted());
  const late = afterChange(
    applyPaymentResult(closedOrder, latest(closedOrder).attemptId, succeeded(), after(2_000)),
  );
  const again = (order: PaymentOrder) => {
    const report = {
      kind: 'opened',
      channelReference: 'dsp_1',
      amount: money(10_000),
      mayReopen: true,
    } as const;
    return afterChange(applyDisputeReport(order, latest(order).attemptId, report, after(2_300)));
  };
  const failed = { kind: 'failed', failure: { code: 'refused', message: 'Refused.' } } as const;

  /** Returns whether the return is sent if an operator repeats it. */
  function stepOfRepeat(order: PaymentOrder) {
    const refundId = order.refunds[0]?.refundId ?? '';
    const refused = afterChange(applyRefundResult(order, refundId, failed, after(2_400)));
    const repeated = repeatReturn(refused, refundId, after(2_500));
    if (repeated.kind === 'refused') throw new Error(repeated.reason);
    const facts = { now: after(2_600), callEndsBy: after(2_622), isChannelThere: true };
    return planRefundStep(repeated.order, repeated.refundId, facts).kind;
  }

  test.each([
    ['while its first reports still wait for an operator', (order: PaymentOrder) => order],
    ['after an operator has settled its first reports', allSettled],
  ])('and becomes a case, until it is won again: %s', (_case, meanwhile) => {
    const won = meanwhile(withReports(late, ['opened'], ['won']));
    expect(stepOfRepeat(won)).toBe('send');
    const reopened = again(won);
    expect(openCases(reopened).length).toBe(openCases(won).length + 1);
    expect(stepOfRepeat(reopened)).toBe('withdrawn');
    expect(stepOfRepeat(withReports(reopened, ['won']))).toBe('send');
    expect(stepOfRepeat(allSettled(reopened))).toBe('send');
  });

  test('and is stored once for each turn, however often it is reported', () => {
    const won = withReports(late, ['opened'], ['won']);
    const { attemptId } = latest(won);
    const report = { channelReference: 'dsp_1', amount: money(10_000) } as const;
    const isNew = (order: PaymentOrder, kind: 'opened' | 'won', mayReopen?: true) =>
      applyDisputeReport(order, attemptId, { ...report, kind, ...(mayReopen && { mayReopen }) }, after(2_700))
        .kind === 'changed';
    expect(isNew(won, 'won')).toBe(false);
    expect(isNew(won, 'opened')).toBe(false);
    expect(isNew(again(won), 'opened', true)).toBe(false);
    expect(isNew(withReports(again(won), ['won']), 'won')).toBe(false);
  });
});

describe('a dispute whose outcome names another amount than its opening', () => {
  test.each([
    ['more', 3_000, 10_000, 'REFUNDED', [-3_000, -7_000]],
    ['less', 7_000, 3_000, 'PARTIAL_REFUND', [-7_000, 4_000]],
  ] as const)('is lost over the amount that the bank has taken: %s', (_case, first, last, state, moves) => {
    const order = withReports(paid(), ['opened', first], ['lost', last]);
    expect([order.state, refundedMinor(order), refundableMinor(order)]).toEqual([state, last, 10_000 - last]);
    expect(order.dispute?.amount).toEqual(money(last));
    expect(order.outbox.at(-1)?.dispute?.amount).toEqual(money(last));
    expect(openCases(order)).toEqual([]);
    // The settlement report already shows the opening on its day. So the difference moves on the day of the outcome.
    const moved = moneyMovesOf(order).filter(({ reference }) => reference === 'dsp_1');
    expect(moved.map(({ signedMinor, at }) => [signedMinor, at])).toEqual([
      [moves[0], after(90)],
      [moves[1], after(91)],
    ]);
    expect(obstacleTo(order, 10_000 - last + 1)).toBe('dispute_lost');
  });

  test('comes to the same sum if the opening is reported last', () => {
    const report = { kind: 'opened', channelReference: 'dsp_1', amount: money(3_000) } as const;
    const order = withReports(paid(), ['lost', 10_000]);
    expect(applyDisputeReport(order, latest(order).attemptId, report, after(95)).kind).toBe('unchanged');
  });

  test('gives back the withdrawn amount when it is won', () => {
    const order = withReports(paid(), ['opened', 3_000], ['won', 10_000]);
    const moved = moneyMovesOf(order).filter(({ reference }) => reference === 'dsp_1');
    expect(moved.map(({ signedMinor }) => signedMinor)).toEqual([-3_000, 3_000]);
  });

  test.each<[string, PaymentOrder]>([
    ['more than twice what was paid', withReports(paid(), ['opened', 3_000], ['lost', 20_001])],
    [
      'another amount than when it was lost',
      withReports(paid(), ['opened', 3_000], ['lost', 3_000], ['lost', 4_000]),
    ],
  ])('holds refunds back as a case if it is %s', (_case, order) => {
    expect(openCases(order)).toMatchObject([{ kind: 'result_set_aside' }]);
    expect(obstacleTo(order, 1)).toBe('dispute_opened');
  });
});

describe('a dispute after everything was refunded', () => {
  const refunded = () => withRefund(paid(), { number: 'R', amountMinor: 10_000, state: 'SUCCESS' });

  test('counts as money that the bank also took, and is a case', () => {
    const order = withReports(refunded(), ['opened'], ['lost']);
    expect([order.state, refundedMinor(order), refundableMinor(order)]).toEqual(['REFUNDED', 20_000, 0]);
    // 100.00 was paid, 100.00 was refunded, and the bank took 100.00 too.
    expect(moneyMovesOf(order).reduce((sum, { signedMinor }) => sum + signedMinor, 0)).toBe(-10_000);
    expect(openCases(order)).toMatchObject([{ kind: 'returned_too_much' }]);
  });

  test('leaves the order unchanged when it is won', () => {
    const order = withReports(refunded(), ['opened'], ['won']);
    expect([order.state, refundedMinor(order)]).toEqual(['REFUNDED', 10_000]);
    expect(openCases(order)).toEqual([]);
  });
});

describe('late money that the bank has taken, says a settled report,', () => {
  const late = (reports: readonly TestReport[]) => {
    const order = allSettled(withReports(closed(submitted()), ...reports));
    const arrived = applyPaymentResult(order, latest(order).attemptId, succeeded(), after(2_000));
    return afterChange(arrived);
  };
  const codeOf = (order: PaymentOrder) => {
    const refund = order.refunds.at(-1);
    return refund && obstacleToSending(order, refund)?.code;
  };

  test.each<[string, readonly TestReport[]]>([
    ['lost', [['opened'], ['lost']]],
    ['opened', [['opened']]],
    ['both won and lost', [['opened'], ['won'], ['lost']]],
  ])('is not returned by the gateway itself: %s', (_case, reports) => {
    expect(codeOf(late(reports))).toBe('dispute_opened');
  });

  test('is returned if the dispute was won', () => {
    expect(codeOf(late([['opened'], ['won']]))).toBeUndefined();
  });

  test.each<[string, readonly TestReport[], string | undefined]>([
    ['opened', [['opened']], undefined],
    ['lost', [['opened'], ['lost']], 'reported_lost'],
    ['lost, and opened again', [['lost'], ['opened']], 'reported_lost'],
    ['lost, and then won', [['opened'], ['lost'], ['won']], undefined],
    ['lost, and another one won', [['lost'], ['won', 10_000, 'dsp_2']], 'reported_lost'],
  ])('is returned by an operator who repeats the return, unless it is lost: %s', (_case, reports, reason) => {
    const order = late(reports);
    const { refundId = '' } = order.refunds[0] ?? {};
    const step = planRefundStep(order, refundId, {
      now: after(2_001),
      callEndsBy: after(2_060),
      isChannelThere: true,
    });
    if (step.kind !== 'withdrawn') throw new Error(step.kind);
    expect(openCases(step.order)).toMatchObject([{ kind: 'return_failed' }]);
    const again = repeatReturn(step.order, refundId, after(2_100));
    if (again.kind === 'refused') return expect(again.reason).toBe(reason);
    expect(reason).toBeUndefined();
    expect(codeOf(again.order)).toBeUndefined();
    // Before the repeated return is sent, the channel reports that the bank took the money, and an operator settles that case.
    expect(codeOf(allSettled(withReports(again.order, ['lost', 10_000, 'dsp_3'])))).toBe('dispute_opened');
  });
});
