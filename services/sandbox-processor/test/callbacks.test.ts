import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startSandboxProcessor } from '../src/index.ts';
import { ProcessorClient, validCard } from './support/processor-client.ts';
import { callbackSecret, paidPayment, startTestBench, type TestBench } from './support/test-bench.ts';

let bench: TestBench;
beforeAll(async () => {
  bench = await startTestBench();
});
afterEach(() => {
  bench.receiver.answer = () => 200;
});
afterAll(() => bench.stop());

/** Waits until no callback of the payment is left to send, and the database has recorded that. */
async function noneIsPending(paymentId: string): Promise<void> {
  const payments = bench.database.collection<{ _id: string; callbacks: unknown[] }>('payments');
  await expect.poll(async () => (await payments.findOne({ _id: paymentId }))?.callbacks).toEqual([]);
}

describe('a callback', () => {
  it('is signed with the time and the body under the callback secret', async () => {
    const paymentId = await paidPayment(bench);
    const [callback] = bench.receiver.of(paymentId);
    const match = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(callback?.signature ?? '');
    const mac = createHmac('sha256', callbackSecret).update(`${match?.[1]}.${callback?.raw}`).digest('hex');
    expect(match?.[2]).toBe(mac);
    expect(Math.abs(Number(match?.[1]) - Date.now() / 1000)).toBeLessThan(30);
    expect(callback?.body.id).toMatch(/^sbx_evt_/);
    expect(Date.parse(callback?.body.created_at ?? '')).not.toBeNaN();
  });

  it('is sent again after a 500, with the same id and body, until it is acknowledged', async () => {
    bench.receiver.answer = ({ payment }) => (bench.receiver.of(payment.id).length < 2 ? 500 : 204);
    const { body } = await bench.client.create();
    await bench.client.confirm(body.id);
    const [first, second, third] = await bench.receiver.waitFor(body.id, 'payment.succeeded', 3);
    expect(second?.raw).toBe(first?.raw);
    expect(third?.raw).toBe(first?.raw);
    await noneIsPending(body.id);
    expect(bench.receiver.of(body.id)).toHaveLength(3);
  });

  it('is not acknowledged by a redirect, which is not followed', async () => {
    bench.receiver.answer = ({ payment }) => (bench.receiver.of(payment.id).length < 1 ? 307 : 200);
    const { body } = await bench.client.create();
    await bench.client.confirm(body.id);
    const callbacks = await bench.receiver.waitFor(body.id, 'payment.succeeded', 2);
    expect(callbacks.map(({ status }) => status)).toEqual([307, 200]);
  });

  it('goes to a new address after setCallbackUrl', async () => {
    bench.processor.setCallbackUrl('http://127.0.0.1:9/nobody-listens');
    const { body } = await bench.client.create();
    await bench.client.confirm(body.id);
    bench.processor.setCallbackUrl(bench.receiver.url);
    await bench.receiver.waitFor(body.id, 'payment.succeeded');
  });

  it('that is never acknowledged is tried at least ten times, ever more slowly, and then given up', async () => {
    const { afterFailedTry } = await import('../src/domain/pending-callback.ts');
    const now = new Date('2026-01-01T00:00:00Z');
    let callback = { id: 'e', body: '{}', tries: 0, nextTryAt: now as Date | null };
    const waitsMs: number[] = [];
    while (callback.nextTryAt !== null) {
      callback = afterFailedTry(callback, now);
      if (callback.nextTryAt !== null) waitsMs.push(callback.nextTryAt.getTime() - now.getTime());
    }
    expect(waitsMs.slice(0, 5)).toEqual([500, 1_000, 2_000, 5_000, 10_000]);
    expect(waitsMs).toEqual(waitsMs.toSorted((a, b) => a - b));
    expect(callback.tries).toBeGreaterThanOrEqual(10);
  });
});

it('sends every nth callback twice', async () => {
  const repeating = await startTestBench({ repeatEvery: 3 });
  try {
    const ids: string[] = [];
    for (let number = 1; number <= 6; number += 1) ids.push(await paidPayment(repeating));
    const third = await repeating.receiver.waitFor(ids[2] ?? '', 'payment.succeeded', 2);
    const sixth = await repeating.receiver.waitFor(ids[5] ?? '', 'payment.succeeded', 2);
    expect(new Set(third.map(({ body }) => body.id)).size).toBe(1);
    expect(new Set(sixth.map(({ body }) => body.id)).size).toBe(1);
    expect(repeating.receiver.received).toHaveLength(8);
  } finally {
    await repeating.stop();
  }
});

it('waits for the configured delay before the callback', async () => {
  const delayed = await startTestBench({ callbackDelayMs: 400 });
  try {
    const { body } = await delayed.client.create();
    const confirmed = await delayed.client.confirm(body.id);
    const [callback] = await delayed.receiver.waitFor(body.id, 'payment.succeeded');
    const waitedMs = (callback?.at.getTime() ?? 0) - Date.parse(String(confirmed.body.updated_at));
    expect(waitedMs).toBeGreaterThanOrEqual(400);
  } finally {
    await delayed.stop();
  }
});

it('stops cleanly while a receiver does not answer, and sends the callback after the next start', async () => {
  const stopping = await startTestBench();
  try {
    let hanging = true;
    stopping.receiver.hold = () => hanging;
    const { body } = await stopping.client.create();
    await stopping.client.confirm(body.id);
    await stopping.receiver.waitFor(body.id, 'payment.succeeded');
    await stopping.processor.stop();

    hanging = false;
    const next = await startSandboxProcessor(stopping.config);
    const [, again] = await stopping.receiver.waitFor(body.id, 'payment.succeeded', 2);
    expect(again?.body.id).toBe(stopping.receiver.of(body.id)[0]?.body.id);

    const client = new ProcessorClient(next.baseUrl);
    expect(await client.refund(body.id, 10)).toMatchObject({ status: 201 });
    await stopping.receiver.waitFor(body.id, 'refund.succeeded');
    await next.stop();
  } finally {
    await stopping.stop();
  }
});

it('does, after the next start, the work that became due while it was stopped', async () => {
  const away = await startTestBench({ callbackDelayMs: 60_000, refundDelayMs: 60_000 });
  try {
    const { body } = await away.client.create();
    await away.client.confirm(body.id, { ...validCard, number: '4000000000000002' });
    await away.processor.stop();
    await away.database
      .collection<{ _id: string }>('payments')
      .updateOne({ _id: body.id }, { $set: { 'nextStep.dueAt': new Date(0), wakeAt: new Date(0) } });
    const next = await startSandboxProcessor(away.config);
    await away.receiver.waitFor(body.id, 'payment.failed');
    await next.stop();
  } finally {
    await away.stop();
  }
});
