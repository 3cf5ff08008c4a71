import { Ajv2020 } from 'ajv/dist/2020.js';
import { type TSchema, Type } from 'typebox';
import { describe, expect, it, vi } from 'vitest';
import {
  CreatePaymentRequest,
  compileValidator,
  EventListQuery,
  EventResendRequest,
  FailureEnvelope,
  fail,
  PaymentStatusQuery,
  RefundRequest,
  SandboxTriggerRequest,
  SubmitPaymentRequest,
  sandboxTriggers,
  type Validation,
} from '../../src/index.ts';

const validateCreate = compileValidator(CreatePaymentRequest);
const validateRefund = compileValidator(RefundRequest);

const product = { product_id: 'p1', name: 'Coffee', price: 10, quantity: 1 };
const create = {
  merchant_transaction_id: 'T1',
  amount: 10,
  currency_code: 'USD',
  redirect_url: 'https://shop.example/thanks',
};
const refund = { transaction_id: 'R1', original_transaction_id: 'T1', currency_code: 'USD', amount: 4 };

function faultsOf(validation: Validation<unknown>): Readonly<Record<string, string>> {
  if (validation.kind === 'valid') return {};
  return Object.fromEntries(validation.fields.map(({ path, message }) => [path, message]));
}

const pathsOf = (validation: Validation<unknown>) => Object.keys(faultsOf(validation));

describe('a validator', () => {
  it('compiles its schema once, and only when it is first used', () => {
    const compile = vi.spyOn(Ajv2020.prototype, 'compile');
    try {
      const validate = compileValidator(Type.Object({ amount: Type.Number() }));
      expect(compile).not.toHaveBeenCalled();
      for (const amount of [1, 2]) expect(validate({ amount }).kind).toBe('valid');
      expect(compile).toHaveBeenCalledOnce();
    } finally {
      compile.mockRestore();
    }
  });
});

describe('a choice', () => {
  const faultOf = (schema: TSchema, value: unknown) => faultsOf(compileValidator(schema)(value))[''];

  it('names the allowed values', () => {
    expect(faultOf(Type.Enum(['won', 'lost']), 'drawn')).toBe('must be one of won, lost');
    expect(faultOf(Type.Union([Type.Literal(0), Type.Literal('none')]), 1)).toBe('must be one of 0, none');
    expect(faultOf(Type.Literal(true), false)).toBe('must be true');
    expect(
      faultsOf(compileValidator(SandboxTriggerRequest)({ order_id: `ord_${'0'.repeat(32)}`, what: 'x' }))
        .what,
    ).toBe(`must be one of ${sandboxTriggers.join(', ')}`);
  });

  it('names no value if there are too many to read', () => {
    const many = Array.from({ length: 25 }, (_, index) => `value_${index}`);
    expect(faultOf(Type.Enum(many), 'x')).toBe('is not one of the allowed values');
  });

  it('names its values and not those of another member', () => {
    const schema = Type.Object({ one: Type.Enum(['a', 'b']), other: Type.Enum(['c', 'd']) });
    expect(faultsOf(compileValidator(schema)({ one: 'x', other: 'x' }))).toEqual({
      one: 'must be one of a, b',
      other: 'must be one of c, d',
    });
  });
});

describe('a string in the wrong format', () => {
  it('gets a message with an example and the member’s description', () => {
    expect(faultsOf(compileValidator(EventListQuery)({ after: 'evt_1' })).after).toMatch(
      /^is invalid; example: evt_5d41402abc4b2a76b9719d911017c592_2\. ID of an event of this merchant, /,
    );
    expect(faultsOf(compileValidator(Type.String({ pattern: '^a$' }))('b'))['']).toBe('is invalid');
  });
});

describe('a create request', () => {
  it('is valid with only the required members, and with all members', () => {
    expect(validateCreate(create)).toEqual({ kind: 'valid', value: create });
    const whole = {
      ...create,
      description: 'Order 1001',
      cancel_url: 'https://shop.example/cart',
      products: Array.from({ length: 100 }, () => product),
      customer: {
        full_name: 'Ann',
        email: 'ann.o’neil+shop@mail.example.org',
        phone: '+4915112345678',
        billing_address: {
          line1: 'Karlstraße 12',
          line2: '',
          city: 'Köln',
          postal_code: '50667',
          state: 'NW',
          country: 'DE',
        },
      },
    };
    expect(validateCreate(whole).kind).toBe('valid');
    expect(validateCreate({ ...create, products: [], customer: {} }).kind).toBe('valid');
  });

  it.each(Object.keys(create))('names %s when it is missing', (name) => {
    const { [name as keyof typeof create]: _left, ...rest } = create;
    expect(faultsOf(validateCreate(rest))).toEqual({ [name]: 'is required' });
  });

  it.each([
    [{ merchant_transaction_id: '' }, 'merchant_transaction_id'],
    [{ merchant_transaction_id: 'T'.repeat(65) }, 'merchant_transaction_id'],
    [{ merchant_transaction_id: 'T 1' }, 'merchant_transaction_id'],
    [{ merchant_transaction_id: 'T1\n' }, 'merchant_transaction_id'],
    [{ merchant_transaction_id: 'Té' }, 'merchant_transaction_id'],
    [{ merchant_transaction_id: 1 }, 'merchant_transaction_id'],
    [{ merchant_transaction_id: { $gt: '' } }, 'merchant_transaction_id'],
    [{ amount: '10.00' }, 'amount'],
    [{ amount: null }, 'amount'],
    [{ amount: { value: 10 } }, 'amount'],
    [{ currency_code: 'usd' }, 'currency_code'],
    [{ currency_code: 'US' }, 'currency_code'],
    [{ currency_code: 'USD\n' }, 'currency_code'],
    [{ redirect_url: '' }, 'redirect_url'],
    [{ redirect_url: `https://shop.example/${'x'.repeat(2_048)}` }, 'redirect_url'],
    [{ description: 'x'.repeat(257) }, 'description'],
    [{ products: Array.from({ length: 101 }, () => product) }, 'products'],
    [{ products: {} }, 'products'],
    [{ products: [{ ...product, price: '10' }] }, 'products[0].price'],
    [{ products: [product, { ...product, quantity: 0 }] }, 'products[1].quantity'],
    [{ products: [{ ...product, quantity: 1_000_000 }] }, 'products[0].quantity'],
    [{ products: [{ ...product, quantity: 1.5 }] }, 'products[0].quantity'],
    [{ products: [{ ...product, quantity: Number.POSITIVE_INFINITY }] }, 'products[0].quantity'],
    [{ products: [{ ...product, name: 'x'.repeat(257) }] }, 'products[0].name'],
    [{ products: [{ ...product, sku: 1 }] }, 'products[0].sku'],
    [{ products: [{ product_id: 'p1', name: 'Coffee', price: 1 }] }, 'products[0].quantity'],
    [{ customer: { full_name: 'x'.repeat(129) } }, 'customer.full_name'],
    [{ customer: { name: 'Ann' } }, 'customer.name'],
    [{ customer: { email: 'ann' } }, 'customer.email'],
    [{ customer: { email: 'ann@localhost' } }, 'customer.email'],
    [{ customer: { email: 'ann@example.org\n' } }, 'customer.email'],
    [{ customer: { email: 'a@example.org, b@example.org' } }, 'customer.email'],
    [{ customer: { email: 'Ann <ann@example.org>' } }, 'customer.email'],
    [{ customer: { email: `${'a'.repeat(65)}@example.org` } }, 'customer.email'],
    [{ customer: { email: `ann@${'a.'.repeat(125)}org` } }, 'customer.email'],
    [{ customer: { phone: '015112345678' } }, 'customer.phone'],
    [{ customer: { phone: '+0151123456' } }, 'customer.phone'],
    [{ customer: { phone: '+49 151 12345678' } }, 'customer.phone'],
    [{ customer: { phone: '+4242424242424242' } }, 'customer.phone'],
    [{ customer: { billing_address: { city: 'Köln', country: 'DE' } } }, 'customer.billing_address.line1'],
    [
      { customer: { billing_address: { line1: '', city: 'Köln', country: 'DE' } } },
      'customer.billing_address.line1',
    ],
    [
      { customer: { billing_address: { line1: 'Weg 1', city: 'Köln', country: 'Germany' } } },
      'customer.billing_address.country',
    ],
    [
      { customer: { billing_address: { line1: 'Weg 1', city: 'Köln', country: 'DE', zip: '5' } } },
      'customer.billing_address.zip',
    ],
    [{ customer: 'Ann' }, 'customer'],
    [{ amonut: 10 }, 'amonut'],
    [{ 'a.b': 1 }, 'a.b'],
    [{ $where: 1 }, '$where'],
    [{ constructor: 1 }, 'constructor'],
    [{ data: create }, 'data'],
  ])('names the member at fault in %j', (change, path) => {
    expect(pathsOf(validateCreate({ ...create, ...change }))).toEqual([path]);
  });

  it('counts characters, not UTF-16 units', () => {
    expect(validateCreate({ ...create, description: '😀'.repeat(256) }).kind).toBe('valid');
    expect(validateCreate({ ...create, description: '😀'.repeat(257) }).kind).toBe('invalid');
  });

  it('names every member at fault, once each', () => {
    const wrong = { amount: 'x', currency_code: 1, redirect_url: '', products: [{}], extra: 1 };
    const paths = pathsOf(validateCreate(wrong));
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).toEqual(
      expect.arrayContaining([
        'merchant_transaction_id',
        'amount',
        'currency_code',
        'redirect_url',
        'extra',
        'products[0].product_id',
        'products[0].price',
      ]),
    );
  });

  it('gets a limited list of faults, with long names shortened', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`${'x'.repeat(63)}😀${i}`, 1]));
    const paths = pathsOf(validateCreate({ ...create, ...many }));
    expect(paths.length).toBeLessThanOrEqual(20);
    for (const path of paths) {
      expect(path.length).toBeLessThanOrEqual(64);
      expect(path.isWellFormed()).toBe(true);
    }
  });

  it.each([undefined, null, 1, 'x', true, []])('is refused as a whole when it is %j', (value) => {
    expect(pathsOf(validateCreate(value))).toEqual(['']);
  });
});

describe('a refund request', () => {
  it('is valid with only the required members, and with all members', () => {
    expect(validateRefund(refund).kind).toBe('valid');
    const whole = { ...refund, refund_time: '20261121093000', reason: 'r'.repeat(256), remark: '' };
    expect(validateRefund(whole).kind).toBe('valid');
  });

  it.each([
    [{ refund_time: '2026-11-21' }, 'refund_time'],
    [{ refund_time: '20261121093000\n' }, 'refund_time'],
    [{ refund_time: '٢٠٢٦١١٢١٠٩٣٠٠٠' }, 'refund_time'],
    [{ reason: 'r'.repeat(257) }, 'reason'],
    [{ order_id: 'ord_1' }, 'order_id'],
  ])('names the member at fault in %j', (change, path) => {
    expect(pathsOf(validateRefund({ ...refund, ...change }))).toEqual([path]);
  });
});

describe('other requests', () => {
  it('take a card whole or not at all', () => {
    const validate = compileValidator(SubmitPaymentRequest);
    const submit = { orderId: 'ord_1', terminal: { type: 'PC', userAgent: 'x' } };
    const card = { number: '4242424242424242', expMonth: 12, expYear: 2030, cvc: '123' };
    expect(validate(submit).kind).toBe('valid');
    expect(validate({ ...submit, card }).kind).toBe('valid');
    expect(pathsOf(validate({ ...submit, card: { ...card, expMonth: 13 } }))).toEqual(['card.expMonth']);
    expect(pathsOf(validate({ ...submit, terminal: { type: 'TV', userAgent: 'x' } }))).toEqual([
      'terminal.type',
    ]);
  });

  it('never repeat the card number in a fault', () => {
    const validate = compileValidator(SubmitPaymentRequest);
    const card = { number: '4242 4242 4242 4242', expMonth: 12, expYear: 2030, cvc: '12345' };
    const faults = validate({ orderId: 'ord_1', terminal: { type: 'PC', userAgent: 'x' }, card });
    expect(pathsOf(faults)).toEqual(['card.number', 'card.cvc']);
    expect(JSON.stringify(faults)).not.toMatch(/4242|12345/);
  });

  it('take page sizes up to 100 and waits up to 25 seconds', () => {
    const list = compileValidator(EventListQuery);
    for (const limit of ['1', '9', '10', '99', '100']) expect(list({ limit }).kind).toBe('valid');
    for (const limit of ['0', '01', '101', '-1', '1.0', '', '1\n'])
      expect(pathsOf(list({ limit }))).toEqual(['limit']);
    const status = compileValidator(PaymentStatusQuery);
    for (const wait of ['0', '9', '19', '25']) expect(status({ orderId: 'o', wait }).kind).toBe('valid');
    for (const wait of ['26', '-1', '030', '1e1'])
      expect(pathsOf(status({ orderId: 'o', wait }))).toEqual(['wait']);
  });

  it('resend events by identifier or by time, not by both', () => {
    const validate = compileValidator(EventResendRequest);
    const event_ids = [`evt_${'0'.repeat(32)}_1`];
    const span = { since: '2026-11-21T00:00:00Z', until: '2026-11-22T00:00:00Z' };
    expect(validate({ event_ids }).kind).toBe('valid');
    expect(validate(span).kind).toBe('valid');
    expect(validate({ event_ids, ...span }).kind).toBe('invalid');
    expect(validate({ event_ids: [] }).kind).toBe('invalid');
    expect(validate({}).kind).toBe('invalid');
  });
});

describe('the failure answer', () => {
  it('fits its schema', () => {
    const validate = compileValidator(FailureEnvelope);
    const answer = fail('INVALID_AMOUNT', {
      detail: 'x',
      request_id: 'r',
      fields: [{ path: 'amount', message: 'm' }],
    });
    expect(validate(answer)).toMatchObject({ kind: 'valid' });
    expect(answer).toMatchObject({
      code: 40002,
      msg: 'INVALID_AMOUNT',
      data: null,
      error: { retryable: false },
    });
  });
});
