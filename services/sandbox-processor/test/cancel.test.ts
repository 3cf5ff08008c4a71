import { afterAll, beforeAll, expect, it } from 'vitest';
import { validCard } from './support/processor-client.ts';
import { paidPayment, startTestBench, type TestBench } from './support/test-bench.ts';

let bench: TestBench;
let slowBench: TestBench;
beforeAll(async () => {
  bench = await startTestBench();
  slowBench = await startTestBench({ callbackDelayMs: 60_000 });
});
afterAll(async () => {
  await bench.stop();
  await slowBench.stop();
});

it('cancels a payment that is created, and reports this by callback', async () => {
  const { body } = await bench.client.create();
  expect(await bench.client.cancel(body.id)).toMatchObject({ status: 200, body: { status: 'cancelled' } });
  const [callback] = await bench.receiver.waitFor(body.id, 'payment.cancelled');
  expect(callback?.body.payment.status).toBe('cancelled');
});

it('cancels a payment that waits for 3-D Secure', async () => {
  const { body } = await bench.client.create();
  await bench.client.confirm(body.id, { ...validCard, number: '4000000000003220' });
  expect((await bench.client.cancel(body.id)).body).toMatchObject({ status: 'cancelled', action_url: null });
});

it('cancels a payment that is processing: its result never comes', async () => {
  const { body } = await slowBench.client.create();
  expect((await slowBench.client.confirm(body.id)).body.status).toBe('processing');
  expect((await slowBench.client.cancel(body.id)).body.status).toBe('cancelled');
  const stored = await slowBench.database.collection<{ _id: string }>('payments').findOne({ _id: body.id });
  expect(stored).toMatchObject({ status: 'cancelled', nextStep: null });
});

it('returns a paid or failed payment unchanged', async () => {
  const paymentId = await paidPayment(bench);
  expect(await bench.client.cancel(paymentId)).toMatchObject({ status: 200, body: { status: 'succeeded' } });

  const { body } = await bench.client.create();
  await bench.client.confirm(body.id, { ...validCard, number: '4000000000000002' });
  await bench.receiver.waitFor(body.id, 'payment.failed');
  expect((await bench.client.cancel(body.id)).body.status).toBe('failed');
});
