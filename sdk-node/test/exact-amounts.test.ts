import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { InvalidRequestError } from '../src/index.ts';
import { FakeGateway } from './support/fake-gateway.ts';
import { payment, refund, rejectionOf } from './support/sample-calls.ts';

let gateway: FakeGateway;
beforeAll(async () => {
  gateway = await FakeGateway.start();
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.answerWith());

describe('amounts on the wire', () => {
  it.each([
    ['10.00', 'USD', '10.00'],
    ['10.0', 'USD', '10.0'],
    [10, 'USD', '10'],
    [10.1, 'USD', '10.1'],
    [0.07, 'USD', '0.07'],
    ['500', 'JPY', '500'],
    ['1.234', 'KWD', '1.234'],
    ['9999999999999.99', 'USD', '9999999999999.99'],
    ['999999999999.999', 'KWD', '999999999999.999'],
  ])('are written as decimal text: %j %s becomes %s', async (amount, currency_code, text) => {
    await gateway.kassa().payments.create({ ...payment, amount, currency_code });
    await gateway.kassa().refunds.create({ ...refund, amount, currency_code });

    expect(gateway.requests.map(({ bodyText }) => bodyText)).toEqual([
      `{"merchant_transaction_id":"T1","amount":${text},"currency_code":"${currency_code}","redirect_url":"https://shop.example/thanks"}`,
      `{"transaction_id":"R1","original_transaction_id":"T1","currency_code":"${currency_code}","amount":${text}}`,
    ]);
    expect(gateway.requests.every(({ signatureHolds }) => signatureHolds)).toBe(true);
  });

  it('keep the exact text of product prices, zero included', async () => {
    await gateway.kassa().payments.create({
      ...payment,
      products: [
        { product_id: 'p1', name: 'Tea', price: '10.00', quantity: 2 },
        { product_id: 'p2', name: 'Sticker', price: 0, quantity: 1 },
      ],
    });
    expect(gateway.requests[0]?.bodyText).toContain(
      '"products":[{"product_id":"p1","name":"Tea","price":10.00,"quantity":2},{"product_id":"p2","name":"Sticker","price":0,"quantity":1}]',
    );
  });

  it('leave out members that are undefined', async () => {
    const products = undefined as unknown as [];
    await gateway.kassa().payments.create({ ...payment, products });
    expect(gateway.requests[0]?.bodyText).not.toContain('products');
  });

  it('are verified by the server, whatever text a shop sends', async () => {
    const kassa = gateway.kassa();
    const text = fc.string({ unit: 'binary', maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 10 ** 15 - 1 }), async (description, cents) => {
        const digits = String(cents).padStart(3, '0');
        const amount = `${digits.slice(0, -2)}.${digits.slice(-2)}`;
        gateway.answerWith();
        await kassa.payments.create({ ...payment, description, amount });
        expect(gateway.requests).toMatchObject([{ signatureHolds: true }]);
        expect(gateway.requests[0]?.bodyText).toContain(`"amount":${amount},`);
      }),
      { numRuns: 30 },
    );
  });
});

describe('amounts that do not fit are refused before anything is sent', () => {
  it.each([
    ['0.1 + 0.2', 0.1 + 0.2, 'USD', 'INVALID_AMOUNT', 'amount'],
    ['too many decimals', '10.001', 'USD', 'INVALID_AMOUNT', 'amount'],
    ['decimals of a currency without any', '1.5', 'JPY', 'INVALID_AMOUNT', 'amount'],
    ['zero', '0.00', 'USD', 'INVALID_AMOUNT', 'amount'],
    ['negative', -1, 'USD', 'INVALID_AMOUNT', 'amount'],
    ['NaN', Number.NaN, 'USD', 'INVALID_AMOUNT', 'amount'],
    ['infinite', Number.POSITIVE_INFINITY, 'USD', 'INVALID_AMOUNT', 'amount'],
    ['a comma', '10,00', 'USD', 'INVALID_AMOUNT', 'amount'],
    ['white space', ' 10', 'USD', 'INVALID_AMOUNT', 'amount'],
    ['JSON smuggled in', '1,"x":2', 'USD', 'INVALID_AMOUNT', 'amount'],
    ['too many digits', '12345678901234.56', 'USD', 'INVALID_AMOUNT', 'amount'],
    ['missing', undefined, 'USD', 'INVALID_AMOUNT', 'amount'],
    ['no such currency', '10', 'XYZ', 'UNSUPPORTED_CURRENCY', 'currency_code'],
    ['small letters', '10', 'usd', 'UNSUPPORTED_CURRENCY', 'currency_code'],
  ])('%s', async (_, amount, currency_code, code, path) => {
    const kassa = gateway.kassa();
    const params = { amount: amount as string, currency_code };
    for (const call of [
      kassa.payments.create({ ...payment, ...params }),
      kassa.refunds.create({ ...refund, ...params }),
    ]) {
      const error = await rejectionOf(call);
      expect(error).toBeInstanceOf(InvalidRequestError);
      expect(error).toMatchObject({ code, fields: [{ path }], httpStatus: undefined, outcomeUnknown: false });
    }
    expect(gateway.requests).toHaveLength(0);
  });

  it('a product price, whose path is named', async () => {
    const products = [{ product_id: 'p1', name: 'Tea', price: '1.005', quantity: 1 }];
    const error = await rejectionOf(gateway.kassa().payments.create({ ...payment, products }));
    expect(error).toMatchObject({ code: 'INVALID_AMOUNT', fields: [{ path: 'products[0].price' }] });
  });
});

describe('bodies that the gateway could not read are refused before anything is sent', () => {
  it.each([
    ['half of a surrogate pair', { description: 'a\uD800b' }, 'description'],
    ['a member named __proto__', JSON.parse('{"__proto__":1}'), '__proto__'],
    ['a date object', { description: new Date() }, 'description'],
    ['a bigint', { customer: { full_name: 1n } }, 'customer.full_name'],
    ['more than 64 KiB', { description: 'x'.repeat(70_000) }, ''],
  ])('%s', async (_, members, path) => {
    const error = await rejectionOf(gateway.kassa().payments.create({ ...payment, ...members }));
    expect(error).toMatchObject({ name: 'InvalidRequestError', code: 'INVALID_REQUEST', fields: [{ path }] });
    expect(gateway.requests).toHaveLength(0);
  });
});
