import { describe, expect, test } from 'vitest';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { latest } from '../builders/orders.ts';
import { paidOn } from '../builders/settled-orders.ts';
import { lineOf } from '../in-memory/book-channel.ts';
import { minuteOf, reconciliationBench } from '../in-memory/reconciliation-bench.ts';

const merchantId = 'mer_1';
const at = (minute: number) => minuteOf(minute).toISOString();
const attemptOf = (order: PaymentOrder) => latest(order).attemptId;

describe('differences that a comparison found', () => {
  function benchWithDifference() {
    const bench = reconciliationBench([]);
    bench.channel.lines = [
      lineOf('payment', attemptOf(paidOn(at(1), { merchantId, number: 'X' })), minuteOf(2)),
    ];
    return bench;
  }

  test('stay known if the day is compared again while its books cannot be had any more', async () => {
    const { channel, log, duty, background, reconcileDay, reconcile } = benchWithDifference();
    expect((await reconcile()).counts).toMatchObject({ missing_here: 1 });
    channel.areBooksOpen = false;
    await reconcileDay.execute(channel.channelId, '2026-11-20', 10_000);
    const record = await log.find({ channelId: channel.channelId, date: '2026-11-20' });
    expect(
      JSON.stringify(record, (_key, value) => (typeof value === 'bigint' ? `${value}` : value)),
    ).toContain('missing_here');
    void duty;
    void background;
  });
});
