import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { AdyenChannel } from '../../src/adapters/outbound/channels/adyen/adyen-channel.ts';
import { recordTypes } from '../../src/adapters/outbound/channels/adyen/adyen-statement.ts';
import { money } from '../builders/orders.ts';
import { channelAt, newAttemptId, newRefundId } from './adyen-bench.ts';
import { type Entry, header, reportOf } from './adyen-report.ts';
import { StandInAdyen } from './stand-in-adyen.ts';

let adyen: StandInAdyen;
let channel: AdyenChannel;

beforeAll(async () => {
  adyen = await StandInAdyen.start();
  channel = channelAt(adyen);
});
afterAll(() => adyen.stop());
afterEach(() => adyen.reports.clear());

const report = (...entries: readonly Entry[]) => reportOf(adyen.merchantAccount, entries);

/** Returns references that are the gateway's own: one of a payment and one of a refund. */
const ours = () => {
  const reference = newAttemptId();
  return { reference, modificationReference: newRefundId() };
};

/** Stores the reports that can contain records of one day in UTC. The given records are in the report of that day. */
function keep(...entries: readonly Entry[]): void {
  for (const day of ['2026_11_19', '2026_11_21']) adyen.reports.set(day, report());
  adyen.reports.set('2026_11_20', report(...entries));
}

const theDay = { from: new Date('2026-11-20T00:00:00Z'), before: new Date('2026-11-21T00:00:00Z') };

describe('the statement of a day at Adyen', () => {
  test('has each payment, refund and dispute once, as it last was', async () => {
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
    expect(await channel.statement(theDay)).toEqual({
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
    });
  });

  test.each(Object.entries(recordTypes))('reads the record type %s', async (type, effect) => {
    keep({ type, modification: 'LQWDDLKTSV2GGS82', ...ours() });
    const statement = await channel.statement(theDay);
    expect(statement.kind === 'statement' && statement.lines).toMatchObject(effect === null ? [] : [effect]);
  });

  test.each([
    ['2026-11-20 00:30:00', 'CET', 0],
    ['2026-11-20 01:30:00', 'CET', 1],
    ['2026-11-21 00:30:00', 'CET', 1],
    ['2026-11-20 15:59:00', 'PST', 1],
    ['2026-11-20 16:00:00', 'PST', 0],
    ['2026-11-21 07:59:00', 'SGT', 1],
  ])('takes what was booked at %s %s as the span says: %i', async (at, zone, lines) => {
    keep({ type: 'Authorised', at, zone });
    const statement = await channel.statement(theDay);
    expect(statement.kind === 'statement' && statement.lines).toHaveLength(lines);
  });

  test('names the payment of a refund that was made by hand in Adyen’s Customer Area', async () => {
    const attemptId = newAttemptId();
    const modification = 'LQWDDLKTSV2GGS82';
    keep(
      {
        type: 'Refunded',
        reference: attemptId,
        modification,
        modificationReference: 'by hand',
        amount: '-5.00',
      },
      { type: 'Refunded', reference: 'order 17', modification: 'MQWDDLKTSV2GGS82', amount: '-5.00' },
    );
    expect(await channel.statement(theDay)).toMatchObject({
      lines: [
        { subject: 'refund', reference: attemptId, channelReference: modification, state: 'succeeded' },
        { reference: null, channelReference: 'MQWDDLKTSV2GGS82' },
      ],
    });
  });

  test('counts what others did in the account, whatever it is', async () => {
    keep({ type: 'OnTheMoon' }, { type: 'Authorised', payment: 'ZZZZPCQ8HXSKGK82', currency: 'XXX' });
    expect(await channel.statement(theDay)).toEqual({
      kind: 'statement',
      lines: [
        { reference: null, channelReference: 'QFQTPCQ8HXSKGK82' },
        { reference: null, channelReference: 'ZZZZPCQ8HXSKGK82' },
      ],
    });
  });

  test.each([
    ['a record type that is not known', { type: 'OnTheMoon' }, 'OnTheMoon'],
    ['a zone that could be several', { type: 'Authorised', zone: 'CST' }, 'CST'],
    ['no time', { type: 'Authorised', at: 'yesterday' }, 'yesterday'],
    ['an amount in no currency', { type: 'Authorised', currency: 'XXX' }, 'XXX'],
    ['an amount in words', { type: 'Authorised', amount: '1e3' }, '1e3'],
    ['more decimals than the currency has', { type: 'Authorised', amount: '1.001' }, '1.001'],
  ])('is not to be had with %s, and says so', async (_case, entry, named) => {
    keep({ ...entry, ...ours() });
    expect(await channel.statement(theDay)).toEqual({
      kind: 'unavailable',
      detail: expect.stringContaining(named),
    });
  });

  test('is not to be had before the last report that it needs is there', async () => {
    keep({ type: 'Authorised' });
    adyen.reports.delete('2026_11_21');
    expect(await channel.statement(theDay)).toEqual({
      kind: 'unavailable',
      detail: 'Adyen has no payment accounting report of 2026-11-21 (yet)',
    });
  });

  test('is not guessed from a report without a column that it needs', async () => {
    keep({ type: 'Authorised' });
    const csv = adyen.reports.get('2026_11_20') ?? '';
    adyen.reports.set('2026_11_20', csv.replace('Modification Merchant Reference', 'Reserved1'));
    expect(await channel.statement(theDay)).toMatchObject({
      detail: 'the report of 2026-11-20 has no column Modification Merchant Reference',
    });
    adyen.reports.set('2026_11_20', `${header}\r\n"a`);
    expect(await channel.statement(theDay)).toMatchObject({
      detail: 'the report of 2026-11-20 cannot be read',
    });
  });

  test('needs the report user, who is let in', async () => {
    keep({ type: 'Authorised' });
    const wrong = channelAt(adyen, { credentials: { reportLogin: 'report@Company.Kassa:wrong-password' } });
    expect(await wrong.statement(theDay)).toMatchObject({
      detail: 'Adyen does not let the report user in',
    });
  });
});
