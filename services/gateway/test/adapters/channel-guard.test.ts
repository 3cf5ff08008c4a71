import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  CHANNEL_ANSWER_TIMEOUT_MS,
  CHANNEL_CALL_TIMEOUT_MS,
  CHANNEL_QUEUE_TIMEOUT_MS,
} from '../../src/ports/channel-timeouts.ts';
import type { ChannelStatement } from '../../src/ports/payment-channel.ts';
import { inTime } from '../builders/channel-calls.ts';
import { gated, guarded, order, payment, submission } from '../builders/guarded-channels.ts';
import { money, openingOf } from '../builders/orders.ts';
import { after } from '../builders/times.ts';
import { FakeChannel } from '../in-memory/fake-channel.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a card number in a channel’s explanation reaches neither alerts nor cases (fault 88)', async () => {
  const fake = new FakeChannel();
  fake.ask = async () => ({ kind: 'not_understood', detail: 'no rule for 4242 4242 4242 4242' });
  expect(await guarded(fake).channel.ask(payment)).toEqual({
    kind: 'not_understood',
    detail: 'no rule for [card number removed]',
  });
});

test('if a genuine callback has members of undocumented types, it counts as not understood; any other error is still reported (fault 18)', async () => {
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

describe('the call slots of a channel', () => {
  test('a refund is not sent if its process was suspended until its deadline had passed', async () => {
    const fake = new FakeChannel();
    // Only the guard looks at the time.
    fake.realNow = () => new Date(0);
    const { channel } = guarded(fake);
    const refund = { refundId: 'rfd_1', payment, amount: money(1) };
    const late = { ...refund, sendBy: new Date(Date.now() - 1) };
    expect((await channel.refund(late)).kind).toBe('not_sent');
    expect(fake.refundCalls).toBe(0);
  });

  test('are limited, and so is the queue; a call that is not sent is reported as not sent', async () => {
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

  test('are waited for only so long that the whole call ends within its time limit', async () => {
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

  test('are not taken by calls that read books or check an account; these calls are measured', async () => {
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

test('a call that fails is counted like those that are answered', async () => {
  const fake = new FakeChannel();
  const { channel, report, metric } = guarded(fake);
  fake.ask = () => Promise.reject(new Error('broken'));
  await expect(channel.ask(payment)).rejects.toThrow('broken');
  expect(await metric('kassa_channel_calls_total{')).toEqual([
    'kassa_channel_calls_total{channel="Sandbox",operation="ask",result="error"} 1',
  ]);
  expect(report()).toMatchObject({ running: 0, calls: 1, errorRate: 1 });
});
