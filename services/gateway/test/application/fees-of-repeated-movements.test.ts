import { expect, test } from 'vitest';
import { ReportSettlement } from '../../src/application/payments/report-settlement.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import type { DisputeLine } from '../../src/domain/reconciliation/statement-line.ts';
import type { ChannelFee } from '../../src/domain/settlement/channel-fee.ts';
import type { LineWithFee } from '../../src/domain/settlement/settlement-lines.ts';
import { AGAIN, BACK, chargedBackTwice, FIRST } from '../builders/charged-back-twice.ts';
import { latest, money } from '../builders/orders.ts';
import { reconciliationBench } from '../in-memory/reconciliation-bench.ts';

const merchantId = 'mer_1';
const settled = (fee: number, net: number): ChannelFee => ({ fee: money(fee), net: money(net) });

function booksOf(order: PaymentOrder) {
  const bench = reconciliationBench([order]);
  const { channel, stored, fees, clock, reconcile } = bench;
  const book = (time: string, state: DisputeLine['state'], taken: ChannelFee) => {
    const { attemptId: reference } = latest(order);
    const named = { subject: 'dispute', reference, channelReference: 'dsp_1', at: new Date(time) } as const;
    channel.lines.push({ ...named, amount: order.amount, state });
    channel.fees.push({ ...named, ...taken });
  };
  /** The fees of the day's movements of the dispute; null where a fee is not known. */
  const feesOn = async (date: string) => {
    const opened = new ReportSettlement({ orders: stored, fees, clock }).execute(merchantId, date);
    if (opened.kind !== 'opened') throw new Error(opened.detail);
    const lines: LineWithFee[] = [];
    for await (const ofHour of opened.linesByHour()) lines.push(...ofHour);
    return lines
      .filter(({ kind }) => kind !== 'payment')
      .map((line) => [line.kind, line.settled?.fee.amountMinor ?? null]);
  };
  return { ...bench, book, feesOn, reconcile };
}

test('each movement of a dispute that is lost, won and lost again has its own fee', async () => {
  const { book, feesOn, reconcile } = booksOf(chargedBackTwice());
  book(`${FIRST}T09:59:00Z`, 'opened', settled(1_500, -11_500));
  await reconcile(FIRST);
  expect(await feesOn(FIRST)).toEqual([['dispute', 1_500]]);
  book(`${BACK}T09:59:00Z`, 'won', settled(10, 9_990));
  book(`${AGAIN}T09:59:00Z`, 'lost', settled(2_500, -12_500));
  await reconcile(BACK);
  await reconcile(AGAIN);
  expect(await feesOn(FIRST)).toEqual([['dispute', 1_500]]);
  expect(await feesOn(BACK)).toEqual([['dispute_reversal', 10]]);
  expect(await feesOn(AGAIN)).toEqual([['dispute', 2_500]]);
});

test('a day that is read again, with another figure, changes only its own fee', async () => {
  const { channel, book, feesOn, reconcile } = booksOf(chargedBackTwice());
  book(`${FIRST}T09:59:00Z`, 'opened', settled(1_500, -11_500));
  book(`${AGAIN}T09:59:00Z`, 'lost', settled(2_500, -12_500));
  for (const date of [FIRST, AGAIN, FIRST, AGAIN]) await reconcile(date);
  channel.fees = channel.fees.filter(({ at }) => at < new Date(`${BACK}T00:00:00Z`));
  book(`${AGAIN}T09:59:00Z`, 'lost', settled(2_400, -12_400));
  await reconcile(AGAIN);
  expect(await feesOn(FIRST)).toEqual([['dispute', 1_500]]);
  expect(await feesOn(AGAIN)).toEqual([['dispute', 2_400]]);
});

test('a later movement has its own fee, even if the books never show that of the first one', async () => {
  const { book, feesOn, reconcile } = booksOf(chargedBackTwice());
  book(`${AGAIN}T09:59:00Z`, 'lost', settled(2_500, -12_500));
  await reconcile(AGAIN);
  expect(await feesOn(FIRST)).toEqual([['dispute', null]]);
  expect(await feesOn(AGAIN)).toEqual([['dispute', 2_500]]);
});

test('a fee is unknown again if the books of its day are read again and do not have it any more', async () => {
  const { channel, book, feesOn, reconcile } = booksOf(chargedBackTwice());
  book(`${FIRST}T09:59:00Z`, 'opened', settled(1_500, -11_500));
  await reconcile(FIRST);
  channel.fees = [];
  await reconcile(FIRST);
  expect(await feesOn(FIRST)).toEqual([['dispute', null]]);
});

test('a fee stays if the channel has no line at all when the books of its day are read again', async () => {
  const { channel, book, feesOn, reconcile } = booksOf(chargedBackTwice());
  book(`${FIRST}T09:59:00Z`, 'opened', settled(1_500, -11_500));
  await reconcile(FIRST);
  channel.lines = [];
  channel.fees = [];
  await reconcile(FIRST);
  expect(await feesOn(FIRST)).toEqual([['dispute', 1_500]]);
});
