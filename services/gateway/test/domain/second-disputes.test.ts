import { describe, expect, test } from 'vitest';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import { concludeDispute } from '../../src/domain/dispute/conclude-dispute.ts';
import { caseIdOfDispute, openCases } from '../../src/domain/order/operator-cases.ts';
import { refundableMinor, refundedMinor } from '../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { moneyMovesOf } from '../../src/domain/settlement/money-moves.ts';
import { afterChange, eventsOf, latest, money, paid, submitted, succeeded } from '../builders/orders.ts';
import {
  allSettled,
  concludedAs,
  obstacleTo,
  type TestReport,
  withReports,
} from '../builders/reported-disputes.ts';
import { settleListed } from '../builders/settled-cases.ts';
import { after } from '../builders/times.ts';

describe('a second dispute of one payment', () => {
  test('that is lost too counts beside the first', () => {
    const order = withReports(paid(), ['opened', 4_000], ['lost', 4_000], ['lost', 5_000, 'dsp_2']);
    expect([order.state, refundedMinor(order), refundableMinor(order)]).toEqual([
      'PARTIAL_REFUND',
      9_000,
      1_000,
    ]);
    expect(openCases(order)).toEqual([]);
    expect(obstacleTo(order, 1_001)).toBe('dispute_lost');
    expect(obstacleTo(order, 1_000)).toBeUndefined();
    const moved = moneyMovesOf(order).map(({ reference, signedMinor }) => [reference, signedMinor]);
    expect(moved.slice(1)).toEqual([
      ['dsp_1', -4_000],
      ['dsp_2', -5_000],
    ]);
  });

  test('opens a case if both together took more than was paid', () => {
    const order = withReports(
      paid(),
      ['opened', 4_000],
      ['lost', 4_000],
      ['opened', 7_000, 'dsp_2'],
      ['lost', 7_000, 'dsp_2'],
    );
    expect(refundedMinor(order)).toBe(11_000);
    expect(openCases(order)).toMatchObject([{ kind: 'returned_too_much', since: after(93) }]);
    expect(openCases(allSettled(order))).toEqual([]);
  });

  test('has a case of its own when its outcome is overdue', () => {
    const first = withReports(paid(), ['opened', 4_000]);
    const second = withReports(first, ['lost', 4_000], ['opened', 4_000, 'dsp_2']);
    expect(caseIdOfDispute(second)).not.toBe(caseIdOfDispute(first));
  });
});

describe('a second dispute that was reported while the first was open', () => {
  test.each<[string, readonly TestReport[], string, number, readonly string[]]>([
    [
      'opened: it is open once the first is won',
      [['opened'], ['opened', 6_000, 'dsp_2'], ['won']],
      'IN_DISPUTE',
      0,
      ['order.dispute.opened', 'order.dispute.won', 'order.dispute.opened'],
    ],
    [
      'opened: it is open once the first is lost',
      [
        ['opened', 4_000],
        ['opened', 6_000, 'dsp_2'],
        ['lost', 4_000],
      ],
      'IN_DISPUTE',
      4_000,
      ['order.dispute.opened', 'order.dispute.lost', 'order.dispute.opened'],
    ],
    [
      'opened and lost: it is lost once the first is won',
      [['opened'], ['opened', 6_000, 'dsp_2'], ['lost', 6_000, 'dsp_2'], ['won']],
      'PARTIAL_REFUND',
      6_000,
      ['order.dispute.opened', 'order.dispute.won', 'order.dispute.opened', 'order.dispute.lost'],
    ],
    [
      'lost, and so was a third: both are lost once the first is won',
      [['opened'], ['lost', 6_000, 'dsp_2'], ['lost', 4_000, 'dsp_3'], ['won']],
      'REFUNDED',
      10_000,
      [
        'order.dispute.opened',
        'order.dispute.won',
        'order.dispute.opened',
        'order.dispute.lost',
        'order.dispute.opened',
        'order.dispute.lost',
      ],
    ],
    [
      'opened and won: it is over',
      [['opened'], ['opened', 6_000, 'dsp_2'], ['won', 6_000, 'dsp_2'], ['won']],
      'PAY_SUCCESS',
      0,
      ['order.dispute.opened', 'order.dispute.won'],
    ],
  ])('%s', (_case, reports, state, refunded, events) => {
    const order = withReports(paid(), ...reports);
    expect([order.state, refundedMinor(order)]).toEqual([state, refunded]);
    expect(eventsOf(order).filter((type) => type.startsWith('order.dispute'))).toEqual(events);
    // The settlement report of the day of the report may be final. So the dispute's money moves when the order takes up the
    // dispute.
    const last = after(90 + reports.length - 1);
    const moved = moneyMovesOf(order).filter(({ reference }) => reference === 'dsp_2');
    for (const { at } of moved) expect(at).toEqual(last);
  });

  test('is lost even if its opening is reported after everything else', () => {
    const order = withReports(paid(), ['opened'], ['lost', 6_000, 'dsp_2'], ['won']);
    const late = { kind: 'opened', channelReference: 'dsp_2', amount: money(6_000) } as const;
    expect([order.state, refundedMinor(order)]).toEqual(['PARTIAL_REFUND', 6_000]);
    expect(applyDisputeReport(order, latest(order).attemptId, late, after(99)).kind).toBe('unchanged');
  });

  test.each(['won', 'lost'] as const)(
    'is also taken up if an operator concludes the first as %s',
    (outcome) => {
      const before = withReports(paid(), ['opened', 4_000], ['opened', 6_000, 'dsp_2']);
      const order = concludedAs(before, outcome);
      expect(order).toMatchObject({
        state: 'IN_DISPUTE',
        dispute: { channelReference: 'dsp_2', state: 'opened' },
      });
      expect(refundedMinor(order)).toBe(outcome === 'won' ? 0 : 4_000);
    },
  );

  test('is asked about if it was reported won and lost, unless an operator has looked into that', () => {
    const before = withReports(paid(), ['opened', 4_000], ['won', 6_000, 'dsp_2'], ['lost', 6_000, 'dsp_2']);
    expect(withReports(before, ['won', 4_000])).toMatchObject({
      state: 'IN_DISPUTE',
      dispute: { channelReference: 'dsp_2', state: 'opened' },
    });
    expect(withReports(allSettled(before), ['won', 4_000])).toMatchObject({
      state: 'PAY_SUCCESS',
      dispute: { channelReference: 'dsp_1' },
    });
  });
});

describe('a loss that was set aside and settled by an operator', () => {
  const settledLoss = () => allSettled(withReports(paid(), ['opened', 4_000], ['lost', 6_000, 'dsp_2']));

  test('is not taken up by itself when the order could follow it', () => {
    expect(withReports(settledLoss(), ['won', 4_000])).toMatchObject({
      state: 'PAY_SUCCESS',
      dispute: { channelReference: 'dsp_1' },
    });
  });

  test('does not count when its payment arrives, but is asked about', () => {
    const unpaid = withReports(submitted(), ['lost', 4_000], ['lost', 6_000, 'dsp_2']);
    const arrived = (order: PaymentOrder) =>
      afterChange(applyPaymentResult(order, latest(order).attemptId, succeeded(), after(300)));
    expect(refundedMinor(arrived(unpaid))).toBe(10_000);
    const asked = arrived(allSettled(unpaid));
    expect(refundedMinor(asked)).toBe(4_000);
    expect(asked).toMatchObject({
      state: 'IN_DISPUTE',
      dispute: { channelReference: 'dsp_2', state: 'opened', amount: money(6_000) },
    });
    expect(openCases(asked)).toMatchObject([{ kind: 'result_set_aside' }]);
  });

  test('is a case again when its payment arrives, if an operator had concluded the dispute as won', () => {
    const won = concludedAs(withReports(submitted(), ['opened', 4_000]), 'won');
    const settled = allSettled(withReports(won, ['lost', 4_000]));
    expect(openCases(settled)).toEqual([]);
    const paid = afterChange(applyPaymentResult(settled, latest(settled).attemptId, succeeded(), after(300)));
    expect(openCases(paid)).toMatchObject([{ kind: 'result_set_aside', since: after(300) }]);
    expect(obstacleTo(paid, 1_000)).toBe('dispute_opened');
    expect(obstacleTo(allSettled(paid), 1_000)).toBeUndefined();
  });

  test('counts once the operator concludes the dispute as lost', () => {
    const order = withReports(settledLoss(), ['won', 4_000]);
    const finding = { channelReference: 'dsp_2', outcome: 'lost', note: 'Seen.' } as const;
    const concluded = concludeDispute(order, finding, after(300));
    expect(concluded).toMatchObject({ kind: 'concluded', order: { state: 'PARTIAL_REFUND' } });
    if (concluded.kind === 'concluded') expect(refundedMinor(concluded.order)).toBe(6_000);
  });

  test('is asked about if the channel reports the dispute anew and the order cannot follow it', () => {
    const reportedAgain = withReports(settledLoss(), ['opened', 6_000, 'dsp_2']);
    expect(withReports(reportedAgain, ['won', 4_000])).toMatchObject({
      state: 'IN_DISPUTE',
      dispute: { channelReference: 'dsp_2', state: 'opened' },
    });
  });

  test('counts if the channel reports it anew', () => {
    const order = withReports(settledLoss(), ['won', 4_000], ['lost', 6_000, 'dsp_2']);
    expect([order.state, refundedMinor(order)]).toEqual(['PARTIAL_REFUND', 6_000]);
  });
});

test('an open dispute that was set aside is followed even if an operator has settled its case', () => {
  const settled = allSettled(withReports(paid(), ['opened', 4_000], ['opened', 6_000, 'dsp_2']));
  expect(withReports(settled, ['won', 4_000])).toMatchObject({
    state: 'IN_DISPUTE',
    dispute: { channelReference: 'dsp_2', state: 'opened' },
  });
});

test('the loss that counts is the one that no operator has settled', () => {
  const before = withReports(paid(), ['opened', 4_000], ['lost', 5_000, 'dsp_2'], ['lost', 7_000, 'dsp_2']);
  const wrong = openCases(before).at(-1)?.caseId ?? '';
  const settled = afterChange(settleListed(before, wrong, 'It was 50.00.', after(200)));
  expect(refundedMinor(withReports(settled, ['won', 4_000]))).toBe(5_000);
});

test('a dispute found lost takes the amount of its loss, even if its opening was reported later', () => {
  const before = withReports(
    paid(),
    ['opened', 4_000],
    ['lost', 5_000, 'dsp_2'],
    ['opened', 10_000, 'dsp_2'],
  );
  const order = withReports(allSettled(before), ['won', 4_000]);
  const finding = { channelReference: 'dsp_2', outcome: 'lost', note: 'Seen.' } as const;
  const concluded = concludeDispute(order, finding, after(300));
  if (concluded.kind !== 'concluded') throw new Error(concluded.reason);
  expect(refundedMinor(concluded.order)).toBe(5_000);
});
