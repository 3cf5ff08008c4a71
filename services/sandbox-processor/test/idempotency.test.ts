import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, errorCode, paymentRequest, validCard } from './support/processor-client.ts';
import { paidPayment, startTestBench, type TestBench } from './support/test-bench.ts';

let bench: TestBench;
beforeAll(async () => {
  bench = await startTestBench();
});
afterAll(() => bench.stop());

const twenty = Array.from({ length: 20 });

function expectOneAnswer(answers: readonly Answer[]): void {
  expect(new Set(answers.map(({ status }) => status)).size).toBe(1);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
}

it('repeats the first answer of a create, even after the payment has changed', async () => {
  const key = randomUUID();
  const request = paymentRequest();
  const first = await bench.client.call('POST', '/v1/payments', request, { key });
  await bench.client.confirm(first.body.id);
  await bench.receiver.waitFor(first.body.id, 'payment.succeeded');
  const repeated = await bench.client.call('POST', '/v1/payments', request, { key });
  expect(repeated).toMatchObject({ status: 201, replayed: true, body: first.body });
});

it('repeats the first answer of a confirm, of a cancel and of a refund', async () => {
  const paid = await bench.client.create();
  const confirmed = await bench.client.confirm(paid.body.id, validCard, { key: 'confirm-1' });
  await bench.receiver.waitFor(paid.body.id, 'payment.succeeded');
  const refunded = await bench.client.refund(paid.body.id, 100, { key: 'refund-1' });
  await bench.receiver.waitFor(paid.body.id, 'refund.succeeded');
  expect(await bench.client.confirm(paid.body.id, validCard, { key: 'confirm-1' })).toMatchObject({
    replayed: true,
    body: confirmed.body,
  });
  expect(await bench.client.refund(paid.body.id, 100, { key: 'refund-1' })).toMatchObject({
    status: 201,
    replayed: true,
    body: refunded.body,
  });

  const left = await bench.client.create();
  const cancelled = await bench.client.cancel(left.body.id, { key: 'cancel-1' });
  expect(await bench.client.cancel(left.body.id, { key: 'cancel-1' })).toMatchObject({
    replayed: true,
    body: cancelled.body,
  });
});

it('refuses a key that was used with another body', async () => {
  const key = randomUUID();
  const request = paymentRequest();
  await bench.client.call('POST', '/v1/payments', request, { key });
  const other = await bench.client.call('POST', '/v1/payments', { ...request, amount_minor: 5 }, { key });
  expect([other.status, errorCode(other)]).toEqual([409, 'idempotency_conflict']);

  const { body } = await bench.client.create();
  await bench.client.confirm(body.id, validCard, { key });
  const otherCard = { ...validCard, number: '4000000000000002' };
  expect(errorCode(await bench.client.confirm(body.id, otherCard, { key }))).toBe('idempotency_conflict');

  await bench.receiver.waitFor(body.id, 'payment.succeeded');
  await bench.client.refund(body.id, 10, { key });
  expect(errorCode(await bench.client.refund(body.id, 11, { key }))).toBe('idempotency_conflict');
  const elsewhere = await paidPayment(bench);
  expect(errorCode(await bench.client.refund(elsewhere, 10, { key }))).toBe('idempotency_conflict');
  expect((await bench.client.payment(elsewhere)).body.refundable_minor).toBe(1_999);
});

it('requires a key', async () => {
  const answer = await bench.client.create({}, { key: null });
  expect([answer.status, errorCode(answer)]).toEqual([400, 'idempotency_key_missing']);
  expect((await bench.client.create({}, { key: 'with space' })).status).toBe(400);
});

it('makes one payment for 20 equal concurrent calls, all with the same answer', async () => {
  const key = randomUUID();
  const request = paymentRequest();
  const answers = await Promise.all(
    twenty.map(() => bench.client.call('POST', '/v1/payments', request, { key })),
  );
  expectOneAnswer(answers);
  const listed = await bench.client.call('GET', `/v1/payments?reference=${request.reference}`);
  expect(listed.body.payments).toHaveLength(1);
});

it('makes one charge for 20 equal concurrent confirmations', async () => {
  const { body } = await bench.client.create();
  const key = randomUUID();
  expectOneAnswer(await Promise.all(twenty.map(() => bench.client.confirm(body.id, validCard, { key }))));
  await bench.receiver.waitFor(body.id, 'payment.succeeded');
});

it('makes one refund for 20 equal concurrent calls', async () => {
  const paymentId = await paidPayment(bench);
  const key = randomUUID();
  expectOneAnswer(await Promise.all(twenty.map(() => bench.client.refund(paymentId, 700, { key }))));
  await bench.receiver.waitFor(paymentId, 'refund.succeeded');
  const { body } = await bench.client.payment(paymentId);
  expect(body).toMatchObject({ refunded_minor: 700, refundable_minor: 1_299 });
});

it('decides anew about a refused refund under the same key', async () => {
  const { body } = await bench.client.create({ method: 'wallet' });
  const key = randomUUID();
  expect(errorCode(await bench.client.refund(body.id, 100, { key }))).toBe('payment_not_paid');
  await bench.client.trigger(body.id, 'late_success');
  expect(await bench.client.refund(body.id, 100, { key })).toMatchObject({ status: 201, replayed: false });
});
