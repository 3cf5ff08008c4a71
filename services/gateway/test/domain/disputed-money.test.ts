import { describe, expect, test } from 'vitest';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import { concludeDispute } from '../../src/domain/dispute/conclude-dispute.ts';
import type { DisputeReport } from '../../src/domain/dispute/dispute.ts';
import { openCases, settleCase } from '../../src/domain/order/operator-cases.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { obstacleToSending } from '../../src/domain/refund/obstacle-to-sending.ts';
import {
  afterChange,
  closed,
  latest,
  money,
  paid,
  refundNumbered,
  submitted,
  succeeded,
  withRefund,
} from '../builders/orders.ts';
import { after } from '../builders/times.ts';

type Told = readonly [kind: DisputeReport['kind'], amountMinor?: number, channelReference?: string];

/** The order after reports about disputes of its payment, the oldest first; each is news. */
function told(order: PaymentOrder, ...reports: readonly Told[]): PaymentOrder {
  return reports.reduce((current, [kind, amountMinor = 10_000, channelReference = 'dsp_1'], index) => {
    const report = { kind, channelReference, amount: money(amountMinor) };
    return afterChange(applyDisputeReport(current, latest(current).attemptId, report, after(90 + index)));
  }, order);
}

/** Why a refund of the merchant over this amount would not be sent. */
function obstacleTo(order: PaymentOrder, amountMinor: number): string | undefined {
  const asked = withRefund(order, { number: 'asked', amountMinor });
  return obstacleToSending(asked, refundNumbered(asked, 'asked'))?.code;
}

function allSettled(order: PaymentOrder): PaymentOrder {
  return openCases(order).reduce(
    (current, { caseId }) => afterChange(settleCase(current, caseId, 'Seen.', after(200))),
    order,
  );
}

describe('a dispute that was reported won and lost', () => {
  test.each<[string, PaymentOrder]>([
    ['won first', told(paid(), ['opened', 4_000], ['won', 4_000], ['lost', 4_000])],
    ['lost first', told(paid(), ['opened', 4_000], ['lost', 4_000], ['won', 4_000])],
    [
      'won first, and another was won since',
      told(paid(), ['opened'], ['won'], ['lost'], ['won', 10_000, 'dsp_2']),
    ],
  ])('holds refunds back until an operator has looked: %s', (_case, order) => {
    expect(openCases(order)).toMatchObject([{ kind: 'result_set_aside' }]);
    expect(obstacleTo(order, 1)).toBe('dispute_opened');
    expect(obstacleTo(allSettled(order), 1)).toBeUndefined();
  });

  test('holds them back also where an operator had concluded it as won', () => {
    const finding = { channelReference: 'dsp_1', outcome: 'won' } as const;
    const concluded = concludeDispute(told(paid(), ['opened']), finding, after(95));
    if (concluded.kind !== 'concluded') throw new Error(concluded.reason);
    expect(obstacleTo(concluded.order, 10_000)).toBeUndefined();
    expect(obstacleTo(told(concluded.order, ['lost']), 10_000)).toBe('dispute_opened');
  });

  test.each<[string, readonly Told[]]>([
    ['won first', [['opened'], ['won'], ['lost']]],
    ['lost first', [['opened'], ['lost'], ['won']]],
  ])('holds back the return of late money: %s', (_case, reports) => {
    const order = closed(submitted());
    const late = afterChange(applyPaymentResult(order, latest(order).attemptId, succeeded(), after(2_000)));
    const [held] = late.refunds;
    if (held === undefined) throw new Error('late money is not returned');
    const disputed = told(late, ...reports);
    expect(obstacleToSending(disputed, held)?.code).toBe('dispute_opened');
    // One that was only won stands against nothing.
    expect(obstacleToSending(told(late, ['opened'], ['won']), held)).toBeUndefined();
    expect(obstacleToSending(allSettled(disputed), held)).toBeUndefined();
  });
});
