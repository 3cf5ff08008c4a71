import { readdirSync } from 'node:fs';
import type { DisputeState } from '@kassa/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { channelKinds } from '../../src/adapters/outbound/channels/channel-kinds.ts';
import { readableCallbacks } from '../../src/adapters/outbound/channels/guard/readable-callbacks.ts';
import type { AttemptCard } from '../../src/domain/attempt/payment-attempt.ts';
import type { CallbackReading, GenuineCallback } from '../../src/ports/channel-callback.ts';
import type { PaymentReference, RefundAnswer } from '../../src/ports/payment-channel.ts';
import { inTime, openingOrder } from '../builders/channel-calls.ts';
import { money } from '../builders/orders.ts';
import { alterations, altered } from './altered-callbacks.ts';
import { amount, type CardOutcome, type ChannelBench, openPayment } from './channel-bench.ts';

/** How a channel's payments differ from payments by card. A trait that is left out is as for cards. */
export interface ChannelTraits {
  /** The method that the suite pays with. */
  readonly methodCode: string;
  /** The card that the gateway stores for a payment; null if the payment is not by card. */
  readonly card: AttemptCard | null;
  /**
   * The channel's answer about a payment that nobody has submitted. It is `not_askable` if the channel cannot be asked about
   * payments.
   */
  readonly unsubmitted: 'not_submitted' | 'pending' | 'not_askable';
  /** Whether a payment can be declined. */
  readonly isDeclinable: boolean;
  /** Whether the channel's books show a payment or refund at once. Some channels publish a day's books only after the day. */
  readonly hasOpenBooks: boolean;
  /** The answer to a question about a refund that the channel never received. */
  readonly unknownRefund: 'not_received' | 'cannot_tell';
  /** Whether the channel can be asked about disputes. Some channels report disputes only by callback, or have none. */
  readonly tellsOfDisputes: boolean;
}

const paidByCard: ChannelTraits = {
  methodCode: 'card',
  card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2090 },
  unsubmitted: 'not_submitted',
  isDeclinable: true,
  hasOpenBooks: true,
  unknownRefund: 'not_received',
  tellsOfDisputes: true,
};

const icons = readdirSync(new URL('../../assets/method-icons', import.meta.url));

/** The longest time that an order can stay open. With it, a channel offers every method. */
const longSeconds = 24 * 60 * 60;

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

/** The contract of every PaymentChannel. */
export function paymentChannelContract(
  open: () => ChannelBench,
  differences: Partial<ChannelTraits> = {},
): void {
  const traits = { ...paidByCard, ...differences };
  const opened = (methodCode = traits.methodCode): Promise<PaymentReference> =>
    openPayment(open(), methodCode);

  async function submitted(outcome: CardOutcome): Promise<PaymentReference> {
    const payment = await opened();
    await open().pay(payment, outcome);
    return payment;
  }

  async function notified(reference: string, kind: 'payment' | 'refund') {
    const reading = await open().channel.readCallback(await open().callbackAbout(reference, kind));
    return reading.kind === 'genuine' ? reading.callbacks[0]?.notification : undefined;
  }

  async function resultOf(payment: PaymentReference) {
    if (open().onlyNotifies) {
      const notification = await notified(payment.attemptId, 'payment');
      return notification?.kind === 'payment' ? notification.result : undefined;
    }
    await expect.poll(() => open().channel.ask(payment)).toMatchObject({ kind: 'ended' });
    const inquiry = await open().channel.ask(payment);
    return inquiry.kind === 'ended' ? inquiry.result : undefined;
  }

  async function paid(outcome: CardOutcome = 'succeeds'): Promise<PaymentReference> {
    const payment = await submitted(outcome);
    const result = await resultOf(payment);
    expect(result).toMatchObject({ kind: 'succeeded' });
    const { paymentReference = null } = result?.kind === 'succeeded' ? result : {};
    return { ...payment, paymentReference };
  }

  async function refundResultOf(payment: PaymentReference, refundId: string) {
    if (open().onlyNotifies) {
      const notification = await notified(refundId, 'refund');
      return notification?.kind === 'refund' ? notification.result : undefined;
    }
    const ask = () =>
      open().channel.askRefund({ refundId, payment, channelReference: null, acceptedAt: new Date() });
    await expect.poll(ask).toMatchObject({ kind: 'ended' });
    const inquiry = await ask();
    return inquiry.kind === 'ended' ? inquiry.result : undefined;
  }

  describe('opening', () => {
    test('serves every method it offers', async () => {
      const { channel } = open();
      const methods = channel.methods(amount, longSeconds);
      expect(methods.length).toBeGreaterThan(0);
      // Merchants' settings name methods by the list of the channel's kind, so the list must contain them. The fake channel has
      // no kind.
      const kind = channelKinds.find(({ channelType }) => channelType === channel.channelType);
      if (kind !== undefined)
        expect(kind.methodCodes).toEqual(expect.arrayContaining(methods.map(({ code }) => code)));
      for (const { code, iconFile, takesCardNumbers, cardBrands } of methods) {
        expect(icons).toContain(iconFile);
        const { opening } = await opened(code);
        expect(opening.channelReference).toMatch(/./);
        // A consumer who is not on this page pays on another, or by instructions.
        const isElsewhere = opening.paymentUrl !== null || opening.instructions !== undefined;
        expect(opening.renderType === 'REDIRECT').toBe(isElsewhere);
        // A page may show its card form by what the list says, before the payment is opened.
        expect(opening.renderType === 'OWN_FORM').toBe(takesCardNumbers === true);
        if (takesCardNumbers) expect(opening.cardBrands).toEqual(cardBrands);
      }
    });

    test('prepares one payment however often it is repeated', async () => {
      const { channel, newAttemptId } = open();
      const { methodCode } = traits;
      const attempt = openingOrder({ attemptId: newAttemptId(), methodCode, amount });
      const answers = await Promise.all([1, 2, 3].map(() => channel.open(attempt)));
      answers.push(await channel.open(attempt));
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(answers[0]?.kind).toBe('opened');
    });
  });

  describe('a payment', () => {
    test('that was not submitted is reported as not submitted', async () => {
      expect(await open().channel.ask(await opened())).toEqual({ kind: traits.unsubmitted });
    });

    test('that its account does not have is reported as not found, if the channel can be asked', async () => {
      const { channel, newAttemptId, onlyNotifies } = open();
      const { opening, methodCode } = await opened();
      const nowhere = {
        attemptId: newAttemptId(),
        methodCode,
        opening: { ...opening, channelReference: 'nowhere' },
        paymentReference: null,
      };
      const kind = onlyNotifies ? 'not_askable' : 'not_found';
      expect(await channel.ask(nowhere)).toEqual({ kind });
      expect(await channel.capture(nowhere)).toEqual({ kind });
    });

    test('succeeds with the whole amount, and keeps only the permitted card data', async () => {
      const said = { ...(await resultOf(await submitted('succeeds'))) };
      delete (said as { paymentReference?: string }).paymentReference;
      expect(said).toEqual({
        kind: 'succeeded',
        paid: amount,
        card: traits.card,
      });
    });

    // Test a decline only if the channel can decline a payment.
    if (traits.isDeclinable) {
      test('is declined with a category for the consumer', async () => {
        expect(await resultOf(await submitted('declined'))).toMatchObject({
          kind: 'failed',
          failure: { code: open().codes.declined, category: 'declined' },
        });
      });
    }
  });

  describe('capturing', () => {
    test('does not change a payment that does not wait for its capture', async () => {
      const { channel } = open();
      const prepared = await opened();
      expect(await channel.capture(prepared)).toEqual(await channel.ask(prepared));
      const made = await paid();
      expect(await channel.capture(made)).toEqual(await channel.ask(made));
    });

    test('takes held money once, however often it is repeated, and asking never takes it', async () => {
      const { channel, reserve } = open();
      if (reserve === undefined) return;
      const payment = await opened();
      await reserve(payment);
      for (let time = 1; time <= 2; time += 1) {
        expect(await channel.ask(payment)).toEqual({ kind: 'to_capture' });
      }
      for (let time = 1; time <= 2; time += 1) {
        const result = { kind: 'succeeded', paid: amount };
        expect(await channel.capture(payment)).toMatchObject({ kind: 'ended', result });
      }
    });

    test('comes too late once the payment is cancelled: the money is released', async () => {
      const { channel, reserve } = open();
      if (reserve === undefined) return;
      const payment = await opened();
      await reserve(payment);
      expect(await channel.cancel(payment)).toEqual({ kind: 'cancelled' });
      const released = { kind: 'ended', result: { kind: 'cancelled' } };
      expect(await channel.capture(payment)).toEqual(released);
      expect(await channel.ask(payment)).toEqual(released);
    });
  });

  describe('cancelling', () => {
    test('ends a payment that was not made, and can be repeated', async () => {
      const { channel, onlyNotifies } = open();
      const payment = await opened();
      if (onlyNotifies) {
        expect(await channel.cancel(payment)).toEqual({ kind: 'pending' });
        const ended = onlyNotifies.ended(payment);
        // Silence does not prove that nobody paid.
        expect(await channel.cancel(ended)).toEqual({ kind: 'not_askable' });
        expect(await channel.cancel(ended)).toEqual({ kind: 'not_askable' });
        return;
      }
      expect(await channel.cancel(payment)).toEqual({ kind: 'cancelled' });
      expect(await channel.cancel(payment)).toEqual({ kind: 'cancelled' });
      expect(await resultOf(payment)).toEqual({ kind: 'cancelled' });
    });

    test('a paid payment answers that it is paid', async () => {
      const payment = await paid();
      if (open().onlyNotifies) {
        expect(await open().channel.cancel(payment)).toEqual({ kind: 'pending' });
        return;
      }
      expect(await open().channel.cancel(payment)).toMatchObject({
        kind: 'ended',
        result: { kind: 'succeeded', paid: amount },
      });
    });
  });

  describe('refunding', () => {
    test('returns money once, however often it is repeated', async () => {
      const { channel, newRefundId, returnedMinor } = open();
      const payment = await paid();
      const refund = { refundId: newRefundId(payment.attemptId), payment, amount: money(500, 'EUR') };
      const answers = await Promise.all([1, 2, 3].map(() => channel.refund(inTime(refund))));
      for (const answer of answers) expect(['pending', 'ended']).toContain(answer.kind);
      expect(await refundResultOf(payment, refund.refundId)).toEqual({
        kind: 'succeeded',
        returned: money(500, 'EUR'),
      });
      expect(await channel.refund(inTime(refund))).not.toMatchObject({ kind: 'refused' });
      expect(await returnedMinor(payment)).toBe(500);
    });

    test('more than is left is refused', async () => {
      const { channel, newRefundId, returnedMinor } = open();
      const payment = await paid();
      const refund = { refundId: newRefundId(payment.attemptId), payment, amount: money(2_000, 'EUR') };
      const failure = { code: open().codes.tooMuchToReturn };
      if (open().onlyNotifies) {
        expect(await channel.refund(inTime(refund))).toMatchObject({ kind: 'pending' });
        expect(await refundResultOf(payment, refund.refundId)).toMatchObject({ kind: 'failed', failure });
      } else {
        expect(await channel.refund(inTime(refund))).toMatchObject({ kind: 'refused', failure });
      }
      expect(await returnedMinor(payment)).toBe(0);
    });

    test('can fail later', async () => {
      const { channel, newRefundId, returnedMinor } = open();
      const payment = await paid('refundFails');
      const refund = { refundId: newRefundId(payment.attemptId), payment, amount: money(500, 'EUR') };
      await channel.refund(inTime(refund));
      expect(await refundResultOf(payment, refund.refundId)).toMatchObject({ kind: 'failed' });
      expect(await returnedMinor(payment)).toBe(0);
    });

    test('that never arrived is reported as not received, or is made only once when it is sent again', async () => {
      const payment = await paid();
      const refundId = open().newRefundId(payment.attemptId);
      expect(
        await open().channel.askRefund({ refundId, payment, channelReference: null, acceptedAt: new Date() }),
      ).toEqual({
        kind: traits.unknownRefund,
      });
    });
  });

  describe('a dispute', () => {
    const ofNobody = (payment: PaymentReference) => ({ channelReference: 'dis_none', payment });

    if (!traits.tellsOfDisputes) {
      test('cannot be asked about, and the channel says so', async () => {
        const payment = await opened();
        expect(await open().channel.askDispute(ofNobody(payment))).toEqual({ kind: 'not_askable' });
      });
      return;
    }

    const disputed = async (payment: PaymentReference, state: DisputeState) =>
      (await open().dispute?.(payment, state)) ?? '';

    test.each(['won', 'lost'] as const)('that is %s is reported in its present state', async (outcome) => {
      const { channel } = open();
      const payment = await paid();
      for (const kind of ['opened', outcome] as const) {
        const channelReference = await disputed(payment, kind);
        const answer = await channel.askDispute({ channelReference, payment });
        expect(answer).toMatchObject({ kind: 'known', report: { kind, channelReference, amount } });
        const respondBy = answer.kind === 'known' ? answer.report.respondBy : undefined;
        expect(respondBy?.getTime()).toBeGreaterThan(Date.now());
      }
    });

    test('of another payment is not mistaken for this payment’s', async () => {
      const channelReference = await disputed(await paid(), 'opened');
      const payment = await paid();
      const answer = await open().channel.askDispute({ channelReference, payment });
      expect(answer).toMatchObject({ kind: 'not_understood', detail: expect.stringMatching(/./) });
    });

    test('that is unknown or gets no answer is never reported as ended', async () => {
      const payment = await paid();
      const { channel, unreachable } = open();
      expect(await channel.askDispute(ofNobody(payment))).toMatchObject({ kind: 'unavailable' });
      expect(await unreachable.askDispute(ofNobody(payment))).toMatchObject({ kind: 'unavailable' });
    });
  });

  describe('a channel that cannot be reached', () => {
    test('says so, and never that something was or was not done', async () => {
      const { unreachable, newAttemptId, onlyNotifies } = open();
      const payment = { ...(await opened()), paymentReference: 'payment_1' };
      const refund = { refundId: 'rfd_1', payment, amount };
      const { methodCode } = traits;
      const attempt = openingOrder({ attemptId: newAttemptId(), methodCode, amount });
      expect(await unreachable.open(attempt)).toMatchObject({ kind: 'unavailable' });
      expect(await unreachable.refund(inTime(refund))).toMatchObject({ kind: 'unknown' });
      // For a channel that cannot be asked, the gateway answers without a call, so the answer is never "unavailable".
      if (onlyNotifies) return;
      expect(await unreachable.ask(payment)).toMatchObject({ kind: 'unavailable' });
      expect(await unreachable.capture(payment)).toMatchObject({ kind: 'unavailable' });
      expect(await unreachable.cancel(payment)).toMatchObject({ kind: 'unavailable' });
      expect(
        await unreachable.askRefund({
          refundId: 'rfd_1',
          payment,
          channelReference: null,
          acceptedAt: new Date(),
        }),
      ).toMatchObject({
        kind: 'unavailable',
      });
    });
  });

  describe('its books', () => {
    const aroundNow = () => ({ from: new Date(Date.now() - 60_000), before: new Date(Date.now() + 60_000) });

    async function linesAbout(references: readonly string[], span = aroundNow()) {
      const statement = await open().channel.statement(span);
      if (statement.kind !== 'statement') throw new Error(statement.detail);
      const named = statement.lines.filter((line) => line.reference !== null);
      return named.filter(({ reference }) => references.includes(reference));
    }

    if (traits.hasOpenBooks) {
      test('list each payment and refund once, with our ID, its amount and its state', async () => {
        const { channel, newRefundId } = open();
        const payment = await paid();
        const declined = traits.isDeclinable ? await submitted('declined') : null;
        if (declined !== null) await resultOf(declined);
        const prepared = await opened();
        const refundId = newRefundId(payment.attemptId);
        await channel.refund(inTime({ refundId, payment, amount: money(500, 'EUR') }));
        await refundResultOf(payment, refundId);
        const references = [payment, prepared, declined].flatMap((each) => each?.attemptId ?? []);
        const lines = await linesAbout([...references, refundId]);
        const told = lines.map(({ subject, reference, state }) => `${subject} ${reference} ${state}`).sort();
        // The books may leave out a payment that brought no money.
        expect(told.filter((line) => line !== `payment ${declined?.attemptId} failed`)).toEqual([
          `payment ${payment.attemptId} succeeded`,
          `refund ${refundId} succeeded`,
        ]);
        const amounts = { payment: amount, refund: money(500, 'EUR'), dispute: null };
        for (const line of lines.filter(({ state }) => state === 'succeeded')) {
          expect(line).toMatchObject({
            amount: amounts[line.subject],
            channelReference: expect.stringMatching(/./),
          });
        }
      });

      if (traits.tellsOfDisputes) {
        test('list a dispute once, with the attempt whose money it concerns and its state', async () => {
          const payment = await paid();
          for (const state of ['opened', 'won'] as const) {
            const channelReference = await open().dispute?.(payment, state);
            const lines = await linesAbout([payment.attemptId]);
            expect(lines.filter(({ subject }) => subject === 'dispute')).toMatchObject([
              {
                subject: 'dispute',
                reference: payment.attemptId,
                channelReference,
                amount,
                state,
                at: expect.any(Date),
              },
            ]);
          }
        });
      }

      test('include the first moment of their span and exclude its end', async () => {
        const { attemptId } = await paid();
        const [line] = await linesAbout([attemptId]);
        if (line === undefined) throw new Error('no line');
        const at = line.at.getTime();
        // Vendors count in whole seconds.
        const second = (offset: number) => new Date(Math.floor(at / 1_000 + offset) * 1_000);
        expect(await linesAbout([attemptId], { from: second(0), before: second(1) })).toHaveLength(1);
        expect(await linesAbout([attemptId], { from: second(-1), before: second(0) })).toEqual([]);
        expect(await linesAbout([attemptId], { from: second(1), before: second(2) })).toEqual([]);
      });
    }

    test('are not empty but unavailable if the processor does not answer', async () => {
      expect(await open().unreachable.statement(aroundNow())).toMatchObject({ kind: 'unavailable' });
    });
  });

  describe('a callback', () => {
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

    test('a callback with a valid signature and any content is read without an error, and reports only amounts that exist (fault 18)', async () => {
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
          for (const reported of reading.kind === 'genuine' ? reading.callbacks : [])
            expectStorable(reported);
        }),
        { numRuns: Number(KASSA_ALTERED_CALLBACKS), seed: Number(KASSA_PROPERTY_SEED) },
      );
      // If the gateway refused the signature of every callback, the test would test nothing but signatures.
      expect([...readings]).toEqual(expect.arrayContaining(['genuine', 'unreadable']));
    });
  });
}
