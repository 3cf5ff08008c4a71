import { describe, expect, test } from 'vitest';
import { recordTypes } from '../../src/adapters/outbound/channels/adyen/adyen-statement.ts';
import { money } from '../builders/orders.ts';
import { newAttemptId, newRefundId } from './adyen-bench.ts';
import { enteredReferences, header, reportOf, standardHeader } from './adyen-report.ts';
import { ours, theDay, useReports } from './use-reports.ts';

const reports = useReports();
const { keep } = reports;

describe('the statement of a day at Adyen', () => {
  test('lists each payment, refund and dispute once, in its latest state', async () => {
    const attemptId = newAttemptId();
    const refundId = newRefundId();
    const refund = {
      reference: attemptId,
      modification: 'LQWDDLKTSV2GGS82',
      modificationReference: refundId,
    };
    keep(
      { type: 'Received', reference: attemptId, at: '2026-11-20 09:00:00' },
      { type: 'Authorised', reference: attemptId, at: '2026-11-20 09:00:01' },
      { type: 'SentForSettle', reference: attemptId, at: '2026-11-20 09:05:00' },
      { ...refund, type: 'SentForRefund', amount: '-5.00', at: '2026-11-20 10:00:00' },
      { ...refund, type: 'Refunded', amount: '-5.00', at: '2026-11-20 11:00:00' },
      {
        type: 'Authorised',
        payment: 'ZZZZPCQ8HXSKGK82',
        reference: 'order 17',
        currency: 'JPY',
        amount: '500',
      },
      {
        type: 'Chargeback',
        reference: attemptId,
        modification: 'DQWDDLKTSV2GGS82',
        amount: '-19.99',
        at: '2026-11-20 13:00:00',
      },
      {
        type: 'SecondChargeback',
        reference: attemptId,
        modification: 'DQWDDLKTSV2GGS82',
        amount: '-19.99',
        at: '2026-11-20 14:00:00',
      },
      { type: 'Authorised', account: 'AnotherECOM', reference: newAttemptId() },
    );
    const at = (time: string) => new Date(`2026-11-20T${time}Z`);
    expect(await reports.channel.statement(theDay)).toEqual({
      kind: 'statement',
      lines: [
        {
          subject: 'payment',
          state: 'succeeded',
          reference: attemptId,
          channelReference: 'QFQTPCQ8HXSKGK82',
          amount: money(1_999, 'EUR'),
          at: at('09:05:00'),
        },
        {
          subject: 'refund',
          state: 'succeeded',
          reference: refundId,
          channelReference: 'LQWDDLKTSV2GGS82',
          amount: money(500, 'EUR'),
          at: at('11:00:00'),
        },
        {
          subject: 'dispute',
          state: 'lost',
          reference: attemptId,
          channelReference: 'DQWDDLKTSV2GGS82',
          amount: money(1_999, 'EUR'),
          at: at('14:00:00'),
        },
        { reference: null, channelReference: 'ZZZZPCQ8HXSKGK82' },
      ],
      fees: ['13:00:00', '14:00:00'].map((time) => ({
        subject: 'dispute',
        reference: attemptId,
        channelReference: 'DQWDDLKTSV2GGS82',
        at: at(time),
        fee: money(0, 'EUR'),
        net: money(-1_999, 'EUR'),
      })),
    });
  });

  /**
   * The record types by what they say ("Payment accounting report", "Record types" and "Payment lifecycle", and the list of
   * payment statuses in a published page of the Customer Area). The table repeats the adapter's on purpose, so that a change
   * there is noticed here.
   */
  const published: Readonly<Record<string, string>> = {
    // The money of an authorised payment is only reserved until the payment is sent for settlement.
    'payment pending': 'Received Authorised AuthorisedPending',
    'payment succeeded':
      'SentForSettle SentForSettleExternally SettleScheduled Settled SettledBulk SettledExternally SettledExternallyWithInfo',
    'payment failed': 'Refused Error CaptureFailed SettledReversed',
    'payment cancelled': 'Cancelled Expired',
    'refund pending': 'RefundScheduled RefundAuthorised SentForRefund SentForRefundExternally',
    'refund succeeded': 'Refunded RefundedBulk RefundedExternally RefundedExternallyWithInfo',
    'refund failed': 'RefundFailed RefundNotCleared RefundedReversed',
    'dispute opened': 'Chargeback ChargebackExternally ChargebackExternallyWithInfo',
    'dispute won': 'ChargebackReversed ChargebackReversedExternally ChargebackReversedExternallyWithInfo',
    'dispute lost': 'SecondChargeback SecondChargebackExternally',
    nothing:
      'RequestForInformation NotificationOfFraud NotificationOfChargeback InformationSupplied Retried Fee',
  };

  test.each(Object.entries(recordTypes))('reads the record type %s as published', async (type, effect) => {
    const said = effect === null ? 'nothing' : `${effect.subject} ${effect.state}`;
    expect(published[said]?.split(' ')).toContain(type);
  });

  test.each(Object.entries(recordTypes))('reads the record type %s', async (type, effect) => {
    const { reference, modificationReference } = ours();
    const isOfRefund = effect?.subject === 'refund';
    keep({
      type,
      reference,
      modification: 'LQWDDLKTSV2GGS82',
      ...(isOfRefund && { modificationReference }),
    });
    const statement = await reports.channel.statement(theDay);
    expect(statement.kind === 'statement' && statement.lines).toMatchObject(effect === null ? [] : [effect]);
  });

  test.each([
    ['2026-11-20 00:30:00', 'CET', 0],
    ['2026-11-20 01:30:00', 'CET', 1],
    ['2026-11-21 00:30:00', 'CET', 1],
    ['2026-11-20 15:59:00', 'PST', 1],
    ['2026-11-20 16:00:00', 'PST', 0],
    ['2026-11-21 07:59:00', 'SGT', 1],
    // Adyen writes the standard time in reports of summer too.
    ['2026-11-20 15:59:59', 'PDT', 1],
  ])(
    'takes an entry that was booked at %s %s into account as the span requires: %i',
    async (at, zone, lines) => {
      keep({ type: 'Authorised', at, zone });
      const statement = await reports.channel.statement(theDay);
      expect(statement.kind === 'statement' && statement.lines).toHaveLength(lines);
    },
  );

  test.each(enteredReferences)(
    'names the payment of a refund that was made by hand in Adyen’s Customer Area, whatever reference somebody entered: %s',
    async (_, enteredFor) => {
      const attemptId = newAttemptId();
      const modification = 'LQWDDLKTSV2GGS82';
      keep(
        {
          type: 'Refunded',
          reference: attemptId,
          modification,
          modificationReference: enteredFor(attemptId),
          amount: '-5.00',
        },
        { type: 'Refunded', reference: 'order 17', modification: 'MQWDDLKTSV2GGS82', amount: '-5.00' },
      );
      expect(await reports.channel.statement(theDay)).toMatchObject({
        lines: [
          { subject: 'refund', reference: attemptId, channelReference: modification, state: 'succeeded' },
          { reference: null, channelReference: 'MQWDDLKTSV2GGS82' },
        ],
      });
    },
  );

  test('counts the entries that others made in the account, of whatever kind', async () => {
    keep({ type: 'OnTheMoon' }, { type: 'Authorised', payment: 'ZZZZPCQ8HXSKGK82', currency: 'XXX' });
    expect(await reports.channel.statement(theDay)).toEqual({
      kind: 'statement',
      lines: [
        { reference: null, channelReference: 'QFQTPCQ8HXSKGK82' },
        { reference: null, channelReference: 'ZZZZPCQ8HXSKGK82' },
      ],
      fees: [],
    });
  });

  test('lists a record of an unknown type about a payment of the gateway for the operator, and compares the rest', async () => {
    const { reference } = ours();
    keep(
      { type: 'Settled', reference, at: '2026-11-20 10:00:00' },
      { type: 'OnTheMoon', reference, at: '2026-11-20 11:00:00', modification: 'LQWDDLKTSV2GGS82' },
    );
    const detail = expect.stringContaining('LQWDDLKTSV2GGS82 of the type OnTheMoon');
    expect(await reports.channel.statement(theDay)).toMatchObject({
      lines: [{ subject: 'payment', reference, state: 'succeeded' }],
      unread: [{ subject: 'payment', reference, channelReference: 'QFQTPCQ8HXSKGK82', detail }],
    });
  });

  test.each([
    ['an amount in no currency', { type: 'Authorised', currency: 'XXX' }, 'XXX'],
    ['an amount in words', { type: 'Authorised', amount: '1e3' }, '1e3'],
    ['more decimals than the currency has', { type: 'Authorised', amount: '1.001' }, '1.001'],
    [
      'a refund over a part of a peso',
      { type: 'Refunded', amount: '1.50', currency: 'CLP', modification: 'LQWDDLKTSV2GGS82' },
      'LQWDDLKTSV2GGS82 of the type Refunded with the amount -1.50 CLP',
    ],
    [
      'a dispute settled in another currency, without the amount in its own',
      { type: 'Chargeback', cells: { 'Payment Currency': 'JPY' } },
      'add the column Original Amount',
    ],
  ])('lists a record with %s for the operator, and compares the rest', async (_case, entry, named) => {
    const { reference } = ours();
    keep(
      { type: 'Settled', reference: newAttemptId(), payment: 'ZFQTPCQ8HXSKGK82' },
      { ...entry, reference },
    );
    expect(await reports.channel.statement(theDay)).toMatchObject({
      lines: [{ subject: 'payment', channelReference: 'ZFQTPCQ8HXSKGK82', state: 'succeeded' }],
      unread: [{ reference, channelReference: 'QFQTPCQ8HXSKGK82', detail: expect.stringContaining(named) }],
    });
  });

  test.each([
    ['in the balance', { cells: { 'Payable (SC)': '-514.05', 'Commission (SC)': '14.55' } }, [15, -515]],
    [
      'in the column Original Amount',
      { cells: { 'Payable (SC)': '', 'Original Amount': '499.50' } },
      undefined,
    ],
  ])('has a whole peso for a disputed part of it, %s', async (_where, { cells }, fee) => {
    const { reference } = ours();
    keep({
      type: 'Chargeback',
      reference,
      currency: 'CLP',
      amount: '499.50',
      modification: 'DQWDDLKTSV2GGS82',
      cells,
    });
    expect(await reports.channel.statement(theDay)).toMatchObject({
      lines: [{ subject: 'dispute', amount: { amountMinor: 500, currency: 'CLP' } }],
      fees: fee === undefined ? [] : [{ fee: { amountMinor: fee[0] }, net: { amountMinor: fee[1] } }],
    });
  });

  test('has the gross amount of a whole dispute whose fee is not a whole number of pesos', async () => {
    const { reference } = ours();
    const cells = { 'Payable (SC)': '-1014.55', 'Commission (SC)': '14.55' };
    keep({
      type: 'Chargeback',
      reference,
      currency: 'CLP',
      amount: '1000.00',
      modification: 'DQWDDLKTSV2GGS82',
      cells,
    });
    expect(await reports.channel.statement(theDay)).toMatchObject({
      lines: [{ subject: 'dispute', amount: { amountMinor: 1_000, currency: 'CLP' } }],
      fees: [{ fee: { amountMinor: 15, currency: 'CLP' }, net: { amountMinor: -1_015, currency: 'CLP' } }],
    });
  });

  test.each([
    ['a zone that could be several', { type: 'Authorised', zone: 'CST' }, 'CST: set the account’s time zone'],
    ['no time', { type: 'Authorised', at: 'yesterday' }, 'yesterday'],
  ])('is unavailable with %s, and says so', async (_case, entry, named) => {
    keep({ ...entry, ...ours() });
    expect(await reports.channel.statement(theDay)).toEqual({
      kind: 'unavailable',
      detail: expect.stringContaining(named),
    });
  });

  test('is unavailable if a report lacks a column that it needs', async () => {
    keep({ type: 'Authorised' });
    const csv = reports.adyen.reports.get('2026_11_20') ?? '';
    reports.adyen.reports.set('2026_11_20', csv.replace('Modification Merchant Reference', 'Reserved1'));
    expect(await reports.channel.statement(theDay)).toMatchObject({
      detail: 'the report of 2026-11-20 has no column Modification Merchant Reference',
    });
    reports.adyen.reports.set('2026_11_20', csv.replace('Processing Fee (FC)', 'Reserved1'));
    expect(await reports.channel.statement(theDay)).toMatchObject({
      detail: 'the report of 2026-11-20 has no column Processing Fee (FC)',
    });
    reports.adyen.reports.set('2026_11_20', `${header}\r\n"a`);
    expect(await reports.channel.statement(theDay)).toMatchObject({
      detail: 'the report of 2026-11-20 cannot be read',
    });
  });

  test('without the column that names refunds and disputes, compares what the gateway’s own references name, and lists the rest for the operator', async () => {
    const { reference, modificationReference } = ours();
    const second = newRefundId();
    keep();
    const entries = [
      { type: 'Settled', reference },
      { type: 'Refunded', reference, modificationReference, amount: '-5.00' },
      { type: 'Refunded', reference, modificationReference: second, amount: '-6.00' },
      { type: 'Refunded', reference, modificationReference: 'by hand', amount: '-7.00' },
      { type: 'Chargeback', reference },
    ];
    const report = reportOf(reports.adyen.merchantAccount, entries, standardHeader);
    reports.adyen.reports.set('2026_11_20', report);
    const detail = expect.stringContaining('add the column Modification Psp Reference');
    expect(await reports.channel.statement(theDay)).toMatchObject({
      lines: [
        { subject: 'payment', reference, state: 'succeeded' },
        { subject: 'refund', reference: modificationReference, amount: money(500, 'EUR') },
        { subject: 'refund', reference: second, amount: money(600, 'EUR') },
      ],
      unread: [
        { subject: 'refund', reference, channelReference: 'QFQTPCQ8HXSKGK82', detail },
        { subject: 'dispute', reference, channelReference: 'QFQTPCQ8HXSKGK82', detail },
      ],
    });
  });
});
