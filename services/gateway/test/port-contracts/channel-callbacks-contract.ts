import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readableCallbacks } from '../../src/adapters/outbound/channels/guard/readable-callbacks.ts';
import type { CallbackReading, GenuineCallback } from '../../src/ports/channel-callback.ts';
import type { RefundAnswer } from '../../src/ports/payment-channel.ts';
import { inTime } from '../builders/channel-calls.ts';
import { alterations, altered } from './altered-callbacks.ts';
import { amount, type CardOutcome, type ChannelBench } from './channel-bench.ts';
import { stepsAt } from './channel-steps.ts';
import type { ChannelTraits } from './channel-traits.ts';

/** Checks that the gateway can store what a callback reports, whatever the processor wrote. */
function expectStorable({ callbackId, notification }: GenuineCallback): void {
  expect(callbackId).toBeTypeOf('string');
  expect(Buffer.byteLength(callbackId)).toBeLessThanOrEqual(1_024);
  for (const [name, value] of membersOf(notification)) {
    if (/Minor$/.test(name))
      expect(value, name).toSatisfy((minor) => Number.isSafeInteger(minor) && minor >= 0);
    if (/(Id|currency|kind|detail)$/.test(name)) expect(value, name).toBeTypeOf('string');
    if (/Reference$/.test(name)) expect(typeof value, name).toMatch(/^(string|undefined)$/);
    if (value instanceof Date) expect(value.getTime(), name).not.toBeNaN();
  }
}

/** Returns the name and the value of every member of an object and of the objects in it. */
function membersOf(object: object): readonly (readonly [string, unknown])[] {
  return Object.entries(object).flatMap(([name, value]) => [
    [name, value] as const,
    ...(typeof value === 'object' && value !== null && !(value instanceof Date) ? membersOf(value) : []),
  ]);
}

/** The contract of every PaymentChannel about callbacks. */
export function channelCallbacksContract(open: () => ChannelBench, traits: ChannelTraits): void {
  const { submitted, paid } = stepsAt(open, traits);

  function answered(answer: RefundAnswer) {
    if (answer.kind !== 'pending' && answer.kind !== 'ended') throw new Error(answer.kind);
    return answer;
  }

  function only(reading: CallbackReading) {
    if (reading.kind !== 'genuine') throw new Error(reading.kind);
    expect(reading.callbacks).toHaveLength(1);
    return reading.callbacks[0];
  }

  test('reports a payment and its result, under its own ID', async () => {
    const { channel, callbackAbout } = open();
    const results = { succeeds: 'succeeded', ...(traits.isDeclinable && { declined: 'failed' }) } as const;
    for (const [outcome, kind] of Object.entries(results) as [CardOutcome, string][]) {
      const payment = await submitted(outcome);
      const callback = only(await channel.readCallback(await callbackAbout(payment.attemptId, 'payment')));
      expect(callback).toMatchObject({
        callbackId: expect.stringMatching(/./),
        notification: { kind: 'payment', attemptId: payment.attemptId, result: { kind } },
      });
      expect(JSON.stringify(callback)).not.toMatch(/4242424242424242|4000000000000002/);
    }
  });

  test('reports a refund and its result, under the reference that the channel answered', async () => {
    const { channel, newRefundId, callbackAbout } = open();
    const payment = await paid();
    const refundId = newRefundId(payment.attemptId);
    const { channelReference } = answered(await channel.refund(inTime({ refundId, payment, amount })));
    const result = { kind: 'succeeded', returned: amount };
    expect(only(await channel.readCallback(await callbackAbout(refundId, 'refund')))).toMatchObject({
      notification: { kind: 'refund', refundId, channelReference, result },
    });
  });

  test('a callback is rejected as forged if it is unsigned or if any byte of its signature or body was changed (fault 17)', async () => {
    const { channel, callbackAbout } = open();
    const payment = await submitted('succeeds');
    const genuine = await callbackAbout(payment.attemptId, 'payment');
    const forgeries = open().forgeries?.(genuine);
    if (forgeries !== undefined) {
      expect(forgeries.length).toBeGreaterThan(40);
      for (const forged of forgeries) expect((await channel.readCallback(forged)).kind).toBe('forged');
      return;
    }
    expect((await channel.readCallback({ ...genuine, headers: {} })).kind).toBe('forged');
    const longer = Buffer.concat([genuine.body, Buffer.from(' ')]);
    expect((await channel.readCallback({ ...genuine, body: longer })).kind).toBe('forged');
    const [name = '', value = ''] =
      Object.entries(genuine.headers).find(([header]) => header.includes('signature')) ?? [];
    const text = String(value);
    for (let position = 0; position < text.length; position += 1) {
      const other = text[position] === '0' ? '1' : '0';
      const changed = text.slice(0, position) + other + text.slice(position + 1);
      const headers = { ...genuine.headers, [name]: changed };
      expect((await channel.readCallback({ ...genuine, headers })).kind).toBe('forged');
    }
  });

  test.each(['', '{', '[]', 'null', '"text"', '{"id":1}', '\u0000'])(
    'that is signed but says %j is unreadable',
    async (text) => {
      const { channel, signed } = open();
      expect((await channel.readCallback(signed(text))).kind).toBe('unreadable');
    },
  );

  test('whatever its content, a callback with a valid signature is read without an error, and reports no invalid amount (fault 18)', async () => {
    const { KASSA_ALTERED_CALLBACKS = '150', KASSA_PROPERTY_SEED = '20261126' } = process.env;
    const { channel, newRefundId, callbackAbout, signed, sealed = signed } = open();
    const payment = await paid();
    const refundId = newRefundId(payment.attemptId);
    await channel.refund(inTime({ refundId, payment, amount }));
    const texts = [
      (await callbackAbout(payment.attemptId, 'payment')).body.toString(),
      (await callbackAbout(refundId, 'refund')).body.toString(),
    ] as const;
    const readings = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...texts), alterations, async (text, changes) => {
        const callback = sealed(altered(text, changes));
        const reading = await readableCallbacks(() => channel.readCallback(callback));
        readings.add(reading.kind);
        for (const reported of reading.kind === 'genuine' ? reading.callbacks : []) expectStorable(reported);
      }),
      { numRuns: Number(KASSA_ALTERED_CALLBACKS), seed: Number(KASSA_PROPERTY_SEED) },
    );
    // If the gateway refused the signature of every callback, the test would test nothing but signatures.
    expect([...readings]).toEqual(expect.arrayContaining(['genuine', 'unreadable']));
  });
}
