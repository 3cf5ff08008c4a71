import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AdyenChannel } from '../../src/adapters/outbound/channels/adyen/adyen-channel.ts';
import { channelAt, newAttemptId, newRefundId } from './adyen-bench.ts';
import { StandInAdyen } from './stand-in-adyen.ts';

let adyen: StandInAdyen;
let channel: AdyenChannel;

beforeAll(async () => {
  adyen = await StandInAdyen.start();
  channel = channelAt(adyen);
});
afterAll(() => adyen.stop());

/**
 * Adyen calls two events duplicates if their event codes and references are equal. Their other fields may differ, and the latest
 * event counts ("Handle webhook events"). The inbox drops a callback whose ID it has seen, so such an event needs another ID.
 */
test.each([
  ['CHARGEBACK', newAttemptId()],
  ['REFUND', newRefundId()],
])(
  '%s that Adyen tells anew with another amount is not dropped as a repetition',
  async (eventCode, reference) => {
    const pspReference = '9913140798220028';
    const told = [600, 1_999].map((value) =>
      adyen.happened(eventCode, reference, { pspReference, amount: { value, currency: 'EUR' } }),
    );
    const reading = await channel.readCallback(adyen.batch(...told));
    const ids = reading.kind === 'genuine' ? reading.callbacks.map(({ callbackId }) => callbackId) : [];
    expect(ids).toHaveLength(2);
    expect(ids[0]).not.toBe(ids[1]);
  },
);

test('a second reversal of a chargeback is not mistaken for a repetition of the first, but a repeated notification is ignored (fault 83)', async () => {
  const pspReference = '9913140798220028';
  const reversedAt = (eventDate: string) =>
    adyen.happened('CHARGEBACK_REVERSED', newAttemptId(), { pspReference, eventDate });
  const told = ['2026-11-02T10:00:00+01:00', '2026-11-02T10:00:00+01:00', '2026-12-07T10:00:00+01:00'];
  const reading = await channel.readCallback(adyen.batch(...told.map(reversedAt)));
  const ids = reading.kind === 'genuine' ? reading.callbacks.map(({ callbackId }) => callbackId) : [];
  expect([ids[1] === ids[0], ids[2] === ids[0]]).toEqual([true, false]);
});

/** In some of Adyen's examples, the reference of this event is the payment's. */
test('REFUND_FAILED of two refunds with the same amount counts for each of them', async () => {
  const pspReference = '9913140798220028';
  const told = [newRefundId(), newRefundId()].map((reference) =>
    adyen.happened('REFUND_FAILED', reference, { pspReference }),
  );
  const reading = await channel.readCallback(adyen.batch(...told));
  const ids = reading.kind === 'genuine' ? reading.callbacks.map(({ callbackId }) => callbackId) : [];
  expect(new Set(ids).size).toBe(2);
});

/**
 * Adyen sends a refund again that a card scheme has rejected for a technical reason ("CAPTURE_FAILED and REFUND_FAILED
 * reasons").
 */
test.each(['REFUND', 'CANCEL_OR_REFUND'])(
  'if Adyen reports that it has made a failed refund again, the report is not mistaken for a repetition of the first, and it contains its time (fault 84): %s',
  async (eventCode) => {
    const [pspReference, reference] = ['9913140798220028', newRefundId()];
    const madeAt = (eventDate: string) => adyen.happened(eventCode, reference, { pspReference, eventDate });
    const told = ['2026-11-02T10:00:00+01:00', '2026-11-02T10:00:00+01:00', '2026-11-09T10:00:00+01:00'];
    const failed = adyen.happened('REFUND_FAILED', reference, {
      pspReference,
      eventDate: '2026-11-05T10:00:00+01:00',
    });
    const reading = await channel.readCallback(adyen.batch(...told.map(madeAt), failed));
    const callbacks = reading.kind === 'genuine' ? reading.callbacks : [];
    const [first, repeated, again] = callbacks.map(({ callbackId }) => callbackId);
    expect([repeated === first, again === first]).toEqual([true, false]);
    expect(callbacks.map(({ notification }) => notification)).toMatchObject(
      [2, 2, 9, 5].map((day) => ({ result: { toldAt: new Date(`2026-11-0${day}T09:00:00Z`) } })),
    );
  },
);

/** Adyen captures or refunds again by itself what failed for a technical reason, and this can fail again. */
test.each([
  ['REFUND_FAILED', newRefundId()],
  ['CAPTURE_FAILED', newAttemptId()],
])(
  '%s that Adyen tells again after it had tried again is not dropped as a repetition, and says when',
  async (eventCode, reference) => {
    const pspReference = '9913140798220028';
    const days = ['02', '02', '09'];
    const told = days.map((day) =>
      adyen.happened(eventCode, reference, { pspReference, eventDate: `2026-11-${day}T10:00:00+01:00` }),
    );
    const reading = await channel.readCallback(adyen.batch(...told));
    const callbacks = reading.kind === 'genuine' ? reading.callbacks : [];
    const [first, repeated, again] = callbacks.map(({ callbackId }) => callbackId);
    expect([repeated === first, again === first]).toEqual([true, false]);
    const times = callbacks.map(({ notification }) =>
      notification.kind === 'refund'
        ? notification.result.toldAt
        : 'toldAt' in notification && notification.toldAt,
    );
    expect(times).toEqual(days.map((day) => new Date(`2026-11-${day}T09:00:00Z`)));
  },
);

test.each(['Transaction Recaptured', 'Transaction Auto-recaptured'])(
  'an operator learns that Adyen has captured a payment after all whose capture had failed: %s',
  async (reason) => {
    const captured = (said: string) => adyen.happened('CAPTURE', newAttemptId(), { reason: said });
    const reading = await channel.readCallback(adyen.batch(captured(reason), captured('')));
    const told = reading.kind === 'genuine' ? reading.callbacks.map(({ notification }) => notification) : [];
    expect(told).toMatchObject([
      { kind: 'for_operator', collectedAt: expect.any(Date) },
      { kind: 'irrelevant' },
    ]);
  },
);

test('that Adyen has captured a payment after all is not dropped as a repetition of the first capture', async () => {
  const [pspReference, reference] = ['9913140798220028', newAttemptId()];
  const captured = (reason: string, day: string) =>
    adyen.happened('CAPTURE', reference, {
      pspReference,
      reason,
      eventDate: `2026-11-${day}T10:00:00+01:00`,
    });
  const again = captured('Transaction Recaptured', '05');
  const reading = await channel.readCallback(adyen.batch(captured('', '02'), again, again));
  const ids = reading.kind === 'genuine' ? reading.callbacks.map(({ callbackId }) => callbackId) : [];
  expect([ids[1] === ids[0], ids[2] === ids[1]]).toEqual([false, true]);
});
