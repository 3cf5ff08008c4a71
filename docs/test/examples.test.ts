import { describe, expect, it } from 'vitest';
import { jsonBlocksIn } from '../build/examples/json-blocks.ts';
import { faultOf } from '../build/examples/judge-example.ts';

const payment = {
  merchant_transaction_id: 'T1',
  amount: 10.5,
  currency_code: 'USD',
  redirect_url: 'https://shop.example/thanks',
};
const created = {
  code: 200,
  msg: 'success',
  data: { order_id: 'ord_5d41402abc4b2a76b9719d911017c592', pay_url: 'https://pay.example/checkout/x' },
};
const refused = {
  code: 40902,
  msg: 'DUPLICATE_TRANSACTION',
  data: null,
  error: { detail: 'It exists.', retryable: false, request_id: 'req_1' },
};

const judge = (schema: string | undefined, value: unknown) =>
  faultOf({ line: 1, schema, text: typeof value === 'string' ? value : JSON.stringify(value) });

describe('a JSON example', () => {
  it.each([
    ['CreatePaymentRequest', payment],
    ['Answer<CreatePaymentResult>', created],
    ['FailureEnvelope', refused],
    ['Part<CreatePaymentRequest>', { amount: 1 }],
    ['Answer<Part<PaymentQueryResult>>', { code: 200, msg: 'success', data: { state: 'PAYING' } }],
    ['none', { order_id: 'whatever' }],
    [undefined, { name: 'a package' }],
    [undefined, 'is // no JSON'],
  ])('passes if it fits its schema: %s', (schema, value) => {
    expect(judge(schema, value)).toBeUndefined();
  });

  it.each([
    ['CreatePaymentRequest', { ...payment, amount: '10.50' }, 'amount must be a JSON number'],
    ['CreatePaymentRequest', { ...payment, colour: 'red' }, 'colour is not a member'],
    ['Part<CreatePaymentRequest>', { colour: 'red' }, 'colour is not a member'],
    ['Answer<CreatePaymentResult>', created.data, 'is required'],
    ['FailureEnvelope', { ...refused, code: 40901 }, 'DUPLICATE_TRANSACTION is 40902'],
    ['CreatePaymentReqest', payment, 'does not export'],
    ['WebhookEvent', 'is no JSON', 'is no JSON'],
    [undefined, payment, 'looks like a message'],
    [undefined, { list: [{ order_id: 'x' }] }, 'looks like a message'],
  ])('is refused if it does not fit its schema: %s', (schema, value, why) => {
    expect(judge(schema, value)).toContain(why);
  });
});

describe('the JSON blocks of a page', () => {
  it('are found with their lines and marks, also in a list', () => {
    const page = 'Text\n\n```json schema=WebhookEvent\n{}\n```\n\n- item\n\n  ```json\n  []\n  ```\n';
    expect(jsonBlocksIn(page)).toEqual([
      { line: 4, schema: 'WebhookEvent', text: '{}' },
      { line: 10, schema: undefined, text: '  []' },
    ]);
  });

  it('include neither blocks inside other blocks nor blocks in another language', () => {
    expect(jsonBlocksIn('````md\n```json\n{}\n```\n````\n\n```ts\nconst a = 1;\n```\n')).toEqual([]);
  });
});
