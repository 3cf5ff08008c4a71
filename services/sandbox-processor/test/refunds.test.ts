import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSandboxProcessor } from '../src/index.ts';
import { errorCode, ProcessorClient, validCard } from './support/processor-client.ts';
import { paidPayment, startTestBench, type TestBench } from './support/test-bench.ts';

let bench: TestBench;
beforeAll(async () => {
  bench = await startTestBench();
});
afterAll(() => bench.stop());

it('refunds a part, then the rest, and reports each by callback', async () => {
  const paymentId = await paidPayment(bench);
  const part = await bench.client.refund(paymentId, 999);
  expect(part).toMatchObject({
    status: 201,
    body: { status: 'pending', payment_id: paymentId, failure: null },
  });
  const [callback] = await bench.receiver.waitFor(paymentId, 'refund.succeeded');
  expect(callback?.body).toMatchObject({
    refund: { id: part.body.id, status: 'succeeded', amount_minor: 999, reference: 'refund-1' },
    payment: { id: paymentId, refunded_minor: 999 },
  });

  await bench.client.refund(paymentId, 1_000);
  await bench.receiver.waitFor(paymentId, 'refund.succeeded', 2);
  expect((await bench.client.payment(paymentId)).body).toMatchObject({
    status: 'succeeded',
    refunded_minor: 1_999,
    refundable_minor: 0,
  });
});

it('is found by id and by reference', async () => {
  const paymentId = await paidPayment(bench);
  const reference = `wanted-${paymentId}`;
  const { body } = await bench.client.refund(paymentId, 5, {}, reference);
  expect((await bench.client.call('GET', `/v1/refunds/${body.id}`)).body).toMatchObject({
    id: body.id,
    reference,
  });
  const listed = await bench.client.call('GET', `/v1/refunds?reference=${reference}`);
  expect(listed.body.refunds).toMatchObject([{ id: body.id }]);
  expect(errorCode(await bench.client.call('GET', '/v1/refunds/sbx_ref_none'))).toBe('refund_not_found');
});

it('is refused if it exceeds what is left, comes before the payment, has another currency, or names no payment', async () => {
  const paymentId = await paidPayment(bench);
  await bench.client.refund(paymentId, 1_500);
  const tooMuch = await bench.client.refund(paymentId, 500);
  expect([tooMuch.status, errorCode(tooMuch)]).toEqual([422, 'amount_exceeds_refundable']);

  const unpaid = await bench.client.create();
  const early = await bench.client.refund(unpaid.body.id, 1);
  expect([early.status, errorCode(early)]).toEqual([422, 'payment_not_paid']);

  const other = { payment_id: paymentId, amount_minor: 1, currency: 'USD', reference: 'r' };
  expect(errorCode(await bench.client.call('POST', '/v1/refunds', other))).toBe('currency_mismatch');
  expect(errorCode(await bench.client.refund('sbx_pay_none', 1))).toBe('payment_not_found');
});

it('of 4000000000005126 fails, and its amount can be refunded again', async () => {
  const paymentId = await paidPayment(bench, { ...validCard, number: '4000000000005126' });
  await bench.client.refund(paymentId, 1_999);
  const [callback] = await bench.receiver.waitFor(paymentId, 'refund.failed');
  expect(callback?.body.refund).toMatchObject({ status: 'failed', failure: { code: 'refund_failed' } });
  expect((await bench.client.payment(paymentId)).body).toMatchObject({
    refunded_minor: 0,
    refundable_minor: 1_999,
  });
});

it('never exceeds the amount, whatever number of refunds come at once to two processes', async () => {
  const paymentId = await paidPayment(bench);
  const second = await startSandboxProcessor(bench.config);
  try {
    const clients = [bench.client, new ProcessorClient(second.baseUrl)];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => (clients[index % 2] ?? bench.client).refund(paymentId, 100)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(19);
    expect(answers.filter((answer) => errorCode(answer) === 'amount_exceeds_refundable')).toHaveLength(31);
    // Ask the processor instead of waiting for callbacks. Both processes send callbacks, so one callback can arrive twice
    // before another arrives.
    await expect
      .poll(async () => (await bench.client.payment(paymentId)).body)
      .toMatchObject({ refunded_minor: 1_900, refundable_minor: 99 });
  } finally {
    await second.stop();
  }
});
