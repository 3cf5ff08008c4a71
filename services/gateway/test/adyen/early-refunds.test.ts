import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AdyenChannel } from '../../src/adapters/outbound/channels/adyen/adyen-channel.ts';
import { inTime } from '../builders/channel-calls.ts';
import { money } from '../builders/orders.ts';
import { channelAt, newRefundId, opened } from './adyen-bench.ts';
import { type Item, StandInAdyen } from './stand-in-adyen.ts';

let adyen: StandInAdyen;
let channel: AdyenChannel;
beforeAll(async () => {
  adyen = await StandInAdyen.start();
  adyen.holdsCaptures = true;
  channel = channelAt(adyen);
});
afterAll(() => adyen.stop());

async function readAbout(refundId: string) {
  const item = adyen.items.findLast(({ merchantReference }) => merchantReference === refundId) as Item;
  const reading = await channel.readCallback(adyen.batch(item));
  return reading.kind === 'genuine' ? reading.callbacks[0]?.notification : undefined;
}

/** Adyen cannot reverse a part of a payment, and refunds a part only after the capture ("Refund", "Reversal"). */
describe('if Adyen refuses to refund a part because the payment is not captured yet, the refund is sent again later (fault 85)', () => {
  test('is recognised as too early, and is sent as a new request once the payment is captured', async () => {
    const { attemptId, ...opening } = await opened(channel);
    adyen.pay(attemptId, 'succeeds');
    const payment = { attemptId, ...opening, paymentReference: adyen.pspReferenceOf(attemptId) };
    const [refundId, amount] = [newRefundId(), money(500, 'EUR')];
    const first = await channel.refund(inTime({ refundId, payment, amount, paid: money(1_999, 'EUR') }));
    expect(first).toMatchObject({ kind: 'pending' });
    expect(await readAbout(refundId)).toMatchObject({
      kind: 'refund',
      result: { kind: 'failed', isTooEarly: true },
      channelReference: first.kind === 'pending' ? first.channelReference : '',
    });
    adyen.capture(attemptId);
    // Under the key of the first request, Adyen only repeats its first answer.
    expect(await channel.refund(inTime({ refundId, payment, amount }))).toEqual(first);
    expect(adyen.returned(attemptId)).toBe(0);
    const second = await channel.refund(inTime({ refundId, payment, amount, earlyRefusals: 1 }));
    expect(adyen.calls.at(-1)).toMatchObject({ key: `${refundId}_2`, body: { reference: refundId } });
    expect(second).not.toEqual(first);
    expect(await readAbout(refundId)).toMatchObject({ result: { kind: 'succeeded', returned: amount } });
    expect(adyen.returned(attemptId)).toBe(500);
  });

  test.each([
    ['REFUND', 'Insufficient balance on payment'],
    // A reversal needs no capture.
    ['CANCEL_OR_REFUND', "Transaction hasn't been captured, refund not possible"],
    ['REFUND_FAILED', "Transaction hasn't been captured, refund not possible"],
  ])('%s is not read as too early if the reason is “%s”', async (eventCode, reason) => {
    const refundId = newRefundId();
    adyen.happened(eventCode, refundId, {
      reason,
      success: eventCode === 'REFUND_FAILED' ? 'true' : 'false',
    });
    const notification = await readAbout(refundId);
    expect(notification).toMatchObject({ kind: 'refund', result: { kind: 'failed' } });
    expect(JSON.stringify(notification)).not.toContain('isTooEarly');
  });
});
