import type { Money } from '@kassa/contracts';
import { expect, test } from 'vitest';
import { linesCsv } from '../../src/adapters/inbound/http/settlement-csv.ts';
import { presentSettlement } from '../../src/adapters/inbound/http/settlement-presenter.ts';
import { ReportSettlement } from '../../src/application/payments/report-settlement.ts';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import type { NamedLine } from '../../src/domain/reconciliation/statement-line.ts';
import type { ChannelFee } from '../../src/domain/settlement/channel-fee.ts';
import { afterChange, latest, money } from '../builders/orders.ts';
import { disputeOn, paidOn, refundedOn } from '../builders/settled-orders.ts';
import { DATE, reconciliationBench } from '../in-memory/reconciliation-bench.ts';

const merchantId = 'mer_1';
const at = `${DATE}T10:00:00.000Z`;

const settled = (fee: number, net: number, currency = 'USD'): ChannelFee => ({
  fee: money(fee, currency),
  net: money(net, currency),
});

interface Line extends Pick<NamedLine, 'reference' | 'channelReference' | 'subject' | 'state'> {
  readonly settled?: ChannelFee | undefined;
  readonly processing?: readonly Money[];
}

/** Compares the books of the day, and returns the day's settlement report. */
async function reportOn(orders: readonly PaymentOrder[], lines: readonly Line[]) {
  const { channel, stored, fees, clock, reconcile } = reconciliationBench(orders);
  const time = new Date(at);
  channel.lines = lines.map(
    ({ settled: _settled, processing: _processing, ...line }) =>
      ({ amount: money(10_000), at: time, ...line }) as NamedLine,
  );
  channel.fees = lines.flatMap(({ state: _state, settled, processing = [], ...named }) => [
    ...(settled === undefined ? [] : [{ ...named, at: time, ...settled }]),
    ...processing.map((fee) => {
      const net = { ...fee, amountMinor: -fee.amountMinor };
      return { ...named, at: time, fee, net, isForProcessing: true as const };
    }),
  ]);
  await reconcile();
  const opened = new ReportSettlement({ orders: stored, fees, clock }).execute(merchantId, DATE);
  if (opened.kind !== 'opened') throw new Error(opened.detail);
  let text = '';
  for await (const part of linesCsv(opened.linesByHour())) text += part;
  const { totals } = presentSettlement(merchantId, opened.day, await opened.sum());
  return { totals, rows: text.trimEnd().split('\r\n').slice(1) };
}

const paid = () => paidOn(at, { merchantId, number: 'T1' });
const payment = (order: PaymentOrder, fee?: ChannelFee): Line => ({
  subject: 'payment',
  reference: latest(order).attemptId,
  channelReference: `pay_${latest(order).attemptId}`,
  state: 'succeeded',
  settled: fee,
});

test('the fees in the channel’s books are in the settlement report of the day, line by line and in sum', async () => {
  const disputed = disputeOn(at, refundedOn(at, paid(), 'R1', 3_000), 'opened', 'dsp_1', 2_000);
  const order = disputeOn(at, disputed, 'lost', 'dsp_1', 2_000);
  const refund: Line = {
    subject: 'refund',
    reference: order.refunds[0]?.refundId ?? '',
    channelReference: order.refunds[0]?.channelReference ?? '',
    state: 'succeeded',
    settled: settled(0, -3_000),
  };
  const dispute: Line = {
    subject: 'dispute',
    reference: latest(order).attemptId,
    channelReference: order.dispute?.channelReference ?? '',
    state: 'lost',
    settled: settled(1_500, -3_500),
  };
  const { totals, rows } = await reportOn([order], [payment(order, settled(175, 9_825)), refund, dispute]);
  expect(totals).toMatchObject([
    { net: '50.00', fees: '-16.75', fee_count: 3, net_after_fees: '33.25', payment_count: 1 },
  ]);
  expect(rows.map((row) => row.split(',').filter((_, column) => [1, 5, 8, 9, 10].includes(column)))).toEqual([
    ['payment', '100.00', '-1.75', '98.25', 'USD'],
    ['refund', '-30.00', '0.00', '-30.00', 'USD'],
    ['dispute', '-20.00', '-15.00', '-35.00', 'USD'],
  ]);
});

test('the fee of a payment is its own, even if the channel took a second payment for the attempt', async () => {
  const order = paid();
  const second = { ...payment(order, settled(90, 9_910)), channelReference: 'pay_second' };
  const { rows } = await reportOn([order], [payment(order, settled(175, 9_825)), second]);
  expect(rows[0]).toMatch(/,-1\.75,98\.25,USD,$/);
});

test('a fee that the books do not say is absent, and the net after fees then is not known', async () => {
  const [one, other] = [paid(), paidOn(at, { merchantId, number: 'T2' })];
  const { totals, rows } = await reportOn([one, other], [payment(one, settled(175, 9_825)), payment(other)]);
  expect(totals).toMatchObject([{ net: '200.00', fees: '-1.75', fee_count: 1, net_after_fees: null }]);
  expect(rows.filter((row) => row.endsWith(',,,,'))).toHaveLength(1);
});

test('fees in another currency are shown in their lines, and add up with the net amounts of that currency', async () => {
  const order = refundedOn(at, paid(), 'R1', 3_000);
  const [two, three, four] = ['T2', 'T3', 'T4'].map((number) => paidOn(at, { merchantId, number }));
  if (!two || !three || !four) throw new Error('three orders');
  const refund: Line = {
    subject: 'refund',
    reference: order.refunds[0]?.refundId ?? '',
    channelReference: order.refunds[0]?.channelReference ?? '',
    state: 'succeeded',
    settled: settled(10, -2_660, 'EUR'),
  };
  const { totals, rows } = await reportOn(
    [order, two, three, four],
    [
      payment(order, settled(160, 8_840, 'EUR')),
      refund,
      payment(two, settled(150, 8_850, 'EUR')),
      payment(three, settled(19, 1_400_000, 'JPY')),
      payment(four, settled(175, 9_825)),
    ],
  );
  expect(totals).toMatchObject([{ fees: '-1.75', fee_count: 1, net_after_fees: null }]);
  expect(totals[0]?.other_settlements).toEqual([
    { currency_code: 'EUR', count: 3, gross: '153.50', fees: '-3.20', net: '150.30' },
    { currency_code: 'JPY', count: 1, gross: '1400019', fees: '-19', net: '1400000' },
  ]);
  expect(rows.filter((row) => row.endsWith(',-1.60,88.40,EUR,'))).toHaveLength(1);
});

test('a fee for processing is part of the line’s fee as soon as the settlement is known', async () => {
  const order = refundedOn(at, paid(), 'R1', 3_000);
  const refund: Line = {
    subject: 'refund',
    reference: order.refunds[0]?.refundId ?? '',
    channelReference: order.refunds[0]?.channelReference ?? '',
    state: 'succeeded',
    settled: settled(10, -3_010),
    processing: [money(11)],
  };
  const unsettled = paidOn(at, { merchantId, number: 'T2' });
  const { totals, rows } = await reportOn(
    [order, unsettled],
    [
      { ...payment(order, settled(175, 9_825)), processing: [money(8), money(2)] },
      refund,
      { ...payment(unsettled), processing: [money(8)] },
    ],
  );
  expect(rows.map((row) => row.split(',').slice(8)).toSorted()).toEqual([
    ['', '', '', ''],
    ['-0.21', '-30.21', 'USD', ''],
    ['-1.85', '98.15', 'USD', ''],
  ]);
  expect(totals).toMatchObject([{ fees: '-2.06', fee_count: 2, net_after_fees: null }]);
});

test('a fee for processing in another currency than the settlement is listed apart, and the net after fees is unknown', async () => {
  const order = paid();
  const processing = [money(8, 'EUR'), money(2, 'EUR'), money(9, 'JPY'), money(1)];
  const { totals, rows } = await reportOn([order], [{ ...payment(order, settled(175, 9_825)), processing }]);
  expect(rows[0]).toMatch(/,-1\.76,98\.24,USD,-0\.10 EUR; -9 JPY$/);
  expect(totals).toMatchObject([{ fees: '-1.76', fee_count: 1, net_after_fees: null }]);
  expect(totals[0]?.other_settlements).toEqual([
    { currency_code: 'EUR', count: 1, gross: '0.00', fees: '-0.10', net: '-0.10' },
    { currency_code: 'JPY', count: 1, gross: '0', fees: '-9', net: '-9' },
  ]);
});

test('a report without settlements in other currencies does not mention any', async () => {
  const order = paid();
  const { totals } = await reportOn([order], [payment(order, settled(175, 9_825))]);
  expect(totals[0]).not.toHaveProperty('other_settlements');
});

test('the fee of a dispute is that of its withdrawal, even if a part of the money comes back', async () => {
  const opened = disputeOn(at, paid(), 'opened', 'dsp_1');
  const { attemptId } = latest(opened);
  const lost = disputeOn(at, opened, 'lost', 'dsp_1');
  const report = {
    kind: 'lost',
    channelReference: 'dsp_1',
    amount: money(7_000),
    showsMoneyBack: true,
  } as const;
  const order = afterChange(applyDisputeReport(lost, attemptId, report, new Date(at)));
  const line = {
    subject: 'dispute',
    reference: attemptId,
    channelReference: 'dsp_1',
    state: 'lost',
  } as const;
  const { rows } = await reportOn(
    [order],
    [
      { ...line, settled: settled(1_500, -11_500) },
      { ...line, settled: settled(0, 3_000) },
    ],
  );
  expect(rows.map((row) => row.split(',').filter((_, column) => [1, 5, 8, 9].includes(column)))).toEqual([
    ['payment', '100.00', '', ''],
    ['dispute', '-100.00', '-15.00', '-115.00'],
    ['dispute_reversal', '30.00', '0.00', '30.00'],
  ]);
});

test('a fee of another channel’s books does not belong to the line', async () => {
  const order = paid();
  const elsewhere = {
    ...order,
    attempts: order.attempts.map((attempt) => ({ ...attempt, channelId: 'ProcessorB' })),
  };
  const { totals } = await reportOn([elsewhere], [payment(elsewhere, settled(175, 9_825))]);
  expect(totals).toMatchObject([{ fee_count: 0, net_after_fees: null }]);
});
