import { describe, expect, test } from 'vitest';
import { attemptOf, failed, money, newOrder, opened, submitted } from '../builders/orders.ts';
import { paidOn, refundedOn } from '../builders/settled-orders.ts';
import { lineOf } from '../in-memory/book-channel.ts';
import { DATE, kindsOf, minuteOf, reconciliationBench } from '../in-memory/reconciliation-bench.ts';

const merchantId = 'mer_1';

describe('a day of a channel', () => {
  test('lists a direct debit as pending for as long as both sides await its result', async () => {
    const order = submitted(opened(newOrder({ merchantId, merchantTransactionId: 'T2' })));
    const { channel, reconcile } = reconciliationBench([order], new Date('2026-12-01T05:00:00Z'));
    const line = lineOf('payment', attemptOf(order), new Date(`${DATE}T09:00:01Z`));
    channel.lines = [{ ...line, state: 'pending' }];
    const { differences, pendingCount } = await reconcile();
    expect([differences, pendingCount]).toEqual([[], 1]);
  });

  test('reports what one side still awaits as pending, and does not count entries without money as agreeing', async () => {
    const waiting = submitted(opened(newOrder({ merchantId, merchantTransactionId: 'waiting' })));
    const declined = failed(submitted(opened(newOrder({ merchantId, merchantTransactionId: 'declined' }))));
    const paid = paidOn(`${DATE}T09:00:00.000Z`, { merchantId, number: 'paid' });
    const { channel, reconcile } = reconciliationBench([waiting, declined, paid]);
    const at = new Date(`${DATE}T12:00:00Z`);
    channel.lines = [
      lineOf('payment', attemptOf(waiting), at),
      lineOf('payment', attemptOf(declined), at, money(10_000), 'cancelled'),
      lineOf('payment', attemptOf(paid), at, money(10_000), 'pending'),
    ];
    const result = await reconcile();
    expect(result.differences).toEqual([]);
    expect(result.agreed).toEqual([]);
    expect(result.pending.map(({ reference }) => reference).sort()).toEqual(
      [attemptOf(waiting), attemptOf(paid)].sort(),
    );
  });

  test('looks for entries that the channel only calls pending in its books of the neighbouring days, and reports those found in none as missing', async () => {
    const gone = paidOn(`${DATE}T09:00:00.000Z`, { merchantId, number: 'gone' });
    const early = paidOn(`${DATE}T00:00:01.000Z`, { merchantId, number: 'early' });
    const { channel, reconcile } = reconciliationBench([gone, early]);
    channel.ask = async () => ({ kind: 'pending' });
    channel.lines = [lineOf('payment', attemptOf(early), minuteOf(-5))];
    const result = await reconcile();
    expect(kindsOf(result.differences)).toEqual([`missing_there payment ${attemptOf(gone)}`]);
    expect(result.differences[0]?.detail).toContain('on its way');
    expect(result).toMatchObject({ pending: [], agreedAcrossDays: 1 });
  });

  test('looks for a refund that the channel cannot be asked about in its books of the neighbouring days', async () => {
    const paid = paidOn('2026-11-10T09:00:00.000Z', { merchantId, number: 'paid' });
    const [early, gone] = [`${DATE}T00:00:01.000Z`, `${DATE}T09:00:00.000Z`];
    const order = refundedOn(gone, refundedOn(early, paid, 'R1', 4_000), 'R2', 1_000);
    const { channel, reconcile } = reconciliationBench([order]);
    channel.askRefund = async () => ({ kind: 'cannot_tell' });
    const [first, second] = order.refunds.map(({ refundId }) => refundId);
    channel.lines = [lineOf('refund', first ?? '', minuteOf(-5), money(4_000))];
    const result = await reconcile();
    expect(kindsOf(result.differences)).toEqual([`missing_there refund ${second}`]);
    expect(result.differences[0]?.detail).toContain('cannot be asked about refunds');
    expect(result).toMatchObject({ pending: [], agreedAcrossDays: 1 });
  });

  test('leaves pending entries open while the books of the neighbouring days are unavailable', async () => {
    const paid = paidOn(`${DATE}T09:00:00.000Z`, { merchantId, number: 'paid' });
    const { channel, reconcile } = reconciliationBench([paid]);
    channel.ask = async () => ({ kind: 'pending' });
    const daily = channel.statement.bind(channel);
    channel.statement = async (span) =>
      span.from < minuteOf(0) ? { kind: 'unavailable', detail: 'not closed yet' } : daily(span);
    expect(await reconcile()).toMatchObject({ differences: [], pendingCount: 1 });
  });
});
