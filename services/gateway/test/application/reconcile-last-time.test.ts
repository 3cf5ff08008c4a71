import { describe, expect, test } from 'vitest';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { applyRefundResult } from '../../src/domain/refund/progress-refund.ts';
import { cancelRefund } from '../../src/domain/refund/withdraw-refund.ts';
import { afterChange, failed, latest, money, newOrder, opened, submitted } from '../builders/orders.ts';
import { disputeOn, paidOn, refundAcceptedOn } from '../builders/settled-orders.ts';
import { disputeLineOf, lineOf } from '../in-memory/book-channel.ts';
import { minuteOf, reconciliationBench } from '../in-memory/reconciliation-bench.ts';

const merchantId = 'mer_1';

function cancelled(accepted: PaymentOrder, refundId: string): PaymentOrder {
  const decision = cancelRefund(accepted, refundId, minuteOf(40));
  if (decision.kind !== 'cancelled') throw new Error(JSON.stringify(decision));
  return decision.order;
}

describe('the last comparison of a day, a week later, raises an alert about', () => {
  const paid = (number = 'T1') => paidOn(minuteOf(-600).toISOString(), { merchantId, number });
  const detail = 'a week after the day the channel has still not reported this outcome to the gateway';

  test('a loss that only the channel’s books have', async () => {
    const order = disputeOn(minuteOf(-300).toISOString(), paid(), 'opened', 'dis_1');
    const { channel, clock, alerts, reconcile } = reconciliationBench([order]);
    channel.askDispute = async () => ({ kind: 'not_askable' });
    channel.lines = [disputeLineOf(latest(order).attemptId, 'dis_1', minuteOf(60), 'lost')];
    expect(await reconcile()).toMatchObject({ differences: [], pendingCount: 1 });
    expect(alerts.kinds).toEqual([]);
    clock.pass(7 * 24 * 3_600);
    expect(await reconcile()).toMatchObject({
      differences: [{ kind: 'state', subject: 'dispute', channelReference: 'dis_1', detail }],
      pendingCount: 0,
    });
    expect(alerts.kinds).toEqual(['reconciliation_difference']);
  });

  test.each([
    [
      'opened',
      'a week after the day the channel has still not reported to the gateway that the bank took this money',
    ],
    ['lost', detail],
  ] as const)(
    'the money of a dispute that the channel only announced here and that is %s there',
    async (state, remark) => {
      const announcement = { kind: 'opened', channelReference: 'dis_1', isAnnouncement: true } as const;
      const reference = latest(paid()).attemptId;
      const report = { ...announcement, amount: money(10_000) };
      const order = afterChange(applyDisputeReport(paid(), reference, report, minuteOf(-300)));
      const { channel, clock, alerts, reconcile } = reconciliationBench([order]);
      channel.askDispute = async () => ({ kind: 'not_askable' });
      channel.lines = [disputeLineOf(reference, 'dis_1', minuteOf(60), state, money(10_100))];
      expect(await reconcile()).toMatchObject({ agreed: [], differences: [], pendingCount: 1 });
      clock.pass(7 * 24 * 3_600);
      expect(await reconcile()).toMatchObject({
        agreed: [],
        differences: [
          { kind: 'state', subject: 'dispute', here: { at: null }, there: { state }, detail: remark },
        ],
        pendingCount: 0,
      });
      expect(alerts.kinds).toEqual(['reconciliation_difference']);
    },
  );

  test.each(['payment', 'refund'] as const)(
    'a %s that only the channel’s books have as made',
    async (subject) => {
      const refunded = refundAcceptedOn(minuteOf(-300).toISOString(), paid(), 'R1', 700);
      const order = subject === 'refund' ? refunded.order : submitted();
      const reference = subject === 'refund' ? refunded.refundId : latest(order).attemptId;
      const amount = subject === 'refund' ? money(700) : order.amount;
      const { channel, clock, alerts, reconcile } = reconciliationBench([order]);
      channel.lines = [lineOf(subject, reference, minuteOf(60), amount)];
      expect(await reconcile()).toMatchObject({ differences: [], pendingCount: 1 });
      clock.pass(7 * 24 * 3_600);
      expect(await reconcile()).toMatchObject({
        differences: [{ kind: 'state', subject, reference, detail }],
        pendingCount: 0,
      });
      expect(alerts.kinds).toEqual(['reconciliation_difference']);
    },
  );

  test.each(['failed', 'cancelled'] as const)(
    'a refund that is %s here and that the channel still has as pending',
    async (ending) => {
      const { order: accepted, refundId } = refundAcceptedOn(minuteOf(30).toISOString(), paid(), 'R1', 700);
      const failure = { code: 'refused', message: 'No.' };
      const order =
        ending === 'cancelled'
          ? cancelled(accepted, refundId)
          : afterChange(applyRefundResult(accepted, refundId, { kind: 'failed', failure }, minuteOf(40)));
      const { channel, clock, alerts, reconcile } = reconciliationBench([order]);
      channel.lines = [lineOf('refund', refundId, minuteOf(60), money(700), 'pending')];
      expect(await reconcile()).toMatchObject({ differences: [], pendingCount: 1 });
      expect(alerts.kinds).toEqual([]);
      clock.pass(7 * 24 * 3_600);
      expect(await reconcile()).toMatchObject({
        differences: [
          {
            kind: 'state',
            subject: 'refund',
            reference: refundId,
            here: { state: ending },
            there: { state: 'pending' },
            detail: 'a week after the day the channel still has it as pending',
          },
        ],
        pendingCount: 0,
      });
      expect(alerts.kinds).toEqual(['reconciliation_difference']);
    },
  );

  test('nothing that moved no money there, and no dispute whose money the channel only returned', async () => {
    const disputed = disputeOn(minuteOf(-300).toISOString(), paid(), 'opened', 'dis_1');
    const refund = refundAcceptedOn(minuteOf(-300).toISOString(), paid('T2'), 'R1', 700);
    const declined = failed(submitted(opened(newOrder({ merchantId, merchantTransactionId: 'T3' }))));
    const orders = [disputed, refund.order, declined];
    const { channel, alerts, reconcile } = reconciliationBench(orders, new Date('2026-11-28T05:00:00Z'));
    channel.lines = [
      disputeLineOf(latest(disputed).attemptId, 'dis_1', minuteOf(60), 'won'),
      lineOf('refund', refund.refundId, minuteOf(60), money(700), 'failed'),
      lineOf('payment', latest(declined).attemptId, minuteOf(60), money(10_000), 'pending'),
    ];
    expect(await reconcile()).toMatchObject({ differences: [], pendingCount: 3 });
    expect(alerts.kinds).toEqual([]);
  });
});
