import { readdirSync } from 'node:fs';
import type { DisputeState } from '@kassa/contracts';
import { describe, expect, test } from 'vitest';
import { channelKinds } from '../../src/adapters/outbound/channels/channel-kinds.ts';
import type { PaymentReference } from '../../src/ports/payment-channel.ts';
import { inTime, openingOrder } from '../builders/channel-calls.ts';
import { money } from '../builders/orders.ts';
import { amount, type ChannelBench } from './channel-bench.ts';
import { channelBooksContract } from './channel-books-contract.ts';
import { channelCallbacksContract } from './channel-callbacks-contract.ts';
import { stepsAt } from './channel-steps.ts';
import { type ChannelTraits, paidByCard } from './channel-traits.ts';

const icons = readdirSync(new URL('../../assets/method-icons', import.meta.url));

/** The longest time that an order can stay open. With it, a channel offers every method. */
const longSeconds = 24 * 60 * 60;

/** The contract of every PaymentChannel. */
export function paymentChannelContract(
  open: () => ChannelBench,
  differences: Partial<ChannelTraits> = {},
): void {
  const traits = { ...paidByCard, ...differences };
  const { opened, submitted, resultOf, paid, refundResultOf } = stepsAt(open, traits);

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

    test('if a payment is opened again with another return address, the channel neither refuses it nor opens a second one (fault 96)', async () => {
      const { channel, newAttemptId } = open();
      const { methodCode } = traits;
      const attempt = openingOrder({ attemptId: newAttemptId(), methodCode, amount });
      const first = await channel.open(attempt);
      const again = await channel.open({ ...attempt, returnUrl: `${attempt.returnUrl}/again` });
      // An answer that refuses would end the attempt, and the consumer could pay again under another one.
      expect(['opened', 'unavailable']).toContain(again.kind);
      // Another channel would charge the order once more.
      if (again.kind === 'unavailable') expect(again.hasPayment).toBe(true);
      if (again.kind !== 'opened' || first.kind !== 'opened') return;
      expect(again.opening.channelReference).toBe(first.opening.channelReference);
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

    test('says of a paid payment that it is paid', async () => {
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
      const result = await refundResultOf(payment, refund.refundId);
      expect(result).toEqual({
        kind: 'succeeded',
        returned: money(500, 'EUR'),
        ...(result?.toldAt && { toldAt: expect.any(Date) }),
        ...(result?.stateAt && { stateAt: expect.any(Date) }),
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

  describe('its books', () => channelBooksContract(open, traits));
  describe('a callback', () => channelCallbacksContract(open, traits));
}
