import { expect, test } from 'vitest';
import { money } from '../builders/orders.ts';
import { newAttemptId, newRefundId } from './adyen-bench.ts';
import type { Entry } from './adyen-report.ts';
import { recordedRows } from './recorded-rows.ts';
import { theDay, useReports } from './use-reports.ts';

const reports = useReports();
const reference = newAttemptId();
const at = (time: string) => new Date(`2026-11-20T${time}Z`);

async function feesOf(...entries: readonly Entry[]) {
  reports.keep(...entries);
  const statement = await reports.channel.statement(theDay);
  if (statement.kind !== 'statement') throw new Error(statement.detail);
  return statement.fees;
}

const ofPayment = { subject: 'payment', reference, channelReference: 'QFQTPCQ8HXSKGK82' };
const settled = { ...ofPayment, at: at('05:10:54'), fee: money(38), net: money(1_002) };
const processed = {
  ...ofPayment,
  at: at('03:11:31'),
  fee: money(8),
  net: money(-8),
  isForProcessing: true,
};

test('the fees of a recorded payment are those of its settlement and of its processing, each once', async () => {
  const { received, authorised, sentForSettle } = recordedRows;
  const rows = [received, authorised, sentForSettle, recordedRows.settled].map((row) => ({
    ...row,
    reference,
  }));
  expect(await feesOf(...rows)).toEqual([processed, settled]);
  expect(await feesOf(...rows.toReversed())).toEqual([settled, processed]);
});

test('a payment that is only sent for settlement has no fee of a settlement yet, although its record has the amounts', async () => {
  expect(await feesOf({ ...recordedRows.sentForSettle, reference })).toEqual([]);
});

test.each([
  'SentForSettle',
  'SentForSettleExternally',
  'SettleScheduled',
  'SentForRefund',
  'RefundScheduled',
])('a record of the type %s moves no balance', async (type) => {
  expect(await feesOf({ ...recordedRows.settled, type, reference })).toEqual([]);
});

test.each([
  'Settled',
  'SettledBulk',
  'Refunded',
  'RefundedBulk',
  'RefundFailed',
  'CaptureFailed',
  'Chargeback',
])('a record of the type %s moves the balance', async (type) => {
  const fees = await feesOf({ ...recordedRows.settled, type, reference });
  expect(fees).toMatchObject([{ fee: money(38), net: money(1_002) }]);
});

test('the fees of a settlement are in its own currency', async () => {
  const cells = { ...recordedRows.settled.cells, 'Payment Currency': 'EUR', 'Commission (SC)': '0.20' };
  expect(await feesOf({ ...recordedRows.settled, cells, reference })).toMatchObject([
    { fee: money(58), net: money(1_002) },
  ]);
});

test('the fee for processing a refund is the refund’s', async () => {
  const refundId = newRefundId();
  const cells = { 'Processing Fee Currency': 'EUR', 'Processing Fee (FC)': '0.11' };
  const refund = { reference, modification: 'LQWDDLKTSV2GGS82', modificationReference: refundId };
  expect(await feesOf({ ...refund, type: 'SentForRefund', cells })).toMatchObject([
    {
      ...{ subject: 'refund', reference: refundId, channelReference: 'LQWDDLKTSV2GGS82' },
      ...{ fee: money(11, 'EUR'), net: money(-11, 'EUR'), isForProcessing: true },
    },
  ]);
});

// "Which fees are shown on my invoice?" names Received and Authorised, depending on the method.
test.each(['Received', 'Authorised', 'Refused', 'Retried', 'OnTheMoon', 'Cancelled'])(
  'the fee for processing is read from a record of any type: %s',
  async (type) => {
    const cells = { 'Processing Fee Currency': 'EUR', 'Processing Fee (FC)': '0.11' };
    const modificationReference = newRefundId();
    expect(await feesOf({ type, reference, modificationReference, cells })).toMatchObject([
      { ...ofPayment, fee: money(11, 'EUR'), isForProcessing: true },
    ]);
  },
);

test.each([
  ['0.085', 'EUR', 9],
  ['0.0849', 'EUR', 8],
  ['.1', 'EUR', 10],
  ['12', 'JPY', 12],
  ['-0.08', 'EUR', -8],
])('a fee for processing of %s %s is %i minor units', async (text, currency, minor) => {
  const cells = { 'Processing Fee Currency': currency, 'Processing Fee (FC)': text };
  expect(await feesOf({ type: 'Received', reference, cells })).toMatchObject([
    { fee: money(minor, currency), net: money(-minor, currency) },
  ]);
});

test.each(['', '0', '0.00', '0.001'])('no fee for processing is read from the cell %j', async (text) => {
  const cells = { 'Processing Fee Currency': 'EUR', 'Processing Fee (FC)': text };
  expect(await feesOf({ type: 'Received', reference, cells })).toEqual([]);
});

test('the fee for processing a payment that is not the gateway’s is left out', async () => {
  expect(await feesOf({ ...recordedRows.received, reference: 'order 17' })).toEqual([]);
});

test.each([
  ['in words', '1e3', 'EUR'],
  ['in no currency', '0.08', ''],
])(
  'a fee for processing %s hides no payment of the day, is unknown, and is listed for an operator',
  async (_case, text, currency) => {
    const cells = { 'Processing Fee Currency': currency, 'Processing Fee (FC)': text };
    reports.keep({ ...recordedRows.settled, reference }, { ...recordedRows.received, reference, cells });
    expect(await reports.channel.statement(theDay)).toMatchObject({
      kind: 'statement',
      lines: [{ ...ofPayment, state: 'succeeded' }],
      fees: [
        settled,
        {
          ...ofPayment,
          fee: { amountMinor: 0 },
          net: { amountMinor: 0 },
          isForProcessing: true,
          isUnreadable: true,
        },
      ],
      unread: [
        {
          ...ofPayment,
          detail: expect.stringContaining(`of the type Received with the processing fee ${text}`),
        },
      ],
    });
  },
);
