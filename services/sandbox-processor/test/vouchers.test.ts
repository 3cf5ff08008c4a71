import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type CallOptions, errorCode } from './support/processor-client.ts';
import { startTestBench, type TestBench } from './support/test-bench.ts';

let bench: TestBench;
beforeAll(async () => {
  bench = await startTestBench({ voucherGraceMs: 50 });
});
afterAll(() => bench.stop());

function create(values: Readonly<Record<string, unknown>> = {}, options?: CallOptions): Promise<Answer> {
  const request = {
    amount_minor: 1_999,
    currency: 'EUR',
    reference: `txn-${randomUUID()}`,
    return_url: 'http://localhost:9/return',
    due_at: '2090-01-01T00:00:00Z',
    ...values,
  };
  return bench.client.call('POST', '/v1/vouchers', request, options);
}

async function newVoucher(values?: Readonly<Record<string, unknown>>): Promise<string> {
  return (await create(values)).body.id;
}

function transfer(id: string, amountMinor: number): Promise<Answer> {
  return bench.client.call('POST', `/control/vouchers/${id}/transfers`, { amount_minor: amountMinor });
}

function trigger(id: string, what: string): Promise<Answer> {
  return bench.client.call('POST', `/control/vouchers/${id}/trigger`, { what });
}

function refund(id: string, amountMinor: number, options?: CallOptions, currency = 'EUR'): Promise<Answer> {
  const body = { amount_minor: amountMinor, currency, reference: 'rfd_1' };
  return bench.client.call('POST', `/v1/vouchers/${id}/refunds`, body, options);
}

async function stateOf(id: string): Promise<Answer['body']> {
  return (await bench.client.call('GET', `/v1/vouchers/${id}`)).body;
}

function typesOf(id: string): readonly string[] {
  return bench.receiver.of(id).map(({ body }) => body.type);
}

describe('a voucher', () => {
  it('asks for an amount by a reference, and its page has what a bank needs', async () => {
    const { status, body } = await create({ reference: 'txn_7' });
    expect([status, body]).toMatchObject([
      201,
      {
        status: 'open',
        reference: 'txn_7',
        transfer_reference: expect.stringMatching(/^RF\d{14}$/),
        account: { iban: 'DE89370400440532013000' },
        missing_minor: 1_999,
        due_at: '2090-01-01T00:00:00.000Z',
        ledger: [],
      },
    ]);
    expect((await fetch(String(body.page_url))).status).toBe(200);
    const listed = await bench.client.call('GET', '/v1/vouchers?reference=txn_7');
    expect(listed.body.vouchers).toEqual([body]);
  });

  it('is created once, however often the call is repeated, and another call under the same key is refused', async () => {
    const [key, reference] = [randomUUID(), randomUUID()];
    const answers = await Promise.all([1, 2, 3].map(() => create({ reference }, { key })));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ replayed }) => replayed)).toHaveLength(2);
    expect(errorCode(await create({ reference, amount_minor: 5 }, { key }))).toBe('idempotency_conflict');
    expect(errorCode(await create({}, { key: null }))).toBe('idempotency_key_missing');
    expect(errorCode(await create({ due_at: '2026-02-31' }))).toBe('invalid_request');
    expect(errorCode(await create({ due_at: '2026-13-31T00:00:00Z' }))).toBe('invalid_request');
  });

  it('is paid once the whole amount has arrived in parts, and reports each part', async () => {
    const id = await newVoucher();
    expect((await transfer(id, 999)).body).toMatchObject({ status: 'open', missing_minor: 1_000 });
    const [part] = await bench.receiver.waitFor(id, 'voucher.partly_paid');
    expect(part?.body.voucher).toMatchObject({ received_minor: 999 });
    expect((await transfer(id, 1_050)).body).toMatchObject({ status: 'paid', missing_minor: 0 });
    const [paid] = await bench.receiver.waitFor(id, 'voucher.paid');
    expect(paid?.body.voucher).toMatchObject({ amount_minor: 1_999, received_minor: 1_999 });
    expect((await stateOf(id)).ledger).toMatchObject([
      { kind: 'received', amount_minor: 999 },
      { kind: 'received', amount_minor: 1_050 },
      { kind: 'returned', amount_minor: 50, reason: 'surplus' },
    ]);
  });

  it('is cancelled once, and the arrived money goes back', async () => {
    const id = await newVoucher();
    await transfer(id, 999);
    const cancel = () => bench.client.call('POST', `/v1/vouchers/${id}/cancel`);
    for (const { body } of [await cancel(), await cancel()]) {
      expect(body).toMatchObject({
        status: 'cancelled',
        ledger: [{}, { kind: 'returned', amount_minor: 999, reason: 'voucher_ended' }],
      });
    }
    await bench.receiver.waitFor(id, 'voucher.cancelled');
    expect(typesOf(id)).toEqual(['voucher.partly_paid', 'voucher.cancelled']);
  });

  it('expires by itself some time after it was due', async () => {
    let id = '';
    let status: unknown;
    // On a busy machine, the money may arrive after the voucher has expired. Then try again with a longer time.
    for (let lifeMs = 400; status !== 'open'; lifeMs *= 4) {
      id = await newVoucher({ due_at: new Date(Date.now() + lifeMs).toISOString() });
      ({ status } = (await transfer(id, 5)).body);
    }
    const [expired] = await bench.receiver.waitFor(id, 'voucher.expired');
    expect(expired?.body.voucher).toMatchObject({
      status: 'expired',
      ledger: [{}, { kind: 'returned', amount_minor: 5 }],
    });
  });

  it('is paid late if the whole amount arrives after its end, and returns any smaller amount', async () => {
    const id = await newVoucher();
    await bench.client.call('POST', `/v1/vouchers/${id}/cancel`);
    expect((await trigger(id, 'partial_payment')).body).toMatchObject({ status: 'cancelled' });
    expect((await trigger(id, 'late_success')).body).toMatchObject({ status: 'paid', received_minor: 1_999 });
    await bench.receiver.waitFor(id, 'voucher.paid');
    expect(errorCode(await trigger(id, 'late_success'))).toBe('trigger_not_possible');
  });

  it('is in the books once money has arrived, with its result and time', async () => {
    const from = new Date(Date.now() - 1);
    const [nothing, part, paid, ended] = await Promise.all([1, 2, 3, 4].map(() => newVoucher()));
    await transfer(part ?? '', 5);
    await transfer(paid ?? '', 1_999);
    await bench.client.call('POST', `/v1/vouchers/${ended}/cancel`);
    const refunded = (await refund(paid ?? '', 500)).body.id;
    await bench.receiver.waitFor(paid ?? '', 'voucher.refund.succeeded');
    const books = async (start: Date, end: Date) => {
      const query = new URLSearchParams({ from: start.toISOString(), to: end.toISOString() });
      const { lines } = (await bench.client.call('GET', `/v1/vouchers/statement?${query}`)).body;
      return lines as readonly Readonly<Record<string, unknown>>[];
    };
    const now = new Date(Date.now() + 1);
    const lines = await books(from, now);
    const told = (id: string | undefined) => lines.filter((line) => line.id === id);
    expect(told(nothing)).toEqual([]);
    expect(told(part)).toMatchObject([{ kind: 'payment', status: 'pending', amount_minor: 1_999 }]);
    expect(told(paid)).toMatchObject([{ kind: 'payment', status: 'succeeded', amount_minor: 1_999 }]);
    expect(told(ended)).toMatchObject([{ kind: 'payment', status: 'cancelled' }]);
    expect(told(refunded)).toMatchObject([{ kind: 'refund', status: 'succeeded', amount_minor: 500 }]);
    const at = new Date(String(told(paid)[0]?.at));
    expect((await books(new Date(at.getTime() + 1), now)).filter(({ id }) => id === paid)).toEqual([]);
    expect((await books(from, at)).filter(({ id }) => id === paid)).toEqual([]);
    expect((await bench.client.call('GET', '/v1/vouchers/statement')).status).toBe(400);
  });

  it('is not found under another id', async () => {
    const none = ['GET /v1/vouchers/sbx_vou_0', 'POST /v1/vouchers/sbx_vou_0/cancel'];
    for (const call of none) {
      const [method, path] = call.split(' ') as ['GET' | 'POST', string];
      expect(errorCode(await bench.client.call(method, path))).toBe('voucher_not_found');
    }
    for (const answer of [await transfer('x', 1), await trigger('x', 'late_success'), await refund('x', 1)])
      expect(errorCode(answer)).toBe('voucher_not_found');
    expect((await bench.client.call('GET', '/v1/vouchers', undefined, { apiKey: 'no' })).status).toBe(401);
  });
});

describe('a refund of a voucher', () => {
  it('goes back in parts, once per key, never more than was paid', async () => {
    const id = await newVoucher();
    expect(errorCode(await refund(id, 1))).toBe('voucher_not_paid');
    await transfer(id, 1_999);
    const key = randomUUID();
    const repeated = await Promise.all([1, 2, 3].map(() => refund(id, 999, { key })));
    expect(new Set(repeated.map(({ body }) => body.id)).size).toBe(1);
    expect(errorCode(await refund(id, 998, { key }))).toBe('idempotency_conflict');
    expect(errorCode(await refund(id, 1_001))).toBe('amount_exceeds_refundable');
    expect(errorCode(await refund(id, 1, {}, 'USD'))).toBe('currency_mismatch');
    const [told] = await bench.receiver.waitFor(id, 'voucher.refund.succeeded');
    expect(told?.body).toMatchObject({
      refund: { voucher_id: id, status: 'succeeded', amount_minor: 999, reference: 'rfd_1' },
      voucher: { refunded_minor: 999, refundable_minor: 1_000 },
    });
    await refund(id, 1_000);
    await bench.receiver.waitFor(id, 'voucher.refund.succeeded', 2);
    const listed = await bench.client.call('GET', `/v1/vouchers/${id}/refunds?reference=rfd_1`);
    expect(listed.body.refunds).toHaveLength(2);
    expect((await stateOf(id)).ledger).toHaveLength(3);
  });

  it('that is held gets the result that a trigger gives it', async () => {
    const id = await newVoucher();
    await transfer(id, 1_999);
    await trigger(id, 'refunds_held');
    await refund(id, 500);
    await trigger(id, 'refund_failed');
    const [failed] = await bench.receiver.waitFor(id, 'voucher.refund.failed');
    expect(failed?.body).toMatchObject({ voucher: { refunded_minor: 0, refundable_minor: 1_999 } });
    await refund(id, 300);
    await trigger(id, 'refunds_released');
    await bench.receiver.waitFor(id, 'voucher.refund.succeeded');
  });
});

it.each(['payment_failed', 'dispute_opened', 'refund_succeeded', 'callback_repeated', 'refunds_released'])(
  'no %s happens to a voucher that waits',
  async (what) => {
    expect(errorCode(await trigger(await newVoucher(), what))).toBe('trigger_not_possible');
  },
);

it('callbacks about vouchers go to a separate address if one is set', async () => {
  bench.processor.setCallbackUrl('http://127.0.0.1:9/nobody-listens', bench.receiver.url);
  try {
    const id = await newVoucher();
    await trigger(id, 'amount_mismatch');
    const [paid] = await bench.receiver.waitFor(id, 'voucher.paid');
    expect(paid?.body.voucher).toMatchObject({ ledger: [{ amount_minor: 2_000 }, { amount_minor: 1 }] });
    await expect.poll(async () => (await trigger(id, 'callback_repeated')).status).toBe(200);
    await bench.receiver.waitFor(id, 'voucher.paid', 2);
  } finally {
    bench.processor.setCallbackUrl(bench.receiver.url);
  }
});
