import { describe, expect, test } from 'vitest';
import { channelAt, newAttemptId } from './adyen-bench.ts';
import type { Item } from './stand-in-adyen.ts';
import { useAdyen } from './use-adyen.ts';

const { adyen, channel, read } = await useAdyen();

describe('a batch of Adyen’s', () => {
  test('gets the answer that Adyen expects, and each of its events has an ID of its own', async () => {
    const [one, other] = [newAttemptId(), newAttemptId()];
    const paid = adyen.happened('AUTHORISATION', one, { pspReference: 'QFQTPCQ8HXSKGK82' });
    const declined = adyen.happened('AUTHORISATION', other, { success: 'false', reason: 'Refused' });
    const reading = await channel.readCallback(adyen.batch(paid, declined, paid));
    expect(reading).toMatchObject({ kind: 'genuine', acknowledgement: '[accepted]' });
    const callbacks = reading.kind === 'genuine' ? reading.callbacks : [];
    expect(callbacks.map(({ notification }) => notification.kind)).toEqual(['payment', 'payment', 'payment']);
    expect(callbacks[0]?.callbackId).toBe('QFQTPCQ8HXSKGK82:AUTHORISATION:true:1999:EUR');
    expect(callbacks[2]?.callbackId).toBe(callbacks[0]?.callbackId);
    expect(callbacks[1]?.callbackId).not.toBe(callbacks[0]?.callbackId);
  });

  test('is forged as a whole if one of its events is not signed with the key', async () => {
    const items = [
      adyen.happened('AUTHORISATION', newAttemptId()),
      adyen.happened('AUTHORISATION', newAttemptId()),
    ];
    const genuine = JSON.parse(adyen.batch(...items).body.toString());
    const other = JSON.parse(adyen.signedWith('A'.repeat(64), ...items).body.toString());
    for (const position of [0, 1]) {
      const mixed = structuredClone(genuine);
      mixed.notificationItems[position] = other.notificationItems[position];
      expect(await channel.readCallback(adyen.raw(JSON.stringify(mixed)))).toMatchObject({ kind: 'forged' });
    }
  });

  test('is accepted if it contains an unsigned event about a report, so that Adyen continues to send events', async () => {
    const paid = adyen.happened('AUTHORISATION', newAttemptId());
    // As in "Get reports automatically".
    const report = adyen.happened('REPORT_AVAILABLE', '', {
      pspReference: 'payments_accounting_report_2026_11_20.csv',
      amount: { value: 0, currency: 'EUR' },
      reason: 'https://ca-test.adyen.com/reports/download/MerchantAccount/KassaTestECOM/payments_accounting…',
    });
    expect(await channel.readCallback(adyen.batch(report))).toEqual({
      kind: 'genuine',
      callbacks: [],
      isUnproven: true,
      acknowledgement: '[accepted]',
    });
    expect(await read(report, paid)).toMatchObject([{ notification: { kind: 'payment' } }]);
  });

  test('is accepted if it contains a signed event about a report whose name contains colons', async () => {
    // Recorded at Adyen (Adyen/adyen-ruby-api-library, issue 108): somebody has generated a report for a span of time by hand.
    const name = 'threedsecure_authentication_report_2022-11-01T00:00:00_2022-11-02T23:59:59.csv';
    const report = adyen.happened('REPORT_AVAILABLE', '', { pspReference: name });
    const paid = adyen.happened('AUTHORISATION', newAttemptId());
    adyen.unsigned = [];
    const alone = adyen.batch(report);
    const withOthers = adyen.batch(report, paid);
    adyen.unsigned = ['REPORT_AVAILABLE'];
    expect(await channel.readCallback(alone)).toMatchObject({ kind: 'genuine', callbacks: [] });
    expect(await channel.readCallback(withOthers)).toMatchObject({
      kind: 'genuine',
      callbacks: [{ notification: { kind: 'payment' } }],
    });
  });

  test('is accepted if it contains a signed event about a report, like Adyen’s published example', async () => {
    const report = adyen.happened('REPORT_AVAILABLE', '', { pspReference: 'settlement_detail_report' });
    adyen.unsigned = [];
    const reading = await channel.readCallback(adyen.batch(report));
    adyen.unsigned = ['REPORT_AVAILABLE'];
    expect(reading).toMatchObject({
      kind: 'genuine',
      callbacks: [{ notification: { kind: 'irrelevant', type: 'REPORT_AVAILABLE' } }],
    });
  });

  test('without a signature is not stored, and is forged as a whole if an event names an ID of the gateway', async () => {
    const unsigned = (item: Item) =>
      adyen.raw(JSON.stringify({ live: 'false', notificationItems: [{ NotificationRequestItem: item }] }));
    const ours = adyen.happened('AUTHORISATION', newAttemptId());
    expect(await channel.readCallback(unsigned(ours))).toMatchObject({ kind: 'forged' });
    // An unsigned event with the reference of a genuine one must not be stored. Otherwise, the genuine event would count as a
    // repetition of it.
    const others = adyen.happened('AUTHORISATION', 'of-others', { pspReference: ours.pspReference });
    expect(await channel.readCallback(unsigned(others))).toMatchObject({ kind: 'genuine', callbacks: [] });
    expect(await channel.readCallback(adyen.batch(ours))).not.toHaveProperty('isUnproven');
    const signature = { hmacSignature: '' };
    expect(await channel.readCallback(unsigned({ ...others, additionalData: signature }))).toMatchObject({
      kind: 'forged',
    });
  });

  test('may be signed with either of two keys while a key is being replaced', async () => {
    const [before, now] = ['1'.repeat(64), '2'.repeat(64)] as const;
    const rotating = channelAt(adyen, { hmacKeys: [now, before] });
    const item = adyen.happened('AUTHORISATION', newAttemptId());
    for (const [key, kind] of [
      [before, 'genuine'],
      [now, 'genuine'],
      [adyen.hmacKey, 'forged'],
    ] as const) {
      expect(await rotating.readCallback(adyen.signedWith(key, item))).toMatchObject({ kind });
    }
  });

  test('is also read if an absent field of an event is null', async () => {
    const batch = JSON.parse(adyen.batch(adyen.happened('AUTHORISATION', newAttemptId())).body.toString());
    batch.notificationItems[0].NotificationRequestItem.originalReference = null;
    expect(await channel.readCallback(adyen.raw(JSON.stringify(batch)))).toMatchObject({ kind: 'genuine' });
  });

  test('whose signed text was split into other fields is forged', async () => {
    // The signed text joins the fields by colons ("psp:original:account:reference:…"). Fields that contain colons could give
    // the same text.
    const item = adyen.happened('AUTHORISATION', newAttemptId());
    const { body } = adyen.batch(item);
    const moved = JSON.parse(body.toString());
    const fields = moved.notificationItems[0].NotificationRequestItem;
    fields.pspReference = `${item.pspReference}:`;
    fields.originalReference = item.merchantAccountCode;
    fields.merchantAccountCode = item.merchantReference;
    fields.merchantReference = String(item.amount.value);
    expect(await channel.readCallback(adyen.raw(JSON.stringify(moved)))).not.toMatchObject({
      kind: 'genuine',
    });
    const colon = adyen.happened('AUTHORISATION', newAttemptId(), { pspReference: 'QFQT:1' });
    expect(await channel.readCallback(adyen.batch(colon))).toMatchObject({ kind: 'forged' });
  });

  test('needs the user name and password that are set for the webhook', async () => {
    const closed = channelAt(adyen, { credentials: { callbackLogin: 'kassa:password-1' } });
    const callback = adyen.batch(adyen.happened('AUTHORISATION', newAttemptId()));
    const withLogin = (login: string) => ({
      ...callback,
      headers: { authorization: `Basic ${Buffer.from(login).toString('base64')}` },
    });
    expect(await closed.readCallback(callback)).toMatchObject({ kind: 'forged' });
    expect(await closed.readCallback(withLogin('kassa:password-2'))).toMatchObject({ kind: 'forged' });
    expect(await closed.readCallback(withLogin('kassa:password-1'))).toMatchObject({ kind: 'genuine' });
  });

  test('is unreadable if an event has no reference of Adyen’s: two such events could not be distinguished', async () => {
    const nameless = adyen.happened('AUTHORISATION', newAttemptId(), { pspReference: '' });
    expect(await channel.readCallback(adyen.batch(nameless))).toMatchObject({ kind: 'unreadable' });
  });

  test('of Adyen’s other environment is unreadable', async () => {
    const { body } = adyen.batch(adyen.happened('AUTHORISATION', newAttemptId()));
    const live = body.toString().replace('"live":"false"', '"live":"true"');
    expect(await channel.readCallback(adyen.raw(live))).toMatchObject({ kind: 'unreadable' });
  });

  test.each([
    '{"notificationItems":[]}',
    '{"notificationItems":{}}',
    '{"notificationItems":[null]}',
    '{"notificationItems":[{"NotificationRequestItem":{}}]}',
    '{"notificationItems":[{"NotificationRequestItem":{"amount":{"value":"1"},"success":"true"}}]}',
    '{"notificationItems":[{"NotificationRequestItem":[]}]}',
  ])('in another form, %s, is unreadable', async (text) => {
    expect(await channel.readCallback(adyen.raw(text))).toMatchObject({ kind: 'unreadable' });
  });
});
