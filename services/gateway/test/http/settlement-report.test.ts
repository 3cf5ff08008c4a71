import { compileValidator, SettlementReport } from '@kassa/contracts';
import { parse } from 'csv-parse/sync';
import type { Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '../../src/adapters/outbound/mongo/connect.ts';
import { MongoOrderRepository } from '../../src/adapters/outbound/mongo/mongo-order-repository.ts';
import { money } from '../builders/orders.ts';
import { disputeOn, lateOn, madeOn, paidOn, refundedOn } from '../builders/settled-orders.ts';
import { untilTheDayHas } from '../support/until-the-day-has.ts';
import { expectDocumented } from './support/documented-answer.ts';
import { refusalOf } from './support/envelope-answer.ts';
import { GatewayBench } from './support/gateway-bench.ts';
import type { MerchantAccount } from './support/merchant-account.ts';
import { read } from './support/read-message.ts';

const path = '/api/merchant/report/settlement';
const readReport = compileValidator(SettlementReport);

let bench: GatewayBench;
let merchant: MerchantAccount;
let neighbour: MerchantAccount;
let connection: Connection;
beforeAll(async () => {
  bench = await GatewayBench.start();
  [merchant, neighbour] = [await bench.onboard(), await bench.onboard()];
  connection = await connectDatabase(bench.main.variables.MONGODB_URI ?? '', bench.database.databaseName);
  const orders = new MongoOrderRepository(connection);
  const { merchantId } = merchant;
  const late = paidOn('2024-02-29T23:59:59.999Z', { merchantId, number: 'late' });
  const kept = [
    refundedOn(
      '2024-02-29T12:00:00.000Z',
      paidOn('2024-02-29T00:00:00.000Z', { merchantId, number: '-1' }),
      '=1+1',
      5,
    ),
    late,
    paidOn('2024-02-28T23:59:59.999Z', { merchantId, number: 'day-before' }),
    paidOn('2024-03-01T00:00:00.000Z', { merchantId, number: 'day-after' }),
    paidOn('2024-02-29T08:00:00.000Z', { merchantId, number: 'yen', amount: money(500, 'JPY') }),
    paidOn('2024-02-29T08:00:00.000Z', { merchantId, number: 'dinar', amount: money(1_234, 'KWD') }),
    paidOn('2024-02-29T09:00:00.000Z', { merchantId: neighbour.merchantId, number: 'theirs' }),
    // Three disputes: one is won on the day after, one is lost, and one is opened and won on the same day.
    disputeOn(
      '2024-03-01T10:00:00.000Z',
      disputeOn(
        '2024-02-29T10:00:00.000Z',
        paidOn('2024-02-28T10:00:00.000Z', { merchantId, number: 'won-later' }),
        'opened',
        'dsp_1',
      ),
      'won',
      'dsp_1',
    ),
    disputeOn(
      '2024-02-29T11:00:00.000Z',
      disputeOn(
        '2024-02-29T10:30:00.000Z',
        paidOn('2024-02-28T10:00:00.000Z', { merchantId, number: 'lost' }),
        'opened',
        'dsp_2',
        4_000,
      ),
      'lost',
      'dsp_2',
      4_000,
    ),
  ];
  const tooLate = lateOn('2024-03-02T10:00:00.000Z', { merchantId, number: 'too-late' });
  kept.push(madeOn('2024-03-02T11:00:00.000Z', tooLate, tooLate.refunds[0]?.refundId ?? ''));
  await Promise.all(kept.map((order) => orders.insert(order)));
});
afterAll(async () => {
  await connection.close();
  await bench.stop();
});

async function report(of: MerchantAccount, date: string) {
  return read(readReport, await of.client.call('GET', `${path}?date=${date}`));
}

async function file(format: string, date = '2024-02-29') {
  const answer = await merchant.client.callRaw('GET', `${path}?date=${date}&format=${format}`);
  expectDocumented(answer);
  return answer;
}

describe('the settlement report', () => {
  it('adds up a day by currency, from its first millisecond to its last', async () => {
    expect(await report(merchant, '2024-02-29')).toEqual({
      merchant_id: merchant.merchantId,
      date: '2024-02-29',
      from: '2024-02-29T00:00:00.000Z',
      before: '2024-03-01T00:00:00.000Z',
      final: true,
      totals: [
        totals('JPY', {
          gross: '500',
          refunds: '0',
          automatic_refunds: '0',
          disputes: '0',
          net: '500',
          fees: '0',
          uncollected: '0',
          payment_count: 1,
        }),
        totals('KWD', {
          gross: '1.234',
          refunds: '0.000',
          automatic_refunds: '0.000',
          disputes: '0.000',
          net: '1.234',
          fees: '0.000',
          uncollected: '0.000',
          payment_count: 1,
        }),
        totals('USD', {
          gross: '200.00',
          refunds: '-0.05',
          automatic_refunds: '0.00',
          disputes: '-140.00',
          net: '59.95',
          fees: '0.00',
          uncollected: '0.00',
          payment_count: 2,
          refund_count: 1,
          dispute_count: 2,
        }),
      ],
    });
  });

  it('counts the money of a won dispute as returned on the day of the win', async () => {
    const [usd] = (await report(merchant, '2024-03-01')).totals;
    expect(usd).toMatchObject({
      gross: '100.00',
      disputes: '100.00',
      net: '200.00',
      dispute_reversal_count: 1,
    });
  });

  it('shows money that came too late and was returned automatically separately', async () => {
    expect((await report(merchant, '2024-03-02')).totals).toEqual([
      totals('USD', {
        gross: '100.00',
        refunds: '-100.00',
        automatic_refunds: '-100.00',
        disputes: '0.00',
        net: '0.00',
        fees: '0.00',
        uncollected: '0.00',
        payment_count: 1,
        automatic_refund_count: 1,
      }),
    ]);
    expect((await file('lines_csv', '2024-03-02')).text).toMatch(
      /T10:00:00.000Z,payment,.*\r\n.*T11:00:00.000Z,automatic_refund,.*,too-late,USD,-100.00,Sandbox,rfd_/,
    );
  });

  it('contains nothing of another merchant', async () => {
    const [usd, ...others] = (await report(neighbour, '2024-02-29')).totals;
    expect(usd).toMatchObject({ currency_code: 'USD', gross: '100.00', net: '100.00', payment_count: 1 });
    expect(others).toEqual([]);
    expect((await file('lines_csv')).text).not.toContain('theirs');
  });

  it('is empty for a day on which nothing happened', async () => {
    expect((await report(merchant, '2020-01-01')).totals).toEqual([]);
    expect((await file('lines_csv', '2020-01-01')).text.split('\r\n')).toHaveLength(2);
  });

  it('is a file of the same totals with format=csv', async () => {
    const { headers, text } = await file('csv');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(headers['content-disposition']).toBe('attachment; filename="settlement-2024-02-29.csv"');
    expect(text.endsWith('\r\n')).toBe(true);
    const rows: Record<string, string>[] = parse(text, { columns: true });
    const { totals, date, final, merchant_id } = await report(merchant, '2024-02-29');
    expect(rows).toEqual(
      totals.map((total) =>
        Object.fromEntries(
          Object.entries({ merchant_id, date, final, ...total }).map(([name, value]) => [
            name,
            value === null ? '' : String(value),
          ]),
        ),
      ),
    );
  });

  it('is a file of every line with format=lines_csv, in chronological order, that adds up to the totals', async () => {
    const { text, headers } = await file('lines_csv');
    expect(headers['content-disposition']).toBe('attachment; filename="settlement-lines-2024-02-29.csv"');
    const [header] = text.split('\r\n');
    expect(header).toBe(
      'time,kind,order_id,merchant_transaction_id,currency_code,amount,channel_type,reference,fee,net,settlement_currency,further_fees',
    );
    const rows: Record<string, string>[] = parse(text, { columns: true });
    expect(
      rows.map(({ time, kind, merchant_transaction_id, currency_code, amount, reference }) =>
        [time?.slice(11), kind, merchant_transaction_id, currency_code, amount, reference?.slice(0, 5)].join(
          ' ',
        ),
      ),
    ).toEqual([
      expect.stringMatching(/^00:00:00.000Z payment '-1 USD 100.00 txn_/),
      expect.stringMatching(/^08:00:00.000Z payment (yen JPY 500|dinar KWD 1.234) txn_/),
      expect.stringMatching(/^08:00:00.000Z payment (yen JPY 500|dinar KWD 1.234) txn_/),
      '10:00:00.000Z dispute won-later USD -100.00 dsp_1',
      '10:30:00.000Z dispute lost USD -40.00 dsp_2',
      "12:00:00.000Z refund '-1 USD -0.05 '=1+1",
      expect.stringMatching(/^23:59:59.999Z payment late USD 100.00 txn_/),
    ]);
    const usd = rows.filter(({ currency_code }) => currency_code === 'USD');
    const cents = usd.reduce((sum, { amount = '' }) => sum + BigInt(amount.replace('.', '')), 0n);
    expect(cents).toBe(5_995n);
  });

  it.each([
    ['', ['date']],
    ['?date=2024-02-30', ['date']],
    ['?date=2024-2-29', ['date']],
    ['?date=tomorrow', ['date']],
    ['?date=9999-12-31', ['date']],
    ['?date=2024-02-29&format=xlsx', ['format']],
    ['?date=2024-02-29&merchant_id=mer_1', ['merchant_id']],
  ])('refuses an invalid request: %s', async (query, fields) => {
    const answer = await merchant.client.call('GET', path + query);
    expect(refusalOf(answer)).toEqual({ msg: 'INVALID_REQUEST', fields });
  });

  it('is signed like every call: another format than was signed is refused', async () => {
    const target = `${path}?date=2024-02-29`;
    const forged = { signedTarget: target };
    const answer = await merchant.client.call('GET', `${target}&format=csv`, undefined, forged);
    expect(answer.msg).toBe('INVALID_SIGNATURE');
  });
});

describe('the settlement report of today', () => {
  it('contains what happens at the processor: payments, refunds and a dispute; and is not final', async () => {
    await untilTheDayHas(20);
    const account = await bench.onboard();
    const [one, two] = [await account.paidOrder(), await account.paidOrder()];
    await account.acceptedRefund({ original_transaction_id: one.merchant_transaction_id, amount: 4 });
    await account.trigger(two.order_id, 'dispute_opened');
    const today = () => report(account, String(one.paid_at).slice(0, 10));
    await expect
      .poll(async () => (await today()).totals, { interval: 100 })
      .toMatchObject([{ gross: '21.00', refunds: '-4.00', disputes: '-10.50', net: '6.50' }]);
    expect((await today()).final).toBe(false);
  });
});

describe('the settlement report for the operator', () => {
  const ofOperator = (query: string) => bench.admin('GET', `/admin/reports/settlement${query}`);

  it('is the one that the merchant gets', async () => {
    const answer = await ofOperator(`?merchant_id=${merchant.merchantId}&date=2024-02-29`);
    expect(answer.data).toEqual(await report(merchant, '2024-02-29'));
  });

  it('refuses an unknown merchant', async () => {
    expect((await ofOperator('?merchant_id=mer_none&date=2024-02-29')).msg).toBe('MERCHANT_NOT_FOUND');
  });
});

function totals(currency_code: string, members: object) {
  return {
    // The channel's books of these days were never read.
    fee_count: 0,
    net_after_fees: null,
    currency_code,
    refund_count: 0,
    automatic_refund_count: 0,
    dispute_count: 0,
    dispute_reversal_count: 0,
    refund_reversal_count: 0,
    uncollected_count: 0,
    ...members,
  };
}
