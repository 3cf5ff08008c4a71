import { describe, expect, test } from 'vitest';
import { inTime, openingOrder } from '../builders/channel-calls.ts';
import { money } from '../builders/orders.ts';
import { endsWithin } from '../support/ends-within.ts';
import { channelAt, newAttemptId, newRefundId } from './adyen-bench.ts';
import { useAdyen } from './use-adyen.ts';

const { adyen, channel, paid } = await useAdyen();

describe('what goes wrong between Adyen and the gateway', () => {
  const error = (status: number, errorCode: string) => ({ status, errorCode, message: 'no', errorType: 'x' });

  // The sources of this table are Adyen's pages "HTTP status codes" and "API idempotency".
  test.each([
    [400, '702', false, 'refused'],
    [422, '130', false, 'refused'],
    [422, '704', false, 'unknown'],
    [422, '130', true, 'unknown'],
    [401, '000', false, 'unknown'],
    [403, '010', false, 'unknown'],
    [404, '000', false, 'unknown'],
    [409, '000', false, 'unknown'],
    [429, '000', false, 'unknown'],
    [500, '905', false, 'unknown'],
    [503, '000', true, 'unknown'],
    [308, '000', false, 'unknown'],
  ])('a refund answered with %i (%s, transient: %s) is %s', async (status, code, isTransient, kind) => {
    const payment = await paid();
    const refund = { refundId: newRefundId(), payment, amount: money(500, 'EUR') };
    adyen.disturbNext({ kind: 'answer', status, error: error(status, code), isTransient });
    expect(await channel.refund(inTime(refund))).toMatchObject({ kind });
    adyen.disturbNext({ kind: 'answer', status, error: error(status, code), isTransient });
    const order = openingOrder({ attemptId: newAttemptId(), amount: money(500, 'EUR') });
    expect(await channel.open(order)).toMatchObject({ kind: kind === 'refused' ? 'refused' : 'unavailable' });
  });

  test.each(['', '<html>', '[]', '"ok"', 'ok'])(
    'the unusable answer %j counts as no answer',
    async (text) => {
      const payment = await paid();
      const refund = { refundId: newRefundId(), payment, amount: money(500, 'EUR') };
      adyen.disturbNext({ kind: 'text', text });
      expect(await channel.refund(inTime(refund))).toMatchObject({ kind: 'unknown' });
    },
  );

  test('a refund whose answer was lost is sent again under the same key, and is made once', async () => {
    const payment = await paid();
    const refundId = newRefundId();
    const refund = { refundId, payment, amount: money(500, 'EUR') };
    adyen.disturbNext({ kind: 'lose_answer' });
    expect(await channel.refund(inTime(refund))).toMatchObject({ kind: 'unknown' });
    const asked = { refundId, payment, channelReference: null, acceptedAt: new Date() };
    expect(await channel.askRefund(asked)).toEqual({ kind: 'cannot_tell' });
    const answer = await channel.refund(inTime(refund));
    expect(answer).toMatchObject({ kind: 'pending' });
    expect(adyen.returned(payment.attemptId)).toBe(500);
    expect(adyen.calls.slice(-2).map(({ key }) => key)).toEqual([refundId, refundId]);
    const channelReference = answer.kind === 'pending' ? answer.channelReference : '';
    expect(await channel.askRefund({ ...asked, channelReference })).toEqual({
      kind: 'pending',
      channelReference,
    });
  });

  test('a refund is not sent again once Adyen may have forgotten its key', async () => {
    const payment = await paid();
    const asked = { refundId: newRefundId(), payment, channelReference: null };
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    expect(await channel.askRefund({ ...asked, acceptedAt: daysAgo(5.9) })).toMatchObject({
      kind: 'cannot_tell',
    });
    expect(await channel.askRefund({ ...asked, acceptedAt: daysAgo(6.1) })).toMatchObject({
      kind: 'unavailable',
    });
  });

  test('a refund is not sent if Adyen’s reference of its payment is unknown', async () => {
    const payment = { ...(await paid()), paymentReference: null };
    const callsBefore = adyen.calls.length;
    const refund = { refundId: newRefundId(), payment, amount: money(500, 'EUR') };
    expect(await channel.refund(inTime(refund))).toMatchObject({ kind: 'not_sent' });
    expect(adyen.calls).toHaveLength(callsBefore);
  });

  test('an answer that never ends counts as no answer once the time limit is over', async () => {
    const payment = await paid();
    await endsWithin(1_000, async () => {
      adyen.disturbNext({ kind: 'stall' });
      const refund = { refundId: newRefundId(), payment, amount: money(500, 'EUR') };
      expect(await channelAt(adyen, { timeoutMs: 1_000 }).refund(inTime(refund))).toMatchObject({
        kind: 'unknown',
      });
    });
  });

  test('no error detail contains the account’s key', async () => {
    const answers = [];
    for (const disturbance of [{ kind: 'break' } as const, { kind: 'answer', status: 401 } as const]) {
      adyen.disturbNext(disturbance);
      answers.push(
        await channel.open(openingOrder({ attemptId: newAttemptId(), amount: money(500, 'EUR') })),
      );
    }
    expect(JSON.stringify(answers)).not.toContain(adyen.apiKey);
  });
});
