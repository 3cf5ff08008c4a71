import { expect, test } from 'vitest';
import { attemptOf } from '../builders/orders.ts';
import { disputeOn, madeOn, paidOn, refundAcceptedOn } from '../builders/settled-orders.ts';
import { disputeLineOf, lineOf } from '../in-memory/book-channel.ts';
import { reconciliationBench } from '../in-memory/reconciliation-bench.ts';

const DATE = '2026-09-10';
const time = (moment: string) => new Date(`2026-${moment}:00:00Z`);
const merchantId = 'mer_1';

test('a dispute whose end is sought in later books leaves statements for what is sought in earlier ones', async () => {
  const paid = paidOn('2026-09-10T10:00:00Z', { merchantId, number: 'T1' });
  const opened = disputeOn('2026-09-10T12:00:00Z', paid, 'opened', 'dis_1');
  const won = disputeOn('2026-09-10T14:00:00Z', opened, 'won', 'dis_1');
  const other = paidOn('2026-08-20T10:00:00Z', { merchantId, number: 'T2' });
  const { order: accepted, refundId } = refundAcceptedOn('2026-08-25T10:00:00Z', other, 'R1', 700);
  const refunded = madeOn('2026-09-10T10:00:00Z', accepted, refundId);
  const { channel, reconcile } = reconciliationBench([won, refunded], time('12-20T05'));
  channel.askRefund = async () => ({ kind: 'cannot_tell' });
  channel.askDispute = async () => ({ kind: 'not_askable' });
  channel.lines = [
    lineOf('payment', attemptOf(won), time('09-10T10')),
    disputeLineOf(attemptOf(won), 'dis_1', time('09-10T12'), 'opened'),
    lineOf('refund', refundId, time('08-25T11'), { amountMinor: 700, currency: 'USD' }),
  ];
  const { differences, agreed } = await reconcile(DATE);
  expect(differences).not.toContainEqual(expect.objectContaining({ reference: refundId }));
  expect(agreed).toContainEqual(expect.objectContaining({ subject: 'refund' }));
});
