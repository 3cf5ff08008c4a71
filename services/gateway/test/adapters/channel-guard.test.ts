import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ChannelGuards } from '../../src/adapters/outbound/channels/guard/channel-guards.ts';
import type { GuardSettings } from '../../src/adapters/outbound/channels/guard/guard-settings.ts';
import { sandbox } from '../../src/adapters/outbound/channels/sandbox/sandbox-kind.ts';
import type {
  ChannelStatement,
  OpeningAnswer,
  OpeningOrder,
  PaymentChannel,
  PaymentReference,
} from '../../src/ports/payment-channel.ts';
import {
  CHANNEL_ANSWER_TIMEOUT_MS,
  CHANNEL_CALL_TIMEOUT_MS,
  CHANNEL_QUEUE_TIMEOUT_MS,
} from '../../src/ports/payment-channel.ts';
import { inTime } from '../builders/channel-calls.ts';
import { money, openingOf } from '../builders/orders.ts';
import { after } from '../builders/times.ts';
import { cards, FakeChannel } from '../in-memory/fake-channel.ts';
import { RecordedAlerts } from '../in-memory/recorded-alerts.ts';

/** Replaces the time by one that passes only when a test says so, so that a slow machine changes nothing. */
const OPEN_SECONDS = 60;
const fakeTime = () => vi.useFakeTimers({ toFake: ['Date', 'performance'] });
const untilItMayBeProbed = () => vi.advanceTimersByTime(OPEN_SECONDS * 1000);
afterEach(() => {
  vi.useRealTimers();
});

const order: OpeningOrder = {
  attemptId: 'txn_1',
  methodCode: 'card',
  amount: money(10_000),
  description: null,
  returnUrl: 'https://pay.example/back',
  expiresAt: after(1800),
  mayTakeCardNumbers: true,
};
const payment: PaymentReference = {
  attemptId: 'txn_1',
  methodCode: 'card',
  opening: openingOf('txn_1'),
  paymentReference: null,
};
const submission = { ...payment, card: cards.succeeds, device: null, returnUrl: order.returnUrl };

function guarded(channel: PaymentChannel, settings: Partial<GuardSettings> = {}) {
  const registry = new Registry();
  const alerts = new RecordedAlerts();
  const guards = new ChannelGuards({
    registry,
    alerts,
    settings: { failuresInARow: 3, openSeconds: OPEN_SECONDS, ...settings },
  });
  const { channelId } = channel;
  return {
    channel: guards.around(channel),
    guards,
    alerts,
    isOpenable: () => guards.isOpenable(channelId),
    report: () => guards.reportOf(channelId),
    metric: async (line: string) =>
      (await registry.metrics()).split('\n').filter((each) => each.startsWith(line)),
  };
}

async function failingChannel(settings: Partial<GuardSettings> = {}) {
  const fake = new FakeChannel();
  fake.isReachable = false;
  const all = guarded(fake, settings);
  for (let calls = 0; calls < 3; calls += 1) await all.channel.open(order);
  return { fake, ...all };
}

/** Lets openings through one by one. */
function gated(fake: FakeChannel) {
  const gates: PromiseWithResolvers<OpeningAnswer>[] = [];
  fake.open = () => {
    const gate = Promise.withResolvers<OpeningAnswer>();
    gates.push(gate);
    return gate.promise;
  };
  return gates;
}

test('a card number in a channel’s explanation reaches neither alerts nor cases (fault 88)', async () => {
  const fake = new FakeChannel();
  fake.ask = async () => ({ kind: 'not_understood', detail: 'no rule for 4242 4242 4242 4242' });
  expect(await guarded(fake).channel.ask(payment)).toEqual({
    kind: 'not_understood',
    detail: 'no rule for [card number removed]',
  });
});

describe('the circuit of a channel', () => {
  test('opens after failures in a row: nothing is opened there, and what exists goes through', async () => {
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

  test('counts no refusal and no decline, and nothing that may be answered without the processor', async () => {
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

  test('a genuine callback whose members have other types than documented is not understood, and other errors stay errors (fault 18)', async () => {
    const fake = new FakeChannel();
    const { channel } = guarded(fake);
    const read = () => channel.readCallback({ headers: {}, body: Buffer.from(''), receivedAt: after(0) });
    const reporting = (amountMinor: number) => async () =>
      ({
        kind: 'genuine',
        callbacks: [
          {
            callbackId: 'evt_1',
            notification: {
              kind: 'payment',
              attemptId: 'txn_1',
              result: { kind: 'succeeded', paid: { amountMinor, currency: 'USD' }, card: null },
            },
          },
        ],
      }) as const;
    fake.readCallback = reporting(1_999);
    expect((await read()).kind).toBe('genuine');
    for (const amountMinor of [Number.NaN, -1, 0.5, '1' as never]) {
      fake.readCallback = reporting(amountMinor);
      expect(await read()).toMatchObject({ kind: 'not_understood', reason: expect.stringContaining('paid') });
    }
    fake.readCallback = () => Promise.reject(new TypeError('text.trim is not a function'));
    expect(await read()).toMatchObject({ kind: 'not_understood' });
    for (const error of [new TypeError('fetch failed', { cause: new Error('reset') }), new Error('away')]) {
      fake.readCallback = () => Promise.reject(error);
      await expect(read()).rejects.toBe(error);
    }
  });

  test('is not opened by some cards without a result, but by most of many, and closed by its probe', async () => {
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
    const { channel, report } = guarded(fake);
    fake.submit = async () => {
      vi.advanceTimersByTime(7_500);
      return { kind: 'unknown', detail: 'no answer', awaitsIssuer: true };
    };
    for (let calls = 0; calls < 40; calls += 1) await channel.submit(submission);
    fake.submit = async () => {
      vi.advanceTimersByTime(7_500);
      return { kind: 'pending' };
    };
    for (let calls = 0; calls < 40; calls += 1) await channel.submit(submission);
    await channel.open(order);
    expect(report().circuit).toBe('closed');
  });

  test('opens when most of many openings fail, though never in a row', async () => {
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

describe('the places of a channel', () => {
  test('a refund whose process has stood still until its time was over is not sent', async () => {
    const fake = new FakeChannel();
    // Only the guard looks at the time.
    fake.realNow = () => new Date(0);
    const { channel } = guarded(fake);
    const refund = { refundId: 'rfd_1', payment, amount: money(1) };
    const late = { ...refund, sendBy: new Date(Date.now() - 1) };
    expect((await channel.refund(late)).kind).toBe('not_sent');
    expect(fake.refundCalls).toBe(0);
  });

  test('are bounded, and so are those that wait; what is not sent is said to be so', async () => {
    const fake = new FakeChannel();
    const gates = gated(fake);
    const { channel, report, metric } = guarded(fake, { concurrency: 2 });
    const openings = Array.from({ length: 10 }, () => channel.open(order));
    expect([gates.length, report().running, report().waiting]).toEqual([2, 2, 8]);
    expect(await metric('kassa_channel_calls_now{channel="Sandbox",state="waiting"}')).toEqual([
      'kassa_channel_calls_now{channel="Sandbox",state="waiting"} 8',
    ]);
    expect((await channel.open(order)).kind).toBe('unavailable');
    expect(await channel.submit(submission)).toMatchObject({
      kind: 'refused',
      failure: { code: 'channel_busy' },
    });
    expect((await channel.submit({ ...submission, card: null })).kind).toBe('unknown');
    expect((await channel.refund(inTime({ refundId: 'rfd_1', payment, amount: money(1) }))).kind).toBe(
      'not_sent',
    );
    expect((await channel.ask(payment)).kind).toBe('unavailable');
    expect((await channel.capture(payment)).kind).toBe('unavailable');
    expect((await channel.cancel(payment)).kind).toBe('unavailable');
    expect([fake.refundCalls, fake.inquiries]).toEqual([0, 0]);
    // Being busy is no fault of the channel's.
    expect(report()).toMatchObject({ circuit: 'closed', calls: 0 });
    for (let at = 0; at < 10; at += 1) {
      await expect.poll(() => gates.length).toBeGreaterThan(at);
      gates[at]?.resolve({ kind: 'opened', opening: openingOf('txn_1') });
    }
    expect(new Set((await Promise.all(openings)).map(({ kind }) => kind))).toEqual(new Set(['opened']));
    expect([report().running, report().waiting]).toEqual([0, 0]);
  });

  test('are waited for so long that the whole of a call ends within its time', async () => {
    expect(CHANNEL_QUEUE_TIMEOUT_MS + CHANNEL_ANSWER_TIMEOUT_MS).toBeLessThanOrEqual(CHANNEL_CALL_TIMEOUT_MS);
    const fake = new FakeChannel();
    const gates = gated(fake);
    const { channel, report } = guarded(fake, { concurrency: 1 });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const hanging = channel.open(order);
    const givenUp = Array.from({ length: 4 }, () => channel.open(order));
    vi.advanceTimersByTime(CHANNEL_QUEUE_TIMEOUT_MS);
    expect(new Set((await Promise.all(givenUp)).map(({ kind }) => kind))).toEqual(new Set(['unavailable']));
    // The first call still hangs, and further calls can wait again.
    expect(report()).toMatchObject({ running: 1, waiting: 0 });
    const waiting = Array.from({ length: 4 }, () => channel.open(order));
    expect(report().waiting).toBe(4);
    gates[0]?.resolve({ kind: 'opened', opening: openingOf('txn_1') });
    await hanging;
    // Callers that gave up waiting are not served any more. The callers that still wait are served.
    for (const at of waiting.keys()) {
      await vi.waitFor(() => expect(gates).toHaveLength(at + 2), 90_000);
      gates[at + 1]?.resolve({ kind: 'opened', opening: openingOf('txn_1') });
    }
    expect(new Set((await Promise.all(waiting)).map(({ kind }) => kind))).toEqual(new Set(['opened']));
    expect(gates).toHaveLength(5);
    expect(report()).toMatchObject({ running: 0, waiting: 0 });
  });

  test('are not taken by the reading of books and by checks, which are measured', async () => {
    const fake = new FakeChannel();
    const gates = gated(fake);
    const { channel, report, metric } = guarded(fake, { concurrency: 1 });
    const span = { from: after(0), before: after(60) };
    const books = Promise.withResolvers<ChannelStatement>();
    fake.statement = () => books.promise;
    const reading = channel.statement(span);
    const payment = channel.open(order);
    expect([gates.length, report().running]).toEqual([1, 1]);
    // All call slots are taken, but an operator can still check the account.
    expect(await channel.check()).toMatchObject([{ outcome: 'skipped' }]);
    books.resolve({ kind: 'unavailable', detail: 'not yet' });
    expect(await reading).toEqual({ kind: 'unavailable', detail: 'not yet' });
    expect(await metric('kassa_channel_calls_total{')).toEqual([
      'kassa_channel_calls_total{channel="Sandbox",operation="check",result="skipped"} 1',
      'kassa_channel_calls_total{channel="Sandbox",operation="statement",result="unavailable"} 1',
    ]);
    expect(await metric('kassa_channel_call_seconds_count{')).toHaveLength(2);
    // They say nothing of how payments fare.
    expect(report()).toMatchObject({ circuit: 'closed', calls: 0 });
    gates[0]?.resolve({ kind: 'opened', opening: openingOf('txn_1') });
    await payment;
  });
});

test('a call that breaks is counted like those that are answered', async () => {
  const fake = new FakeChannel();
  const { channel, report, metric } = guarded(fake);
  fake.ask = () => Promise.reject(new Error('broken'));
  await expect(channel.ask(payment)).rejects.toThrow('broken');
  expect(await metric('kassa_channel_calls_total{')).toEqual([
    'kassa_channel_calls_total{channel="Sandbox",operation="ask",result="error"} 1',
  ]);
  expect(report()).toMatchObject({ running: 0, calls: 1, errorRate: 1 });
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
