import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { CompareChannelBooks } from '../../src/application/reconciliation/compare-channel-books.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import type { Reconciliation } from '../../src/domain/reconciliation/reconciliation.ts';
import { latest } from '../builders/orders.ts';
import { madeOn, paidOn, refundAcceptedOn } from '../builders/settled-orders.ts';
import { InMemoryChannelFees } from '../in-memory/in-memory-channel-fees.ts';
import { InMemoryOrders } from '../in-memory/in-memory-orders.ts';
import { SettableClock } from '../in-memory/settable-clock.ts';
import { channelAt } from './adyen-bench.ts';
import { type Entry, reportOf } from './adyen-report.ts';
import { StandInAdyen } from './stand-in-adyen.ts';

let adyen: StandInAdyen;

beforeAll(async () => {
  adyen = await StandInAdyen.start();
});
afterAll(() => adyen.stop());
// Only the date is set: HTTP needs running timers.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => {
  adyen.reports.clear();
  vi.useRealTimers();
});

const DAY_MS = 24 * 3_600_000;
const psp = 'QFQTPCQ8HXSKGK82';
const dayOf = (date: string) => ({
  from: new Date(`${date}T00:00:00Z`),
  before: new Date(Date.parse(date) + DAY_MS),
});

/** Stores Adyen's daily reports from one date to another. Each record is in the report of its day. */
function keepReports(from: string, to: string, entries: readonly Entry[]): void {
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) {
    const date = new Date(at).toISOString().slice(0, 10);
    const ofDay = entries.filter((entry) => entry.at?.startsWith(date));
    adyen.reports.set(date.replaceAll('-', '_'), reportOf(adyen.merchantAccount, ofDay));
  }
}

function paidAtAdyen(at: string): PaymentOrder {
  const order = paidOn(at, {
    merchantId: 'mer_1',
    number: 'T1',
    amount: { amountMinor: 1_999, currency: 'EUR' },
  });
  const attempts = order.attempts.map((attempt) => ({
    ...attempt,
    channelId: 'ProcessorB',
    paymentReference: psp,
  }));
  return { ...order, attempts };
}

async function compare(order: PaymentOrder, date: string, now: string): Promise<Reconciliation> {
  vi.setSystemTime(new Date(now));
  const orders = new InMemoryOrders();
  await orders.insert(order);
  const comparison = new CompareChannelBooks({
    orders,
    fees: new InMemoryChannelFees(),
    clock: new SettableClock(new Date(now)),
  });
  const isLastLook = Date.parse(now) - Date.parse(date) >= 8 * DAY_MS;
  const compared = await comparison.execute(channelAt(adyen), {
    ...dayOf(date),
    isLastLook,
    isStillClaimed: async () => true,
  });
  if (compared.kind !== 'compared') throw new Error(JSON.stringify(compared));
  return compared.reconciliation;
}

test('the books agree about a refund that Adyen accepted on one day and made two days later, once that day’s report exists', async () => {
  const paid = paidAtAdyen('2026-11-24T09:00:00.000Z');
  const { order: accepted, refundId } = refundAcceptedOn('2026-11-25T09:00:00.000Z', paid, 'R1', 500);
  const order = madeOn('2026-11-25T09:05:00.000Z', accepted, refundId);
  const refund = {
    payment: psp,
    reference: latest(order).attemptId,
    amount: '-5.00',
    modification: 'LQWDDLKTSV2GGS82',
    modificationReference: refundId,
  };
  const records = [
    { ...refund, type: 'SentForRefund', at: '2026-11-25 09:04:00' },
    { ...refund, type: 'Refunded', at: '2026-11-27 02:00:00' },
  ];
  keepReports('2026-11-24', '2026-11-26', records);
  expect(await compare(order, '2026-11-25', '2026-11-27T05:00:00Z')).toMatchObject({
    differences: [],
    pendingCount: 1,
  });
  keepReports('2026-11-24', '2026-12-02', records);
  for (const now of ['2026-11-29T05:00:00Z', '2026-12-03T05:00:00Z']) {
    expect(await compare(order, '2026-11-25', now)).toMatchObject({
      differences: [],
      pendingCount: 0,
      agreed: [{ subject: 'refund', count: 1, sumMinor: 500n }],
    });
  }
});

test('the books of both days agree about a payment that Adyen received on one day and authorised on the next', async () => {
  const order = paidAtAdyen('2026-11-26T09:00:00.000Z');
  const payment = { payment: psp, reference: latest(order).attemptId, amount: '19.99' };
  keepReports('2026-11-24', '2026-12-02', [
    { ...payment, type: 'Received', at: '2026-11-25 23:59:59' },
    { ...payment, type: 'Authorised', at: '2026-11-26 09:00:00' },
    { ...payment, type: 'SentForSettle', at: '2026-11-27 01:00:00' },
  ]);
  for (const date of ['2026-11-25', '2026-11-26']) {
    expect(await compare(order, date, '2026-12-04T05:00:00Z')).toMatchObject({
      differences: [],
      pendingCount: 0,
      agreed: [{ subject: 'payment', count: 1 }],
    });
  }
});

test('the books agree about a payment of which the gateway learned only after an outage of days', async () => {
  const order = paidAtAdyen('2026-11-28T09:00:00.000Z');
  const payment = { payment: psp, reference: latest(order).attemptId, amount: '19.99' };
  keepReports('2026-11-16', '2026-11-30', [
    { ...payment, type: 'Received', at: '2026-11-21 10:01:00' },
    { ...payment, type: 'Authorised', at: '2026-11-21 10:01:05' },
    { ...payment, type: 'SentForSettle', at: '2026-11-22 01:00:00' },
  ]);
  expect(await compare(order, '2026-11-28', '2026-12-01T05:00:00Z')).toMatchObject({
    differences: [],
    pendingCount: 0,
    agreedAcrossDays: 1,
  });
});

test('a payment that Adyen authorised and never captured is pending for a week, and then a difference', async () => {
  const order = paidAtAdyen('2026-11-24T09:00:00.000Z');
  const payment = { payment: psp, reference: latest(order).attemptId, amount: '19.99' };
  keepReports('2026-11-22', '2026-12-03', [
    { ...payment, type: 'Received', at: '2026-11-24 09:00:00' },
    { ...payment, type: 'Authorised', at: '2026-11-24 09:00:01' },
  ]);
  expect(await compare(order, '2026-11-24', '2026-11-25T05:00:00Z')).toMatchObject({
    differences: [],
    pendingCount: 1,
  });
  expect(await compare(order, '2026-11-24', '2026-12-02T05:00:00Z')).toMatchObject({
    differences: [{ kind: 'missing_there', subject: 'payment', there: { state: 'pending' } }],
    agreed: [],
  });
});

test('the books agree about a payment that Adyen cancelled for a refund days after its authorisation', async () => {
  const paid = paidAtAdyen('2026-11-24T09:00:00.000Z');
  const { order: accepted, refundId } = refundAcceptedOn('2026-11-26T09:00:00.000Z', paid, 'R1', 1_999);
  const order = madeOn('2026-11-26T09:05:00.000Z', accepted, refundId);
  const payment = { payment: psp, reference: latest(order).attemptId, amount: '19.99' };
  const modification = { modification: 'LQWDDLKTSV2GGS82', modificationReference: refundId };
  keepReports('2026-11-22', '2026-12-04', [
    { ...payment, type: 'Received', at: '2026-11-24 09:00:00' },
    { ...payment, type: 'Authorised', at: '2026-11-24 09:00:01' },
    { ...payment, ...modification, type: 'Cancelled', at: '2026-11-26 09:04:00' },
  ]);
  for (const [date, now] of [
    ['2026-11-24', '2026-12-02T05:00:00Z'],
    ['2026-11-26', '2026-12-04T05:00:00Z'],
  ] as const) {
    expect(await compare(order, date, now)).toMatchObject({ differences: [], pendingCount: 0 });
  }
});

test('the latest report of a span is downloaded first, and if it does not exist, no other is', async () => {
  keepReports('2026-11-24', '2026-11-25', []);
  const span = { from: dayOf('2026-11-25').from, before: dayOf('2026-11-27').before };
  vi.setSystemTime(new Date('2026-11-28T05:00:00Z'));
  expect(await channelAt(adyen).statement(span)).toEqual({
    kind: 'unavailable',
    detail: expect.stringMatching(/^Adyen has no payment accounting report of 2026-11-28 \(yet\)/),
  });
});

test('a statement of several days lists each payment in its latest state', async () => {
  const { attemptId: reference } = latest(paidAtAdyen('2026-11-26T09:00:00.000Z'));
  const payment = { payment: psp, reference, amount: '19.99' };
  keepReports('2026-11-24', '2026-11-28', [
    { ...payment, type: 'Received', at: '2026-11-25 23:59:59' },
    { ...payment, type: 'Authorised', at: '2026-11-26 09:00:00' },
    { ...payment, type: 'SentForSettle', at: '2026-11-27 01:00:00' },
  ]);
  const span = { from: dayOf('2026-11-25').from, before: dayOf('2026-11-27').before };
  vi.setSystemTime(new Date('2026-11-29T05:00:00Z'));
  expect(await channelAt(adyen).statement(span)).toMatchObject({
    lines: [{ reference, state: 'succeeded', at: new Date('2026-11-27T01:00:00Z') }],
  });
});
