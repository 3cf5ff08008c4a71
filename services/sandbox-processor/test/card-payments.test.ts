import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCode, validCard } from './support/processor-client.ts';
import { startTestBench, type TestBench } from './support/test-bench.ts';

let bench: TestBench;
beforeAll(async () => {
  bench = await startTestBench();
});
afterAll(() => bench.stop());

const outcomes = [
  ['4242424242424242', 'succeeded', null],
  ['5555555555554444', 'succeeded', null],
  ['4000000000005126', 'succeeded', null],
  ['4000000000000259', 'succeeded', null],
  ['4000000000000002', 'failed', 'card_declined'],
  ['4000000000009995', 'failed', 'insufficient_funds'],
  ['4242424242424241', 'failed', 'incorrect_number'],
] as const;

describe('a card payment', () => {
  it.each(outcomes)('with %s is processing first and then %s (%s)', async (number, status, code) => {
    const created = await bench.client.create({ amount_minor: 1_234 });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      status: 'created',
      card: null,
      redirect_url: null,
      amount_minor: 1_234,
    });

    const confirmed = await bench.client.confirm(created.body.id, { ...validCard, number });
    expect(confirmed.status).toBe(200);
    expect(confirmed.body).toMatchObject({ status: 'processing', action_url: null });
    expect(confirmed.body.card).toMatchObject({ last4: number.slice(-4), exp_month: 12, exp_year: 2090 });

    const [callback] = await bench.receiver.waitFor(created.body.id, `payment.${status}`);
    expect(callback?.body.payment).toMatchObject({ status, reference: created.body.reference });
    const now = await bench.client.payment(created.body.id);
    expect(now.body.status).toBe(status);
    expect((now.body.failure as { code: string } | null)?.code ?? null).toBe(code);
  });

  it('with an expired card fails with expired_card', async () => {
    const { body } = await bench.client.create();
    await bench.client.confirm(body.id, { ...validCard, exp_month: 1, exp_year: 2020 });
    const [callback] = await bench.receiver.waitFor(body.id, 'payment.failed');
    expect(callback?.body.payment.failure).toMatchObject({ code: 'expired_card' });
  });

  it('with 4000000000000119 leaves the caller without an answer and succeeds by callback', async () => {
    const { body } = await bench.client.create();
    const card = { ...validCard, number: '4000000000000119' };
    const waiting = bench.client.confirm(body.id, card, { timeoutMs: 1_500, key: 'slow' });
    const expectation = expect(waiting).rejects.toThrow(/aborted/);
    await bench.receiver.waitFor(body.id, 'payment.succeeded');
    await expectation;

    const asked = await bench.client.payment(body.id);
    expect(asked.body.status).toBe('succeeded');
    const repeated = await bench.client.confirm(body.id, card, { key: 'slow' });
    expect(repeated).toMatchObject({ replayed: true, body: { status: 'processing' } });
  });

  it.each([
    ['a number with spaces', { ...validCard, number: '4242 4242 4242 4242' }, 'card.number'],
    ['a number that is too short', { ...validCard, number: '42424242' }, 'card.number'],
    ['a month 13', { ...validCard, exp_month: 13 }, 'card.exp_month'],
    ['a two-digit year', { ...validCard, exp_year: 30 }, 'card.exp_year'],
    ['a security code of two digits', { ...validCard, cvc: '12' }, 'card.cvc'],
    ['a member it does not know', { ...validCard, holder: 'Ann' }, 'card'],
  ])('refuses %s, naming the member and not the value', async (_what, card, member) => {
    const { body } = await bench.client.create();
    const answer = await bench.client.confirm(body.id, card);
    expect(answer.status).toBe(400);
    expect(errorCode(answer)).toBe('invalid_request');
    const { message } = answer.body.error as unknown as { message: string };
    expect(message.startsWith(`${member} `)).toBe(true);
    expect(message).not.toContain(card.number);
    expect((await bench.client.payment(body.id)).body.status).toBe('created');
  });

  it('needs a card, and is confirmed only once', async () => {
    const { body } = await bench.client.create();
    expect((await bench.client.confirm(body.id, null)).status).toBe(400);
    await bench.client.confirm(body.id);
    const again = await bench.client.confirm(body.id);
    expect([again.status, errorCode(again)]).toEqual([409, 'payment_not_confirmable']);
  });

  it('leaves neither the number nor the security code in the database', async () => {
    const { body } = await bench.client.create();
    await bench.client.confirm(body.id, { ...validCard, number: '6011000990139424', cvc: '9817' });
    await bench.receiver.waitFor(body.id, 'payment.succeeded');
    const collections = await bench.database.listCollections().toArray();
    expect(collections.map(({ name }) => name)).toContain('payments');
    for (const { name } of collections) {
      const stored = JSON.stringify(await bench.database.collection(name).find().toArray());
      expect(stored).not.toContain('6011000990139424');
      expect(stored).not.toContain('"9817"');
    }
  });
});

describe('what is asked for', () => {
  it('is refused without the right API key', async () => {
    const answer = await bench.client.call('GET', '/v1/payments?reference=x', undefined, { apiKey: 'wrong' });
    expect([answer.status, errorCode(answer)]).toEqual([401, 'unauthorized']);
    const control = await bench.client.call('POST', '/control/payments/x/trigger', {}, { apiKey: '' });
    expect(control.status).toBe(401);
  });

  it.each([
    ['no amount', { amount_minor: undefined }],
    ['an amount of zero', { amount_minor: 0 }],
    ['half a minor unit', { amount_minor: 10.5 }],
    ['an amount as text', { amount_minor: '10' }],
    ['a currency in lower case', { currency: 'eur' }],
    ['an unknown method', { method: 'cheque' }],
    ['a return address that is no web address', { return_url: 'javascript:alert(1)' }],
    ['a return address with credentials', { return_url: 'https://me:secret@shop.example/' }],
    ['a member it does not know', { amout: 5 }],
  ])('is refused with %s', async (_what, values) => {
    const answer = await bench.client.create(values);
    expect([answer.status, errorCode(answer)]).toEqual([400, 'invalid_request']);
  });

  it('is refused if it is not JSON, is too large, or names an unknown member, payment or path', async () => {
    const broken = await bench.client.call('POST', '/v1/payments', '{"amount_minor": 4242424242424242');
    expect(broken.status).toBe(400);
    expect(JSON.stringify(broken.body)).not.toContain('4242424242424242');
    const large = await bench.client.create({ reference: 'x'.repeat(70_000) });
    expect(large.status).toBe(413);
    expect(errorCode(await bench.client.payment('sbx_pay_none'))).toBe('payment_not_found');
    expect(errorCode(await bench.client.confirm('sbx_pay_none'))).toBe('payment_not_found');
    expect(errorCode(await bench.client.call('GET', '/v1/nothing'))).toBe('not_found');
  });

  it('is listed by reference, newest first, up to a limit', async () => {
    const reference = `twice-${bench.config.databaseName}`;
    const first = await bench.client.create({ reference });
    const second = await bench.client.create({ reference });
    const ids = async (query: string) => {
      const { body } = await bench.client.call('GET', `/v1/payments?reference=${reference}${query}`);
      return (body.payments as { id: string }[]).map(({ id }) => id);
    };
    expect(await ids('')).toEqual([second.body.id, first.body.id]);
    expect(await ids('&limit=1')).toEqual([second.body.id]);
    expect((await bench.client.call('GET', '/v1/payments?limit=0')).status).toBe(400);
  });
});
