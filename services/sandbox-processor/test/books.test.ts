import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nextChangeAt } from '../src/domain/advance.ts';
import type { Payment } from '../src/domain/payment.ts';
import { errorCode } from './support/processor-client.ts';
import { paidPayment, startTestBench, type TestBench } from './support/test-bench.ts';

let bench: TestBench;
beforeAll(async () => {
  bench = await startTestBench();
});
afterAll(() => bench.stop());

type Entry = Readonly<Record<string, unknown>> & { readonly id: string };

/** Returns the entries of all pages of a list, with the given page size. */
async function listed(
  kind: 'payments' | 'refunds' | 'disputes',
  from: string,
  to: string,
  limit = 2,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  let after = '';
  for (;;) {
    const query = `from=${from}&to=${to}&limit=${limit}${after}`;
    const { body } = await bench.client.call('GET', `/v1/${kind}?${query}`);
    const page = body[kind] as Entry[];
    expect(page.length).toBeLessThanOrEqual(limit);
    entries.push(...page);
    if (body.next === null) return entries;
    after = `&after=${String(body.next)}`;
  }
}

function control(path: string, body: object) {
  return bench.client.call('POST', `/control/books/${path}`, body);
}

function invented(at: string, amountMinor = 100) {
  const reference = randomUUID();
  return control('payments', { reference, amount_minor: amountMinor, currency: 'EUR', at });
}

describe('the books', () => {
  it('list the payments of a time span in order, each once, even if several have the same time', async () => {
    const moments = ['00:00:00.000', '10:00:00.000', '10:00:00.000', '10:00:00.000', '23:59:59.999'];
    const made: string[] = [];
    for (const moment of moments) made.push((await invented(`2020-01-02T${moment}Z`)).body.id);
    await invented('2020-01-01T23:59:59.999Z');
    await invented('2020-01-03T00:00:00.000Z');
    const entries = await listed('payments', '2020-01-02T00:00:00Z', '2020-01-03T00:00:00Z');
    expect(entries.map(({ id }) => id).toSorted()).toEqual(made.toSorted());
    expect(entries.map(({ status_at: at }) => at)).toEqual(moments.map((moment) => `2020-01-02T${moment}Z`));
  });

  it('list the refunds of a time span, whatever the age of their payments', async () => {
    const refundIds: string[] = [];
    for (const at of ['2020-02-02T00:00:00Z', '2020-02-02T12:00:00Z', '2020-02-02T12:00:00Z']) {
      const { body } = await invented('2019-12-31T12:00:00Z', 500);
      for (const reference of ['one', 'two']) {
        await control(`payments/${body.id}/refunds`, { reference, amount_minor: 100, at });
      }
      refundIds.push(`${body.id} one`, `${body.id} two`);
    }
    const entries = await listed('refunds', '2020-02-02T00:00:00Z', '2020-02-03T00:00:00Z');
    expect(entries.map((entry) => `${entry.payment_id} ${entry.reference}`).toSorted()).toEqual(
      refundIds.toSorted(),
    );
    expect(await listed('refunds', '2020-02-03T00:00:00Z', '2020-02-04T00:00:00Z')).toEqual([]);
  });

  it('list a payment at the time of its status, whatever happened to it afterwards', async () => {
    const paymentId = await paidPayment(bench);
    const before = (await bench.client.payment(paymentId)).body.status_at;
    await bench.client.refund(paymentId, 5);
    await bench.receiver.waitFor(paymentId, 'refund.succeeded');
    expect((await bench.client.payment(paymentId)).body.status_at).toBe(before);
  });

  it('can hide a payment or a refund, or show it with another amount, status and time', async () => {
    const paymentId = await paidPayment(bench);
    const { body: refund } = await bench.client.refund(paymentId, 5, {}, `lost-${paymentId}`);
    await bench.receiver.waitFor(paymentId, 'refund.succeeded');

    const at = '2020-03-03T01:00:00.000Z';
    await control(`payments/${paymentId}`, { amount_minor: 7, status: 'failed', at });
    await control(`refunds/${refund.id}`, { amount_minor: 3, status: 'failed', at });
    const day = ['2020-03-03T00:00:00Z', '2020-03-04T00:00:00Z'] as const;
    expect(await listed('payments', ...day)).toMatchObject([
      { id: paymentId, amount_minor: 7, status: 'failed', status_at: at },
    ]);
    expect(await listed('refunds', ...day)).toMatchObject([
      { id: refund.id, amount_minor: 3, status: 'failed', updated_at: at },
    ]);

    await control(`refunds/${refund.id}`, { hidden: true });
    await control(`payments/${paymentId}`, { hidden: true });
    expect([...(await listed('payments', ...day)), ...(await listed('refunds', ...day))]).toEqual([]);
    expect(errorCode(await bench.client.payment(paymentId))).toBe('payment_not_found');
    expect(errorCode(await bench.client.call('GET', `/v1/refunds/${refund.id}`))).toBe('refund_not_found');
    const found = await bench.client.call('GET', `/v1/refunds?reference=lost-${paymentId}`);
    expect(found.body.refunds).toEqual([]);
    // No callback reports any of this.
    expect(bench.receiver.of(paymentId).map(({ body }) => body.type)).toEqual([
      'payment.succeeded',
      'refund.succeeded',
    ]);
  });

  it('list a dispute at the time of its status, and can hide it', async () => {
    const paymentId = await paidPayment(bench);
    await bench.client.trigger(paymentId, 'dispute_opened');
    const { dispute } = (await bench.client.payment(paymentId)).body as unknown as { dispute: Entry };
    const day = ['2020-04-04T00:00:00Z', '2020-04-05T00:00:00Z'] as const;
    const at = '2020-04-04T01:00:00.000Z';
    await control(`disputes/${dispute.id}`, { amount_minor: 7, status: 'lost', at });
    const told = { id: dispute.id, payment_id: paymentId, amount_minor: 7, status: 'lost', updated_at: at };
    expect(await listed('disputes', ...day)).toMatchObject([told]);
    expect((await bench.client.call('GET', `/v1/disputes/${dispute.id}`)).body).toMatchObject(told);

    await control(`disputes/${dispute.id}`, { hidden: true });
    expect(await listed('disputes', ...day)).toEqual([]);
    const asked = await bench.client.call('GET', `/v1/disputes/${dispute.id}`);
    expect(errorCode(asked)).toBe('dispute_not_found');
    expect((await control('disputes/sbx_dis_none', { hidden: true })).status).toBe(404);
  });

  it('list disputes with the same time once each, page by page', async () => {
    const at = '2020-05-05T01:00:00.000Z';
    const ids: string[] = [];
    for (let made = 0; made < 3; made += 1) {
      const paymentId = await paidPayment(bench);
      await bench.client.trigger(paymentId, 'dispute_opened');
      const { dispute } = (await bench.client.payment(paymentId)).body as unknown as { dispute: Entry };
      await control(`disputes/${dispute.id}`, { at });
      ids.push(dispute.id);
    }
    const entries = await listed('disputes', '2020-05-05T00:00:00Z', '2020-05-06T00:00:00Z', 1);
    expect(entries.map(({ id }) => id)).toEqual(ids.toSorted());
    expect(errorCode(await bench.client.call('GET', '/v1/disputes'))).toBe('invalid_request');
  });

  it('can make a refund pending again, which then stays pending', async () => {
    const paymentId = await paidPayment(bench);
    const { body: refund } = await bench.client.refund(paymentId, 5);
    await bench.receiver.waitFor(paymentId, 'refund.succeeded');
    await control(`refunds/${refund.id}`, { status: 'pending' });
    const stored = await bench.database
      .collection<Pick<Payment, 'nextStep' | 'refunds'> & { _id: string }>('payments')
      .findOne({ _id: paymentId });
    expect(stored?.refunds).toMatchObject([{ status: 'pending' }]);
    expect(nextChangeAt(stored as never)).toBeNull();
  });

  it('need a start and an end, and change only entries that exist', async () => {
    for (const query of ['from=2020-01-01', 'from=a&to=b', 'from=2020-01-01&to=2020-01-02&after=x']) {
      expect(errorCode(await bench.client.call('GET', `/v1/payments?${query}`))).toBe('invalid_request');
    }
    expect(errorCode(await control('payments/sbx_pay_none', { hidden: true }))).toBe('not_found');
    expect(errorCode(await control('refunds/sbx_ref_none', { hidden: true }))).toBe('not_found');
    expect(errorCode(await control('payments/sbx_pay_none', { at: 'today' }))).toBe('invalid_request');
  });
});
