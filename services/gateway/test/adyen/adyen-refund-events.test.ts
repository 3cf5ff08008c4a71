import { describe, expect, test } from 'vitest';
import { inTime } from '../builders/channel-calls.ts';
import { money } from '../builders/orders.ts';
import { newAttemptId, newRefundId, opened } from './adyen-bench.ts';
import { useAdyen } from './use-adyen.ts';

const { adyen, channel, read, notified } = await useAdyen();

const EUR = money(1_999, 'EUR');
/** The time of an event of the stand-in, unless a test sets another. */
const toldAt = new Date('2026-11-21T10:00:00+01:00');

describe('a refund event of Adyen’s', () => {
  const attemptId = newAttemptId();
  const refundId = newRefundId();

  test.each([
    ['REFUND', 'true', { kind: 'succeeded', returned: EUR }],
    ['REFUND', 'false', { kind: 'failed', failure: { code: 'refund_refused', message: 'no' } }],
  ] as const)(
    '%s (%s) names the refund by our reference and by Adyen’s',
    async (eventCode, success, result) => {
      const pspReference = 'QFQTPCQ8HXSKGK82';
      expect(await notified(eventCode, refundId, { pspReference, success, reason: 'no' })).toEqual({
        kind: 'refund',
        refundId,
        channelReference: pspReference,
        result: { ...result, toldAt },
      });
    },
  );

  test.each([
    ['REFUND_FAILED', { kind: 'failed', failure: { code: 'refund_failed', message: 'no' } }],
    ['REFUNDED_REVERSED', { kind: 'failed', failure: { code: 'refunded_reversed', message: 'no' } }],
  ] as const)(
    '%s names the refund by our reference; Adyen’s may be the payment’s',
    async (eventCode, result) => {
      expect(await notified(eventCode, refundId, { success: 'true', reason: 'no' })).toEqual({
        kind: 'refund',
        refundId,
        result: { ...result, toldAt },
      });
    },
  );

  test('a report of a refund by hand keeps a fraction of a minor unit, so that the refund becomes a case (fault 84)', async () => {
    const said = { pspReference: 'QFQTPCQ8HXSKGK82', amount: { value: 49_950, currency: 'CLP' } };
    expect(await notified('REFUND', attemptId, said)).toEqual({
      kind: 'refund_by_reference',
      attemptId,
      channelReference: 'QFQTPCQ8HXSKGK82',
      result: { kind: 'succeeded', returned: money(499.5, 'CLP'), toldAt },
    });
  });

  test.each(['REFUND_FAILED', 'REFUNDED_REVERSED'])(
    'if two notifications of a failed refund name only the payment and differ in their event dates, both count, because they may be about two refunds (fault 84): %s',
    async (eventCode) => {
      const payment = { pspReference: '9913140798220028' };
      const at = (eventDate: string) => adyen.happened(eventCode, attemptId, { ...payment, eventDate });
      const [first, again, next] = await read(
        at('2026-11-21T10:00:00+01:00'),
        at('2026-11-21T10:00:00+01:00'),
        at('2026-11-23T10:00:00+01:00'),
      );
      expect(again?.callbackId).toBe(first?.callbackId);
      expect(next?.callbackId).not.toBe(first?.callbackId);
    },
  );

  test('a notification that somebody returned a payment in the Customer Area counts as a refund, unless the payment was cancelled (fault 84)', async () => {
    const { attemptId: paidAttempt } = await opened(channel);
    adyen.pay(paidAttempt, 'succeeds');
    const paymentReference = adyen.pspReferenceOf(paidAttempt);
    const refund = adyen.refundByHand(paidAttempt, 700);
    const byHand = { kind: 'refund_by_reference', attemptId: paidAttempt, paymentReference };
    const returned = (amountMinor: number) => ({
      kind: 'succeeded',
      returned: { amountMinor, currency: 'EUR' },
      toldAt,
    });
    expect((await read(refund))[0]?.notification).toEqual({
      ...byHand,
      channelReference: refund.pspReference,
      result: returned(700),
    });
    const reversed = (action?: string) =>
      notified('CANCEL_OR_REFUND', paidAttempt, {
        originalReference: paymentReference,
        ...(action && { additionalData: { 'modification.action': action } }),
      });
    expect(await reversed('refund')).toMatchObject({ ...byHand, result: returned(1_999) });
    expect(await reversed('cancel')).toMatchObject({ kind: 'uncollected', attemptId: paidAttempt });
    expect(await reversed()).toMatchObject({ kind: 'for_operator' });
  });

  /**
   * "The modification.action field indicates whether the original payment was cancelled or refunded, or an authorised refund was
   * cancelled" (REVERSAL in Adyen's API explorer). Its page publishes no example, and no name of the third action.
   */
  test('REVERSAL is read as the result of a reversal only if it says that the payment was cancelled or refunded (fault 89)', async () => {
    const refundId = newRefundId();
    const reversal = (reference: string, action: string, success: 'true' | 'false' = 'true') =>
      notified('REVERSAL', reference, {
        originalReference: 'QFQTPCQ8HXSKGK82',
        success,
        additionalData: { 'modification.action': action },
      });
    for (const action of ['cancel', 'refund']) {
      expect(await reversal(refundId, action)).toMatchObject({
        ...{ kind: 'refund', refundId, paymentReference: 'QFQTPCQ8HXSKGK82' },
        result: { kind: 'succeeded' },
      });
    }
    for (const action of ['cancel', 'cancelRefund']) {
      expect(await reversal(refundId, action, 'false')).toMatchObject({ result: { kind: 'failed' } });
    }
    expect(await reversal(refundId, 'cancelRefund')).toMatchObject({
      ...{ kind: 'for_operator', reference: refundId },
      detail: expect.stringContaining('REVERSAL was done'),
    });
    expect(await reversal(attemptId, 'refund')).toMatchObject({
      ...{ kind: 'refund_by_reference', attemptId, result: { kind: 'succeeded' } },
    });
    expect(await reversal(attemptId, 'cancel')).toMatchObject({ kind: 'uncollected', attemptId });
    expect(await reversal(attemptId, 'cancelRefund')).toMatchObject({ kind: 'for_operator' });
    expect(await reversal(attemptId, 'cancel', 'false')).toMatchObject({ kind: 'irrelevant' });
  });

  test('a notification that Adyen took a refund back turns the refund from successful to failed (fault 84)', async () => {
    const { attemptId: paidAttempt } = await opened(channel);
    adyen.pay(paidAttempt, 'refundFails');
    const payment = { ...(await opened(channel)), paymentReference: adyen.pspReferenceOf(paidAttempt) };
    const ownRefund = newRefundId();
    await channel.refund(inTime({ refundId: ownRefund, payment, amount: money(500, 'EUR') }));
    const told = adyen.items.filter(({ merchantReference }) => merchantReference === ownRefund);
    const notifications = (await read(...told)).map(({ notification }) => notification);
    expect(notifications).toMatchObject([
      { kind: 'refund', refundId: ownRefund, result: { kind: 'succeeded' } },
      { kind: 'refund', refundId: ownRefund, result: { kind: 'failed', failure: { code: 'refund_failed' } } },
    ]);
  });
});
