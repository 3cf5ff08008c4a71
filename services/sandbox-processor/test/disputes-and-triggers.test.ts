import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorCode, validCard } from './support/processor-client.ts';
import { paidPayment, startTestBench, type TestBench } from './support/test-bench.ts';

let bench: TestBench;
beforeAll(async () => {
  bench = await startTestBench();
});
afterAll(() => bench.stop());

it('disputes a payment of 4000000000000259 after its success', async () => {
  const paymentId = await paidPayment(bench, { ...validCard, number: '4000000000000259' });
  const [opened] = await bench.receiver.waitFor(paymentId, 'dispute.opened');
  expect(opened?.body.dispute).toMatchObject({
    payment_id: paymentId,
    amount_minor: 1_999,
    currency: 'EUR',
    status: 'open',
  });
  expect(bench.receiver.of(paymentId).map(({ body }) => body.type)).toEqual([
    'payment.succeeded',
    'dispute.opened',
  ]);
});

it('refuses refunds while a dispute is open, and of money that a dispute has taken', async () => {
  const paymentId = await paidPayment(bench);
  await bench.client.refund(paymentId, 500);
  await bench.client.trigger(paymentId, 'dispute_opened');
  const [opened] = await bench.receiver.waitFor(paymentId, 'dispute.opened');
  expect(opened?.body.dispute?.amount_minor).toBe(1_499);
  expect(errorCode(await bench.client.refund(paymentId, 1))).toBe('payment_in_dispute');

  await bench.client.trigger(paymentId, 'dispute_lost');
  const [lost] = await bench.receiver.waitFor(paymentId, 'dispute.lost');
  expect(lost?.body.dispute).toMatchObject({ id: opened?.body.dispute?.id, status: 'lost' });
  expect(errorCode(await bench.client.refund(paymentId, 1))).toBe('amount_exceeds_refundable');
});

it('shows a dispute’s state, who has the money, and until when it can be answered', async () => {
  const paymentId = await paidPayment(bench);
  const { reference } = (await bench.client.payment(paymentId)).body;
  const before = Date.now();
  await bench.client.trigger(paymentId, 'dispute_opened');
  const [opened] = await bench.receiver.waitFor(paymentId, 'dispute.opened');
  const asked = () => bench.client.call('GET', `/v1/disputes/${opened?.body.dispute?.id}`);
  const { body } = await asked();
  expect(body).toEqual({
    ...opened?.body.dispute,
    payment_id: paymentId,
    payment_reference: reference,
    status: 'open',
  });
  const days = (Date.parse(String(body.respond_by)) - before) / 86_400_000;
  expect(days).toBeGreaterThanOrEqual(14);
  expect(days).toBeLessThan(14.1);
  await bench.client.trigger(paymentId, 'dispute_won');
  expect((await asked()).body).toMatchObject({ status: 'won', respond_by: body.respond_by });
});

it('makes the money refundable again when the dispute is won', async () => {
  const paymentId = await paidPayment(bench);
  await bench.client.trigger(paymentId, 'dispute_opened');
  await bench.client.trigger(paymentId, 'dispute_won');
  await bench.receiver.waitFor(paymentId, 'dispute.won');
  expect(await bench.client.refund(paymentId, 1_999)).toMatchObject({ status: 201 });
});

it('reports a success after a failure, and after a cancellation', async () => {
  const failed = await bench.client.create();
  await bench.client.confirm(failed.body.id, { ...validCard, number: '4000000000000002' });
  await bench.receiver.waitFor(failed.body.id, 'payment.failed');
  const late = await bench.client.trigger(failed.body.id, 'late_success');
  expect(late.body).toMatchObject({ status: 'succeeded', failure: null });
  await bench.receiver.waitFor(failed.body.id, 'payment.succeeded');

  const cancelled = await bench.client.create();
  await bench.client.cancel(cancelled.body.id);
  await bench.client.trigger(cancelled.body.id, 'late_success');
  await bench.receiver.waitFor(cancelled.body.id, 'payment.succeeded');
});

it('refuses a trigger that the payment’s status does not allow', async () => {
  const { body } = await bench.client.create();
  for (const what of ['dispute_opened', 'dispute_won', 'dispute_lost'])
    expect(errorCode(await bench.client.trigger(body.id, what))).toBe('trigger_not_possible');
  expect((await bench.client.trigger(body.id, 'earthquake')).status).toBe(400);
  const paymentId = await paidPayment(bench);
  expect(errorCode(await bench.client.trigger(paymentId, 'late_success'))).toBe('trigger_not_possible');
});

it.each([
  ['payment_succeeded', 'succeeded', 'payment.succeeded'],
  ['payment_failed', 'failed', 'payment.failed'],
])('%s gives a waiting payment its result, once', async (what, status, type) => {
  const waiting = [
    (await bench.client.create()).body.id,
    (await bench.client.create({ method: 'wallet' })).body.id,
    (await bench.client.create()).body.id,
  ];
  await bench.client.confirm(waiting[2] ?? '', { ...validCard, number: '4000000000003220' });
  for (const id of waiting) {
    expect((await bench.client.trigger(id, what)).body).toMatchObject({ status });
    await bench.receiver.waitFor(id, type);
    expect(errorCode(await bench.client.trigger(id, what))).toBe('trigger_not_possible');
  }
});

it('takes one minor unit too much on request, and shows this amount everywhere', async () => {
  const { body } = await bench.client.create();
  await bench.client.trigger(body.id, 'amount_mismatch');
  const [succeeded] = await bench.receiver.waitFor(body.id, 'payment.succeeded');
  expect(succeeded?.body.payment).toMatchObject({ status: 'succeeded', amount_minor: 2_000 });
});

it.each(['succeeded', 'failed'])('holds refunds back until a trigger makes one have %s', async (status) => {
  const paymentId = await paidPayment(bench);
  expect(errorCode(await bench.client.trigger(paymentId, `refund_${status}`))).toBe('trigger_not_possible');
  await bench.client.trigger(paymentId, 'refunds_held');
  await bench.client.refund(paymentId, 500);
  await bench.client.refund(paymentId, 300);
  expect((await bench.client.trigger(paymentId, `refund_${status}`)).status).toBe(200);
  const [told] = await bench.receiver.waitFor(paymentId, `refund.${status}`);
  expect(told?.body.refund).toMatchObject({ amount_minor: 500, status });
  expect(bench.receiver.of(paymentId).filter(({ body }) => body.type.startsWith('refund.'))).toHaveLength(1);
});

it('continues held refunds once they are released, and holds no later ones', async () => {
  const paymentId = await paidPayment(bench);
  const notHeld = await bench.client.trigger(paymentId, 'refunds_released');
  expect(errorCode(notHeld)).toBe('trigger_not_possible');
  await bench.client.trigger(paymentId, 'refunds_held');
  await bench.client.refund(paymentId, 500);
  expect((await bench.client.trigger(paymentId, 'refunds_released')).status).toBe(200);
  await bench.receiver.waitFor(paymentId, 'refund.succeeded');
  await bench.client.refund(paymentId, 300);
  const refunded = () =>
    bench.receiver
      .of(paymentId)
      .filter(({ body }) => body.type === 'refund.succeeded')
      .map(({ body }) => body.refund?.amount_minor);
  // A callback can come twice.
  await expect.poll(() => [...new Set(refunded())]).toEqual([500, 300]);
});

it('repeats the callback that was acknowledged last, same id and text', async () => {
  const { body } = await bench.client.create();
  expect(errorCode(await bench.client.trigger(body.id, 'callback_repeated'))).toBe('trigger_not_possible');
  const paymentId = await paidPayment(bench);
  await expect
    .poll(async () => (await bench.client.trigger(paymentId, 'callback_repeated')).status)
    .toBe(200);
  await expect.poll(() => bench.receiver.of(paymentId).length).toBe(2);
  const [first, second] = bench.receiver.of(paymentId);
  expect(second?.body).toEqual(first?.body);
});
