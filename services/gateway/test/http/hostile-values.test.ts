import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEnvelope, refusalOf } from './support/envelope-answer.ts';
import { GatewayBench } from './support/gateway-bench.ts';
import { send } from './support/http-call.ts';
import { createPath, type MerchantAccount, paymentOf } from './support/merchant-account.ts';

let bench: GatewayBench;
let merchant: MerchantAccount;
beforeAll(async () => {
  bench = await GatewayBench.start();
  merchant = await bench.onboard();
});
afterAll(() => bench.stop());

describe('an amount is read exactly or refused (fault 30)', () => {
  /** The columns: the amount as it stands in the body, its currency, and the exact minor units or the refusal. */
  it.each<
    [
      text: string,
      currency: string,
      outcome: number | 'INVALID_AMOUNT' | 'UNSUPPORTED_CURRENCY' | 'INVALID_REQUEST',
    ]
  >([
    ['10', 'USD', 1000],
    ['10.50', 'USD', 1050],
    ['1e1', 'USD', 1000],
    ['1050E-2', 'USD', 1050],
    ['0.01', 'USD', 1],
    ['0.30', 'USD', 30],
    ['0.29', 'USD', 29],
    ['1.10', 'USD', 110],
    ['4.35', 'USD', 435],
    ['500', 'JPY', 500],
    ['500.0', 'JPY', 500],
    ['1.234', 'KWD', 1234],
    ['9999999999999.99', 'USD', 999_999_999_999_999],
    ['1.005', 'USD', 'INVALID_AMOUNT'],
    ['0.30000000000000004', 'USD', 'INVALID_AMOUNT'],
    ['9007199254740993', 'USD', 'INVALID_AMOUNT'],
    ['10000000000000.00', 'USD', 'INVALID_AMOUNT'],
    ['1e400', 'USD', 'INVALID_AMOUNT'],
    ['1e-400', 'USD', 'INVALID_AMOUNT'],
    ['1e999999999999999999999', 'USD', 'INVALID_AMOUNT'],
    ['0', 'USD', 'INVALID_AMOUNT'],
    ['0.00', 'USD', 'INVALID_AMOUNT'],
    ['-0', 'USD', 'INVALID_AMOUNT'],
    ['-1', 'USD', 'INVALID_AMOUNT'],
    ['10.5', 'JPY', 'INVALID_AMOUNT'],
    ['1.2345', 'KWD', 'INVALID_AMOUNT'],
    [`1.${'0'.repeat(5000)}`, 'USD', 'INVALID_AMOUNT'],
    ['1', 'XXX', 'UNSUPPORTED_CURRENCY'],
    ['1', 'XAU', 'UNSUPPORTED_CURRENCY'],
    ['1', 'ZZZ', 'UNSUPPORTED_CURRENCY'],
    ['"1"', 'USD', 'INVALID_REQUEST'],
    ['true', 'USD', 'INVALID_REQUEST'],
    ['01', 'USD', 'INVALID_REQUEST'],
    ['+1', 'USD', 'INVALID_REQUEST'],
    ['.5', 'USD', 'INVALID_REQUEST'],
    ['NaN', 'USD', 'INVALID_REQUEST'],
    ['0x10', 'USD', 'INVALID_REQUEST'],
  ])('of %.20s %s is %s', async (text, currency, outcome) => {
    const { amount: _amount, ...rest } = paymentOf({ currency_code: currency });
    const body = `${JSON.stringify(rest).slice(0, -1)},"amount":${text}}`;
    const answer = await merchant.client.call('POST', createPath, body);
    if (typeof outcome === 'number') {
      const stored = await bench.database
        .collection('orders')
        .findOne({ _id: answer.data.order_id as never }, { projection: { 'order.amount': 1 } });
      expect(stored?.order.amount).toEqual({ amountMinor: outcome, currency });
    } else {
      expect(answer.msg).toBe(outcome);
    }
  });

  it('is named with its place in the body', async () => {
    expect(refusalOf(await merchant.create({ amount: 0 })).fields).toEqual(['amount']);
    const wrapped = { data: paymentOf({ amount: 0 }) };
    expect(refusalOf(await merchant.client.call('POST', createPath, wrapped)).fields).toEqual([
      'data.amount',
    ]);
    const free = { product_id: 'p1', name: 'Leaflet', price: 0, quantity: 1 };
    const price = { data: paymentOf({ products: [free, { ...free, price: 0.001 }] }) };
    expect(refusalOf(await merchant.client.call('POST', createPath, price)).fields).toEqual([
      'data.products[1].price',
    ]);
  });
});

describe('a body that is not strict, plain JSON is refused (faults 28, 29)', () => {
  const fields = '"amount":1,"currency_code":"USD","redirect_url":"https://shop.example/"';

  it.each([
    [
      'a member twice',
      `{"merchant_transaction_id":"a","merchant_transaction_id":"b",${fields}}`,
      'merchant_transaction_id',
    ],
    ['a member twice, once escaped', `{"merchant_transaction_id":"a",${fields},"\\u0061mount":2}`, 'amount'],
    [
      'a member twice inside `data`',
      `{"data":{"merchant_transaction_id":"a",${fields},"amount":1}}`,
      'data.amount',
    ],
    ['__proto__', `{"__proto__":{"amount":1},"merchant_transaction_id":"a",${fields}}`, '__proto__'],
    [
      'constructor',
      `{"constructor":{"prototype":{}},"merchant_transaction_id":"a",${fields}}`,
      'constructor',
    ],
    ['toString', `{"toString":"x","merchant_transaction_id":"a",${fields}}`, 'toString'],
    ['a dotted member', `{"a.b":1,"merchant_transaction_id":"a",${fields}}`, 'a.b'],
    ['an operator', `{"$where":"1","merchant_transaction_id":"a",${fields}}`, '$where'],
    ['an operator as value', `{"merchant_transaction_id":{"$gt":""},${fields}}`, 'merchant_transaction_id'],
    ['null in a list', `{"merchant_transaction_id":"a",${fields},"products":[null]}`, 'products[0]'],
    [
      'half a surrogate pair',
      `{"merchant_transaction_id":"a",${fields},"description":"\\ud800"}`,
      'description',
    ],
    ['a list', '[]', ''],
    ['nothing but text', '"x"', ''],
    ['an unfinished object', '{"amount":1', ''],
    ['text after the object', '{}{}', ''],
    ['a comment', '{/* */}', ''],
    ['a byte order mark', '\uFEFF{}', ''],
    ['depth 9', `{"a":${'['.repeat(8)}1${']'.repeat(8)}}`, `a${'[0]'.repeat(7)}`],
    ['depth 30 000', `{"a":${'['.repeat(30_000)}`, `a${'[0]'.repeat(7)}`],
    ['513 values', JSON.stringify({ a: Array.from({ length: 513 }, () => 1) }), 'a[512]'],
  ])('because of %s is refused, and nothing is written', async (_what, body, path) => {
    const before = await bench.database.collection('orders').countDocuments({});
    const refused = await merchant.client.call('POST', createPath, body);
    expect(refusalOf(refused).msg).toBe('INVALID_REQUEST');
    expect(refusalOf(refused).fields).toContain(path);
    expect(await bench.database.collection('orders').countDocuments({})).toBe(before);
    expect(Object.prototype).not.toHaveProperty('amount');
  });

  it('but not UTF-8 is refused', async () => {
    const bytes = Buffer.concat([Buffer.from('{"description":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    const headers = merchant.client.headersFor('POST', createPath, '{}');
    const call = { method: 'POST', target: createPath, headers, body: bytes };
    const refused = openEnvelope(await send(bench.main.merchantUrl, call));
    expect(refused).toMatchObject({
      msg: 'INVALID_REQUEST',
      error: { fields: [{ message: expect.stringContaining('UTF-8') }] },
    });
  });

  it('but nothing at all is refused as missing', async () => {
    const refused = await merchant.client.call('POST', createPath);
    expect(refused).toMatchObject({
      msg: 'INVALID_REQUEST',
      error: { fields: [{ message: 'is required' }] },
    });
  });
});

describe('a hostile return address is refused (fault 37)', () => {
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://shop.example/',
    '//shop.example/',
    '/thanks',
    'https:shop.example',
    'https:/shop.example',
    'https:///shop.example',
    'https://',
    'https://user@shop.example/',
    'https://user:secret@shop.example/',
    'https://shop.example@evil.example/',
    'https:\\\\shop.example',
    'https://shop.example\\@evil.example/',
    'https://shop.example/\\evil',
    ' https://shop.example/',
    'https://shop.example/ ',
    'https://shop.example/a b',
    'https://shop.example/\t',
    'java\nscript:alert(1)',
    'https://shop.example/\u0000',
    'https://shop.example/\u007f',
    'https://shop.example/\u202e',
    'https://shop.example/\u2028',
    'https://shop.example:99999/',
    'https://[::1/',
    'http://shop.example/',
    'http://localhost.evil.example/',
    'http://127.0.0.1.evil.example/',
    'http://10.0.0.1/',
  ])('%j is refused', async (address) => {
    for (const member of ['redirect_url', 'cancel_url']) {
      const refused = refusalOf(await merchant.create({ [member]: address }));
      expect(refused).toEqual({ msg: 'INVALID_REQUEST', fields: [member] });
    }
  });

  it.each([
    ['https://shop.example', 'https://shop.example/?order_id=ID'],
    ['https://shop.example/a?b=c#d', 'https://shop.example/a?b=c&order_id=ID#d'],
    ['https://shop.example/?order_id=forged', 'https://shop.example/?order_id=ID'],
    ['https://shop.example/?order_id=1&order_id=2&x=', 'https://shop.example/?x=&order_id=ID'],
    [
      'https://shop.example/?next=https://evil.example',
      'https://shop.example/?next=https://evil.example&order_id=ID',
    ],
    ['HTTPS://Shop.Example/%41', 'https://shop.example/%41?order_id=ID'],
    ['http://localhost:8080/thanks', 'http://localhost:8080/thanks?order_id=ID'],
  ])('%s leads to %s once the order is paid', async (redirectUrl, expected) => {
    const checkout = await merchant.openCheckout({ redirect_url: redirectUrl });
    expect((await checkout.order()).redirect_url).toBeNull();
    await checkout.payByCard('4242424242424242');
    expect((await checkout.result()).redirect_url).toBe(expected.replace('ID', checkout.orderId));
  });
});
