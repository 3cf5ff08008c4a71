import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf } from './support/envelope-answer.ts';
import { GatewayBench } from './support/gateway-bench.ts';
import {
  createPath,
  type MerchantAccount,
  newTransactionId,
  paymentOf,
  refundPath,
} from './support/merchant-account.ts';

let bench: GatewayBench;
let merchant: MerchantAccount;
beforeAll(async () => {
  bench = await GatewayBench.start();
  merchant = await bench.onboard();
});
afterAll(() => bench.stop());

type Members = Readonly<Record<string, unknown>>;

function without(member: string): Members {
  return Object.fromEntries(Object.entries(paymentOf()).filter(([name]) => name !== member));
}

/** The direct and the wrapped form of a body, each with the prefix that its fields have in errors. */
const forms = [
  { form: 'direct', wrap: (body: unknown) => body, prefix: '' },
  { form: 'wrapped', wrap: (body: unknown) => ({ data: body }), prefix: 'data.' },
];

describe('both forms of a body', () => {
  it('create the same order, whichever comes first', async () => {
    const direct = paymentOf();
    const first = await merchant.client.call('POST', createPath, direct);
    expect((await merchant.client.call('POST', createPath, { data: direct })).data).toEqual(first.data);
    const wrapped = paymentOf();
    const second = await merchant.client.call('POST', createPath, { data: wrapped });
    expect((await merchant.client.call('POST', createPath, wrapped)).data).toEqual(second.data);
  });

  it('create the same order, however its members are arranged and its numbers are written', async () => {
    const number = newTransactionId();
    const texts = [
      `{"merchant_transaction_id":"${number}","amount":10.5,"currency_code":"USD","redirect_url":"https://shop.example/"}`,
      `{"redirect_url":"https:\\/\\/shop.example/","amount":10.50,"currency_code":"\\u0055SD","merchant_transaction_id":"${number}"}`,
      `{ "data": {"amount":105e-1,"merchant_transaction_id":"${number}","currency_code":"USD","description":null,"redirect_url":"https://shop.example/"} }`,
    ];
    const answers = [];
    for (const text of texts) answers.push(await merchant.client.call('POST', createPath, text));
    expect(answers.map(({ msg }) => msg)).toEqual(['success', 'success', 'success']);
    expect(new Set(answers.map(({ data }) => data.order_id)).size).toBe(1);
  });

  it('request the same refund', async () => {
    const order = await merchant.paidOrder();
    const refund = {
      transaction_id: newTransactionId('R'),
      original_transaction_id: order.merchant_transaction_id,
      currency_code: 'USD',
      amount: 1,
    };
    const direct = await merchant.client.call('POST', refundPath, refund);
    const wrapped = await merchant.client.call('POST', refundPath, { data: refund });
    expect([direct.msg, wrapped.msg]).toEqual(['success', 'success']);
    expect((await merchant.query(order.order_id)).refunds).toHaveLength(1);
  });

  it.each([
    ['with a member beside `data`', { data: paymentOf(), note: 'x' }, ['data', 'note']],
    ['wrapped twice', { data: { data: paymentOf() } }, ['data.data']],
    ['with text as `data`', { data: 'x' }, ['data']],
    ['with a list as `data`', { data: [] }, ['data']],
  ])('are not mixed: %s', async (_what, body, named) => {
    const refusal = refusalOf(await merchant.client.call('POST', createPath, body));
    expect(refusal.msg).toBe('INVALID_REQUEST');
    expect(refusal.fields).toEqual(expect.arrayContaining(named));
  });
});

describe.each(forms)('a $form creation', ({ wrap, prefix }) => {
  const create = async (body: unknown) =>
    refusalOf(await merchant.client.call('POST', createPath, wrap(body)));

  it.each(['merchant_transaction_id', 'amount', 'currency_code', 'redirect_url'])(
    'needs %s',
    async (member) => {
      expect(await create(without(member))).toEqual({ msg: 'INVALID_REQUEST', fields: [prefix + member] });
      expect(await create({ ...paymentOf(), [member]: null })).toEqual({
        msg: 'INVALID_REQUEST',
        fields: [prefix + member],
      });
    },
  );

  it.each([
    ['merchant_transactionid', { merchant_transactionid: 'x' }, 'merchant_transactionid'],
    ['products[0].colour', { products: [{ ...product(), colour: 'red' }] }, 'products[0].colour'],
    ['customer.mail', { customer: { mail: 'a@b.example' } }, 'customer.mail'],
  ])('names the unknown member %s', async (_name, members, path) => {
    expect(await create(paymentOf(members))).toEqual({ msg: 'INVALID_REQUEST', fields: [prefix + path] });
  });

  it.each<[string, Members, string]>([
    ['number as text', { amount: '10.5' }, 'amount'],
    ['text as number', { description: 5 }, 'description'],
    ['object as list', { products: {} }, 'products'],
    ['operator as text', { merchant_transaction_id: { $gt: '' } }, 'merchant_transaction_id'],
    ['operator as number', { amount: { $gt: 0 } }, 'amount'],
    ['operator as name', { customer: { full_name: { $ne: 'x' } } }, 'customer.full_name'],
  ])('refuses a %s, naming it', async (_what, members, path) => {
    expect(await create(paymentOf(members))).toEqual({ msg: 'INVALID_REQUEST', fields: [prefix + path] });
  });

  it('that repeats an ID with other contents gets an error that names the merchant’s own field', async () => {
    const first = paymentOf();
    await create(first);
    expect(await create({ ...first, amount: 11 })).toEqual({
      msg: 'DUPLICATE_TRANSACTION',
      fields: [`${prefix}merchant_transaction_id`],
    });
  });

  it('refuses addresses to which no consumer may be sent, and names them', async () => {
    const plain = 'http://shop.example/';
    expect(await create(paymentOf({ redirect_url: plain, cancel_url: plain }))).toEqual({
      msg: 'INVALID_REQUEST',
      fields: [`${prefix}redirect_url`, `${prefix}cancel_url`],
    });
  });

  it('names every fault at once', async () => {
    const refusal = await create({ ...without('redirect_url'), currency_code: 'usd', nonsense: 1 });
    expect(new Set(refusal.fields)).toEqual(
      new Set(['redirect_url', 'currency_code', 'nonsense'].map((member) => prefix + member)),
    );
  });
});

function product(members: Members = {}) {
  return { product_id: 'p1', name: 'Coffee', price: 1, quantity: 1, ...members };
}

/** Returns an address of the given length: `https://shop.example/` followed by letters. */
function urlOfLength(length: number): string {
  const start = 'https://shop.example/';
  return start + 'a'.repeat(length - start.length);
}

describe('the limits of a creation', () => {
  it.each<[member: string, inside: Members, outside: Members]>([
    [
      'merchant_transaction_id',
      { merchant_transaction_id: newTransactionId('x'.repeat(60)).slice(0, 64) },
      { merchant_transaction_id: 'x'.repeat(65) },
    ],
    ['merchant_transaction_id', { merchant_transaction_id: '.' }, { merchant_transaction_id: '' }],
    ['merchant_transaction_id', { merchant_transaction_id: 'Az09._:-' }, { merchant_transaction_id: 'a b' }],
    ['merchant_transaction_id', { merchant_transaction_id: 'a-b' }, { merchant_transaction_id: 'a/b' }],
    ['merchant_transaction_id', { merchant_transaction_id: 'e' }, { merchant_transaction_id: 'é' }],
    ['merchant_transaction_id', { merchant_transaction_id: 'line' }, { merchant_transaction_id: 'line\n' }],
    ['description', { description: 'd'.repeat(256) }, { description: 'd'.repeat(257) }],
    ['description', { description: '😀'.repeat(256) }, { description: '😀'.repeat(257) }],
    ['redirect_url', { redirect_url: urlOfLength(2048) }, { redirect_url: urlOfLength(2049) }],
    ['cancel_url', { cancel_url: urlOfLength(2048) }, { cancel_url: urlOfLength(2049) }],
    [
      'products',
      { products: Array.from({ length: 100 }, () => product()) },
      { products: Array.from({ length: 101 }, () => product()) },
    ],
    ['products', { products: [] }, { products: 'none' }],
    [
      'products[0].name',
      { products: [product({ name: 'n'.repeat(256) })] },
      { products: [product({ name: 'n'.repeat(257) })] },
    ],
    ['products[0].name', { products: [product({ name: 'n' })] }, { products: [product({ name: '' })] }],
    [
      'products[0].quantity',
      { products: [product({ quantity: 1 })] },
      { products: [product({ quantity: 0 })] },
    ],
    [
      'products[0].quantity',
      { products: [product({ quantity: 999_999 })] },
      { products: [product({ quantity: 1_000_000 })] },
    ],
    [
      'products[0].quantity',
      { products: [product({ quantity: 2 })] },
      { products: [product({ quantity: 1.5 })] },
    ],
    [
      'customer.full_name',
      { customer: { full_name: 'f'.repeat(128) } },
      { customer: { full_name: 'f'.repeat(129) } },
    ],
    ['customer.email', { customer: { email: 'a@b.example' } }, { customer: { email: 'a@b' } }],
    ['customer.phone', { customer: { phone: '+4915112345678' } }, { customer: { phone: '015112345678' } }],
    [
      'customer.billing_address.country',
      { customer: { billing_address: { line1: 'Weg 1', city: 'Köln', country: 'DE' } } },
      { customer: { billing_address: { line1: 'Weg 1', city: 'Köln', country: 'de' } } },
    ],
  ])('of %s are where the contract says', async (member, inside, outside) => {
    expect((await merchant.create(inside)).msg).toBe('success');
    expect(refusalOf(await merchant.create(outside))).toEqual({ msg: 'INVALID_REQUEST', fields: [member] });
  });
});

describe('the limits of a refund', () => {
  it.each<[member: string, inside: Members, outside: Members]>([
    ['transaction_id', { transaction_id: 'x'.repeat(64) }, { transaction_id: 'x'.repeat(65) }],
    ['reason', { reason: 'r'.repeat(256) }, { reason: 'r'.repeat(257) }],
    ['remark', { remark: 'r'.repeat(256) }, { remark: 'r'.repeat(257) }],
    ['refund_time', { refund_time: '20240229235959' }, { refund_time: '20230229120000' }],
    ['refund_time', { refund_time: '20261231000000' }, { refund_time: '20261301000000' }],
    ['refund_time', { refund_time: '20261121093000' }, { refund_time: '20261121246000' }],
    ['refund_time', { refund_time: '20261121093000' }, { refund_time: '2026-11-21 09:30' }],
    ['currency_code', {}, { currency_code: 'usd' }],
    ['original_transaction_id', {}, { original_transaction_id: 'a b' }],
    ['nonsense', {}, { nonsense: 1 }],
  ])('of %s are where the contract says', async (member, inside, outside) => {
    // A value within the limits passes validation, so the gateway looks for the order, which does not exist.
    const known = { original_transaction_id: 'none', amount: 1 };
    expect((await merchant.refund({ ...known, ...inside })).msg).toBe('ORDER_NOT_FOUND');
    expect(refusalOf(await merchant.refund({ ...known, ...outside }))).toEqual({
      msg: 'INVALID_REQUEST',
      fields: [member],
    });
  });

  it.each(['transaction_id', 'original_transaction_id', 'currency_code'])('need %s', async (member) => {
    const refund = { original_transaction_id: 'none', amount: 1 };
    const refused = refusalOf(await merchant.refund({ ...refund, [member]: null }));
    expect(refused).toEqual({ msg: 'INVALID_REQUEST', fields: [member] });
  });

  it('allow the amount to be left out, which means everything that is left', async () => {
    const order = await merchant.paidOrder();
    const of = { original_transaction_id: order.merchant_transaction_id };
    expect((await merchant.refund({ ...of, amount: 1 })).msg).toBe('success');
    expect((await merchant.refund(of)).data).toMatchObject({ amount: order.amount - 1 });
  });

  it('include the currency of the payment', async () => {
    const order = await merchant.paidOrder();
    const refund = {
      original_transaction_id: order.merchant_transaction_id,
      amount: 1,
      currency_code: 'EUR',
    };
    expect((await merchant.refund(refund)).msg).toBe('CURRENCY_MISMATCH');
  });
});
