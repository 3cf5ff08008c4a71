import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { sandbox } from '../../src/adapters/outbound/channels/sandbox/sandbox-kind.ts';
import type { SubmissionAnswer } from '../../src/ports/payment-channel.ts';
import { inTime } from '../builders/channel-calls.ts';
import {
  failingChannel,
  fakeTime,
  gated,
  guarded,
  order,
  payment,
  submission,
  untilItMayBeProbed,
} from '../builders/guarded-channels.ts';
import { money, openingOf } from '../builders/orders.ts';
import { after } from '../builders/times.ts';
import { cards, FakeChannel } from '../in-memory/fake-channel.ts';

afterEach(() => {
  vi.useRealTimers();
});

describe('the circuit of a channel', () => {
  test('opens after consecutive failures: no payment is opened there, and calls for existing payments are made', async () => {
    const { fake, channel, isOpenable, alerts, report, metric } = await failingChannel();
    expect([isOpenable(), report().circuit]).toEqual([false, 'open']);
    expect(alerts.raised).toEqual([
      { kind: 'channel_circuit_opened', channelId: 'Sandbox', detail: 'not reachable' },
    ]);
    fake.isReachable = true;
    expect(await channel.open(order)).toEqual({ kind: 'unavailable', detail: 'its circuit is open' });
    expect(fake.payments.size).toBe(0);
    // A payment that was opened before can still be submitted, queried and cancelled.
    await fake.open(order);
    expect(await channel.submit(submission)).toEqual({ kind: 'pending' });
    expect(await channel.ask(payment)).toEqual({ kind: 'pending' });
    expect(await channel.cancel(payment)).toEqual({ kind: 'cancelled' });
    expect(report()).toMatchObject({ circuit: 'open', calls: 6, errorRate: 0.5 });
    expect(
      await metric('kassa_channel_calls_total{channel="Sandbox",operation="open",result="circuit_open"}'),
    ).toEqual(['kassa_channel_calls_total{channel="Sandbox",operation="open",result="circuit_open"} 1']);
    expect(await metric('kassa_channel_circuit{channel="Sandbox",state="open"}')).toEqual([
      'kassa_channel_circuit{channel="Sandbox",state="open"} 1',
    ]);
  });

  test('while a channel’s circuit is open, one probe is let through after a while; if it succeeds, the circuit closes (fault 51)', async () => {
    fakeTime();
    const { fake, channel, isOpenable, report } = await failingChannel();
    untilItMayBeProbed();
    expect(isOpenable()).toBe(true);
    const gates = gated(fake);
    const probe = channel.open(order);
    await expect.poll(() => gates.length).toBe(1);
    expect([isOpenable(), report().circuit]).toEqual([false, 'half_open']);
    for (let calls = 0; calls < 5; calls += 1) {
      expect(await channel.open(order)).toMatchObject({ kind: 'unavailable', detail: 'its circuit is open' });
    }
    expect(gates).toHaveLength(1);
    gates[0]?.resolve({ kind: 'opened', opening: openingOf('txn_1') });
    expect((await probe).kind).toBe('opened');
    expect([isOpenable(), report().circuit]).toEqual([true, 'closed']);
  });

  test('stays open when the probe fails', async () => {
    fakeTime();
    const { channel, isOpenable, report } = await failingChannel();
    untilItMayBeProbed();
    expect(isOpenable()).toBe(true);
    expect((await channel.open(order)).kind).toBe('unavailable');
    expect([isOpenable(), report().circuit]).toEqual([false, 'open']);
  });

  test('counts no refusals, no declines, and no calls that may be answered without the processor', async () => {
    const fake = new FakeChannel();
    const { channel, report } = guarded(fake);
    fake.open = async () => ({
      kind: 'refused',
      failure: { code: 'no', message: 'No.', category: 'declined' },
    });
    for (let calls = 0; calls < 10; calls += 1) await channel.open(order);
    expect(report()).toMatchObject({ circuit: 'closed', errorRate: 0 });
    fake.isReachable = false;
    fake.readCallback = async () => ({ kind: 'unavailable', detail: 'no answer' });
    for (let calls = 0; calls < 30; calls += 1) {
      await channel.ask(payment);
      await channel.readCallback({ headers: {}, body: Buffer.from(''), receivedAt: after(0) });
      await channel.refund(inTime({ refundId: 'rfd_1', payment, amount: money(1) }));
      await channel.submit({ ...submission, card: null });
    }
    expect(report().circuit).toBe('closed');
  });

  test('a payment that a restored backup lacks does not open the circuit, because the channel works (fault 96)', async () => {
    const fake = new FakeChannel();
    const { channel, report } = guarded(fake);
    const known = { kind: 'unavailable', detail: 'idempotency_error', hasPayment: true } as const;
    fake.open = async () => known;
    for (let calls = 0; calls < 10; calls += 1) expect(await channel.open(order)).toEqual(known);
    expect(report()).toMatchObject({ circuit: 'closed', errorRate: 0 });
  });

  test('opens if most of many submitted cards have no result, but not if only some have none, and closes after its probe', async () => {
    fakeTime();
    const fake = new FakeChannel();
    const { channel, report, isOpenable } = guarded(fake);
    const pay = async (card = cards.succeeds) => {
      await channel.open(order);
      await channel.submit({ ...submission, card });
    };
    for (let calls = 0; calls < 15; calls += 1) await pay(cards.unanswered);
    for (let calls = 0; calls < 15; calls += 1) await pay();
    expect(report().circuit).toBe('closed');
    await pay(cards.unanswered);
    expect(report().circuit).toBe('open');
    untilItMayBeProbed();
    expect(isOpenable()).toBe(true);
    await channel.open(order);
    expect(report().circuit).toBe('closed');
    // What came before it counts no more.
    for (let calls = 0; calls < 15; calls += 1) await pay(cards.unanswered);
    expect(report().circuit).toBe('closed');
  });

  test('slow issuers do not open the circuit, however many cards wait for them (fault 90)', async () => {
    fakeTime();
    const fake = new FakeChannel();
    const { channel, report } = guarded(fake, { concurrency: 40 });
    // The cards wait together. If they waited one after another, too few of them would be in the time span that the circuit
    // judges.
    const payTogether = async (answer: SubmissionAnswer) => {
      const issuer = Promise.withResolvers<void>();
      fake.submit = async () => {
        await issuer.promise;
        return answer;
      };
      const calls = Array.from({ length: 40 }, () => channel.submit(submission));
      vi.advanceTimersByTime(7_500);
      issuer.resolve();
      await Promise.all(calls);
    };
    await payTogether({ kind: 'unknown', detail: 'no answer', awaitsIssuer: true });
    expect(report().circuit).toBe('closed');
    await payTogether({ kind: 'pending' });
    await channel.open(order);
    expect(report().circuit).toBe('closed');
  });

  test('opens if most of many calls to open a payment fail, even if they are never consecutive', async () => {
    const fake = new FakeChannel();
    const { channel, report } = guarded(fake);
    for (let calls = 0; calls < 30; calls += 1) {
      fake.isReachable = calls % 5 < 2;
      if (report().circuit === 'open') break;
      await channel.open({ ...order, attemptId: `txn_${calls % 3}` });
    }
    expect(report().circuit).toBe('open');
  });
});

describe('a processor over HTTP', () => {
  const closings: (() => void)[] = [];
  afterEach(() => {
    for (const close of closings.splice(0)) close();
  });

  test('a channel that fails or is slow gets no payments, then a single probe, and is used again once the probe succeeds (fault 51)', async () => {
    // Only the processor in this test makes time pass, so the speed of the machine does not matter.
    fakeTime();
    let requests = 0;
    let mood: 'broken' | 'slow' | 'well' = 'broken';
    const server = createServer((request, response) => {
      // The channel asks for the processor's browser library in the background, whatever becomes of payments.
      if (request.url === '/v1/library') {
        response.writeHead(404).end();
        return;
      }
      requests += 1;
      request.resume().on('end', () => {
        if (mood === 'slow') vi.advanceTimersByTime(150);
        const refusal = { error: { code: 'method_not_supported', message: 'No such method here.' } };
        response
          .writeHead(mood === 'broken' ? 500 : 400, { 'content-type': 'application/json' })
          .end(JSON.stringify(refusal));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closings.push(() => server.close().closeAllConnections());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const processor = {
      baseUrl: url,
      publicUrl: url,
      apiKey: 'k'.repeat(16),
      callbackSecret: 's'.repeat(16),
    };
    const { channel, isOpenable, report } = guarded(sandbox.open(processor), {
      slowSeconds: 0.1,
    });
    for (let calls = 0; calls < 20; calls += 1) await channel.open(order);
    expect([requests, report().circuit]).toEqual([3, 'open']);

    mood = 'slow';
    untilItMayBeProbed();
    expect(isOpenable()).toBe(true);
    const during = await Promise.all(Array.from({ length: 10 }, () => channel.open(order)));
    expect([requests, during.filter(({ kind }) => kind === 'unavailable').length]).toEqual([4, 9]);
    // The probe got an answer, but too late, so it counts as failed.
    expect(report().circuit).toBe('open');

    mood = 'well';
    untilItMayBeProbed();
    expect(isOpenable()).toBe(true);
    expect((await channel.open(order)).kind).toBe('refused');
    expect([requests, report().circuit]).toEqual([5, 'closed']);
    expect(report().p95Ms).toBe(150);
  });
});
