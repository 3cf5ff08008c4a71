import { expect, test } from 'vitest';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { latest } from '../builders/orders.ts';
import { paidOn } from '../builders/settled-orders.ts';
import { lineOf } from '../in-memory/book-channel.ts';
import { minuteOf, reconciliationBench } from '../in-memory/reconciliation-bench.ts';

const merchantId = 'mer_1';
const at = (minute: number) => minuteOf(minute).toISOString();
const attemptOf = (order: PaymentOrder) => latest(order).attemptId;

test('a day is compared after its end although an instance whose clock had stepped forward compared it before', async () => {
  const bench = reconciliationBench([], minuteOf(1_440 + 300));
  const { channel, clock, alerts, background } = bench;
  const instance = bench.duty();
  const runs = async () => {
    for (let run = 0; run < 5; run += 1) {
      await instance.execute();
      await background.finish();
    }
  };
  await runs();
  clock.set(minuteOf(4 * 1_440 + 300));
  await runs();
  clock.set(minuteOf(1_440 + 310));
  const paid = paidOn(at(1_440 + 600), { merchantId, number: 'T1' });
  channel.lines = [lineOf('payment', attemptOf(paid), minuteOf(1_440 + 600))];
  clock.set(minuteOf(2 * 1_440 + 300));
  await runs();
  expect(alerts.kinds).toContain('reconciliation_difference');
});
