import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AdyenChannel } from '../../src/adapters/outbound/channels/adyen/adyen-channel.ts';
import { failureOf, refusals } from '../../src/adapters/outbound/channels/adyen/adyen-declines.ts';
import { meanings } from '../../src/adapters/outbound/channels/adyen/adyen-meanings.ts';
import { inTime } from '../builders/channel-calls.ts';
import { money } from '../builders/orders.ts';
import { channelAt, newAttemptId, newRefundId, opened as opened19 } from './adyen-bench.ts';
import { type Item, StandInAdyen } from './stand-in-adyen.ts';

let adyen: StandInAdyen;
let channel: AdyenChannel;

beforeAll(async () => {
  adyen = await StandInAdyen.start();
  channel = channelAt(adyen);
});
afterAll(() => adyen.stop());

async function read(...items: readonly Item[]) {
  const reading = await channel.readCallback(adyen.batch(...items));
  if (reading.kind !== 'genuine') throw new Error(JSON.stringify(reading));
  return reading.callbacks;
}

async function notified(eventCode: string, reference: string, said: Partial<Item> = {}) {
  const [callback] = await read(adyen.happened(eventCode, reference, said));
  return callback?.notification;
}

const EUR = money(1_999, 'EUR');

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

  test('is unreadable if an event has no reference of Adyen’s: two such events could not be told apart', async () => {
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

describe('an event of Adyen’s', () => {
  const attemptId = newAttemptId();
  const refundId = newRefundId();

  test('about a payment has the amount paid, the payment method and the card', async () => {
    const said = { pspReference: 'QFQTPCQ8HXSKGK82', paymentMethod: 'mc' };
    const additionalData = { cardSummary: '1111', expiryDate: '03/2030' };
    expect(await notified('AUTHORISATION', attemptId, { ...said, additionalData })).toEqual({
      kind: 'payment',
      attemptId,
      result: {
        kind: 'succeeded',
        paid: EUR,
        paymentReference: 'QFQTPCQ8HXSKGK82',
        card: { brand: 'mastercard', last4: '1111', expMonth: 3, expYear: 2030 },
      },
    });
  });

  test.each([
    ['nothing', {}],
    ['too little', { cardSummary: '1111' }],
    ['a whole number', { cardSummary: '4111111111111111', expiryDate: '3/2030' }],
    ['no date', { cardSummary: '1111', expiryDate: '13/2030' }],
  ])('that tells %s of the card leaves it out', async (_case, additionalData) => {
    expect(await notified('AUTHORISATION', attemptId, { additionalData })).toMatchObject({
      result: { kind: 'succeeded', card: null },
    });
  });

  test.each(['Cancelled', 'Shopper Cancelled'])(
    '%s is the consumer’s own doing, not the bank’s',
    (reason) => {
      const { category } = failureOf({ refusalReason: reason });
      expect(category).toBe('cancelled_at_processor');
    },
  );

  test.each(refusals)('refused with "$reason" is $category', async ({ code, reason, category }) => {
    const failure = { code, message: reason, category };
    expect(await notified('AUTHORISATION', attemptId, { success: 'false', reason })).toMatchObject({
      kind: 'payment',
      result: { kind: 'failed', failure },
    });
  });

  test('about a refusal with an unpublished reason is a plain decline', async () => {
    expect(
      await notified('AUTHORISATION', attemptId, { success: 'false', reason: '05 : Odd' }),
    ).toMatchObject({
      result: { failure: { code: 'refused', message: '05 : Odd', category: 'declined' } },
    });
  });

  const announced = {
    kind: 'dispute',
    attemptId,
    report: { kind: 'opened', amount: EUR, isAnnouncement: true },
  };
  const opened = { kind: 'dispute', attemptId, report: { kind: 'opened', amount: EUR } };
  const won = { kind: 'dispute', attemptId, report: { kind: 'won', amount: EUR } };
  const lost = { kind: 'dispute', attemptId, report: { kind: 'lost', amount: EUR } };
  const irrelevant = { kind: 'irrelevant' };
  const forOperator = { kind: 'for_operator', reference: attemptId };
  const uncollected = { kind: 'uncollected', attemptId };

  /** For each event about a payment, what it means if the action succeeded and if it failed. */
  const table: Readonly<Record<string, readonly [object, object]>> = {
    AUTHORISATION: [
      { kind: 'payment', result: { kind: 'succeeded' } },
      { kind: 'payment', result: { kind: 'failed' } },
    ],
    AUTHENTICATION: [irrelevant, irrelevant],
    AUTHORISATION_ADJUSTMENT: [forOperator, irrelevant],
    AUTORESCUE: [irrelevant, irrelevant],
    CANCEL_AUTORESCUE: [irrelevant, irrelevant],
    CANCELLATION: [uncollected, irrelevant],
    // The field that says which of the two is missing here.
    CANCEL_OR_REFUND: [forOperator, irrelevant],
    TECHNICAL_CANCEL: [uncollected, irrelevant],
    CAPTURE: [irrelevant, forOperator],
    CAPTURE_FAILED: [uncollected, uncollected],
    EXPIRE: [uncollected, uncollected],
    HANDLED_EXTERNALLY: [forOperator, forOperator],
    OFFER_CLOSED: [irrelevant, irrelevant],
    PENDING: [irrelevant, irrelevant],
    ORDER_OPENED: [irrelevant, irrelevant],
    ORDER_CLOSED: [irrelevant, irrelevant],
    PROCESS_RETRY: [irrelevant, irrelevant],
    MANUAL_REVIEW_ACCEPT: [irrelevant, irrelevant],
    MANUAL_REVIEW_REJECT: [forOperator, forOperator],
    RECURRING_CONTRACT: [irrelevant, irrelevant],
    REFUND: [
      { kind: 'refund_by_reference', attemptId, result: { kind: 'succeeded', returned: EUR } },
      { kind: 'refund_by_reference', attemptId, result: { kind: 'failed' } },
    ],
    REFUND_FAILED: [
      { kind: 'refund_by_reference', attemptId, result: { kind: 'failed' }, amount: EUR },
      irrelevant,
    ],
    REFUNDED_REVERSED: [
      { kind: 'refund_by_reference', attemptId, result: { kind: 'failed' }, amount: EUR },
      irrelevant,
    ],
    REFUND_WITH_DATA: [forOperator, irrelevant],
    POSTPONED_REFUND: [irrelevant, irrelevant],
    VOID_PENDING_REFUND: [forOperator, irrelevant],
    PAIDOUT_REVERSED: [forOperator, forOperator],
    PAYOUT_DECLINE: [irrelevant, irrelevant],
    PAYOUT_EXPIRE: [irrelevant, irrelevant],
    PAYOUT_THIRDPARTY: [irrelevant, irrelevant],
    DONATION: [irrelevant, irrelevant],
    ACH_NOTIFICATION_OF_CHANGE: [irrelevant, irrelevant],
    DIRECT_DEBIT_NOTICE_OF_CHANGE_NOTIFICATION: [irrelevant, irrelevant],
    NOTIFICATION_OF_FRAUD: [irrelevant, irrelevant],
    REQUEST_FOR_INFORMATION: [forOperator, forOperator],
    ISSUER_COMMENTS: [irrelevant, irrelevant],
    // It can answer a request for information, whose end nothing tells. So it must not open a dispute.
    INFORMATION_SUPPLIED: [irrelevant, forOperator],
    NOTIFICATION_OF_CHARGEBACK: [announced, forOperator],
    CHARGEBACK: [opened, forOperator],
    CHARGEBACK_REVERSED: [opened, forOperator],
    ISSUER_RESPONSE_TIMEFRAME_EXPIRED: [won, forOperator],
    DISPUTE_DEFENSE_PERIOD_ENDED: [lost, forOperator],
    SECOND_CHARGEBACK: [lost, forOperator],
    PREARBITRATION_OPEN: [opened, forOperator],
    PREARBITRATION_WON: [won, forOperator],
    PREARBITRATION_ISSUER_WITHDRAWN: [won, forOperator],
    PREARBITRATION_LOST: [lost, forOperator],
    PREARBITRATION_ACCEPTED: [forOperator, forOperator],
    PREARBITRATION_DECLINED: [forOperator, forOperator],
    SCHEME_ARBITRATION: [opened, forOperator],
    SCHEME_ARBITRATION_WON: [won, forOperator],
    SCHEME_ARBITRATION_LOST: [lost, forOperator],
    ON_THE_MOON: [forOperator, forOperator],
  };

  test.each(Object.entries(table))('%s has the expected meaning', async (eventCode, [done, notDone]) => {
    expect(await notified(eventCode, attemptId)).toMatchObject(done);
    expect(await notified(eventCode, attemptId, { success: 'false' })).toMatchObject(notDone);
  });

  test('is covered by these tests in every row of the table', () => {
    // The stand-in does not sign `REPORT_AVAILABLE`. It is accepted without being read, so it is not in the table.
    const tried = [...Object.keys(table), 'REPORT_AVAILABLE'];
    expect(tried.toSorted()).toEqual([...Object.keys(meanings), 'ON_THE_MOON'].toSorted());
  });

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
        result,
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
        result,
      });
    },
  );

  test('about a failed capture has a reference of its own, so that a repetition is recognised, and Adyen’s reason', async () => {
    const said = { pspReference: 'QFQTPCQ8HXSKGK82', reason: 'Capture Failed' };
    expect(await notified('CAPTURE_FAILED', attemptId, said)).toEqual({
      kind: 'uncollected',
      attemptId,
      channelReference: 'CAPTURE_FAILED:QFQTPCQ8HXSKGK82',
      reason:
        'Adyen reports that CAPTURE_FAILED was done (QFQTPCQ8HXSKGK82, an amount of 1999 in EUR): Capture Failed',
    });
    // A refund collects nothing.
    expect(await notified('CAPTURE_FAILED', refundId)).toMatchObject({ kind: 'for_operator' });
  });

  test('about an opened chargeback has all details that Adyen sends', async () => {
    const said = {
      pspReference: '9915555555555555',
      originalReference: '9913140798220028',
      additionalData: {
        chargebackReasonCode: ' 4853',
        chargebackSchemeCode: 'mc',
        defendable: 'true',
        defensePeriodEndsAt: '2021-07-31T03:03:07+02:00',
      },
    };
    expect(await notified('CHARGEBACK', attemptId, said)).toEqual({
      kind: 'dispute',
      attemptId,
      paymentReference: '9913140798220028',
      report: {
        channelReference: '9915555555555555',
        amount: EUR,
        kind: 'opened',
        mayReopen: true,
        respondBy: new Date('2021-07-31T01:03:07Z'),
        reason: { category: 'not_as_described', code: '4853' },
        channelUrl:
          'https://ca-test.adyen.com/ca/ca/accounts/showTx.shtml?pspReference=9913140798220028&txType=Payment',
      },
    });
  });

  test.each([
    ['in the default setting, with references of their own', false],
    ['with the payment’s reference switched on', true],
  ])(
    'the gateway finds the dispute of a report by the dispute’s reference or by the payment (fault 83): %s',
    async (_case, isNamed) => {
      adyen.namesDisputedPayments = isNamed;
      const { attemptId: disputed } = await opened19(channel);
      adyen.pay(disputed, 'succeeds');
      const paymentReference = adyen.pspReferenceOf(disputed);
      const codes = ['NOTIFICATION_OF_CHARGEBACK', 'CHARGEBACK', 'CHARGEBACK_REVERSED', 'SECOND_CHARGEBACK'];
      const items = codes.map((code) => adyen.disputed(code, disputed, { dispute: '9915555555555555' }));
      const notifications = (await read(...items)).map(({ notification }) => notification);
      for (const [index, notification] of notifications.entries()) {
        const isEarly = index < 2;
        const key = isNamed || isEarly ? { mayReopen: true } : { keyedBy: 'payment' };
        const channelReference = items[index]?.pspReference;
        expect(notification).toMatchObject({
          kind: 'dispute',
          attemptId: disputed,
          report: { ...key, channelReference },
        });
        expect('paymentReference' in notification).toBe(isNamed || isEarly);
        if (isNamed || isEarly) expect(notification).toMatchObject({ paymentReference });
      }
      expect(new Set(items.map(({ pspReference }) => pspReference)).size).toBe(isNamed ? 1 : 3);
      adyen.namesDisputedPayments = false;
    },
  );

  // The states are those of the schema in `json/Webhooks-v1.json`; the page "Dispute webhooks" says which events have which.
  test.each([
    ['CHARGEBACK', {}, 'opened'],
    ['CHARGEBACK', { disputeStatus: 'Undefended', defendable: 'true' }, 'opened'],
    ['CHARGEBACK', { disputeStatus: 'Pending', defendable: 'false' }, 'opened'],
    ['CHARGEBACK', { defendable: 'false', autoDefended: 'true' }, 'opened'],
    ['CHARGEBACK', { disputeStatus: 'Lost', defendable: 'false' }, 'lost'],
    ['CHARGEBACK', { disputeStatus: 'Accepted' }, 'lost'],
    // Adyen sends no status for disputes in Brazil.
    ['CHARGEBACK', { defendable: 'false' }, 'lost'],
    ['CHARGEBACK_REVERSED', { disputeStatus: 'Pending' }, 'opened'],
    // Adyen does not sign the status. If it were enough to win a dispute, whoever can alter a notification could have money
    // refunded that the bank has taken.
    ['CHARGEBACK', { disputeStatus: 'Won' }, 'opened'],
    ['CHARGEBACK_REVERSED', { disputeStatus: 'Won' }, 'opened'],
    ['ISSUER_RESPONSE_TIMEFRAME_EXPIRED', { disputeStatus: 'Lost' }, 'won'],
    ['DISPUTE_DEFENSE_PERIOD_ENDED', { disputeStatus: 'Lost' }, 'lost'],
    ['DISPUTE_DEFENSE_PERIOD_ENDED', { disputeStatus: 'Expired' }, 'lost'],
    ['DISPUTE_DEFENSE_PERIOD_ENDED', { disputeStatus: 'Pending' }, 'opened'],
    ['NOTIFICATION_OF_CHARGEBACK', { defendable: 'false', autoDefended: 'true' }, 'opened'],
    ['SECOND_CHARGEBACK', { disputeStatus: 'Pending' }, 'lost'],
    ['PREARBITRATION_ACCEPTED', { disputeStatus: 'Accepted' }, 'lost'],
    ['PREARBITRATION_DECLINED', { disputeStatus: 'Lost' }, 'lost'],
  ])(
    'the event code and the status of a notification say what became of a dispute (fault 83): %s with %j means %s',
    async (eventCode, additionalData, kind) => {
      expect(await notified(eventCode, attemptId, { additionalData })).toMatchObject({ report: { kind } });
    },
  );

  // OFFER_CLOSED in `json/Webhooks-v1.json`: the offer expired, for example because the shopper abandoned it. A session can make
  // several offers, and `/payments` makes one.
  test.each([
    ['ideal', 'payment'],
    ['pix', 'payment'],
    ['bankTransfer_IBAN', 'payment'],
    ['visa', 'irrelevant'],
    ['scheme', 'irrelevant'],
    ['blik', 'irrelevant'],
    ['', 'irrelevant'],
  ])(
    'that an offer of %s has expired ends the attempt if Adyen made no other offer for it: %s',
    async (paymentMethod, kind) => {
      const notification = await notified('OFFER_CLOSED', attemptId, { paymentMethod });
      expect(notification).toMatchObject({ kind });
      if (kind === 'payment')
        expect(notification).toMatchObject({ attemptId, result: { kind: 'cancelled' } });
      const failed = await notified('OFFER_CLOSED', attemptId, { paymentMethod, success: 'false' });
      expect(failed).toEqual({ kind: 'irrelevant', type: 'OFFER_CLOSED' });
      expect(await notified('OFFER_CLOSED', refundId, { paymentMethod })).toMatchObject({
        kind: 'irrelevant',
      });
    },
  );

  test.each(['PREARBITRATION_ACCEPTED', 'PREARBITRATION_DECLINED'])(
    'of %s is for an operator, unless the bank keeps the money: Adyen does not sign who has won',
    async (eventCode) => {
      for (const disputeStatus of ['Won', 'Pending', '']) {
        const notification = await notified(eventCode, attemptId, { additionalData: { disputeStatus } });
        expect(notification).toMatchObject({ kind: 'for_operator' });
      }
    },
  );

  test('about a dispute counts anew if its status is new, and a repetition does not', async () => {
    const dispute = { pspReference: '9915555555555555', success: 'true' } as const;
    const with_ = (additionalData: Record<string, string>) =>
      adyen.happened('CHARGEBACK', attemptId, { ...dispute, additionalData });
    const [first, again, final] = await read(
      with_({ disputeStatus: 'Undefended' }),
      with_({ disputeStatus: 'Undefended', defendable: 'true' }),
      with_({ disputeStatus: 'Lost' }),
    );
    expect(again?.callbackId).toBe(first?.callbackId);
    expect(final?.callbackId).not.toBe(first?.callbackId);
  });

  test.each(['REFUND_FAILED', 'REFUNDED_REVERSED'])(
    'a notification of a failed refund that names only the payment counts again if its event date differs, because it may be about another refund (fault 84): %s',
    async (eventCode) => {
      const payment = { pspReference: '9913140798220028' };
      const at = (eventDate: string, reference = attemptId) =>
        adyen.happened(eventCode, reference, { ...payment, eventDate });
      const [first, again, next, ours, oursAgain] = await read(
        at('2026-11-21T10:00:00+01:00'),
        at('2026-11-21T10:00:00+01:00'),
        at('2026-11-23T10:00:00+01:00'),
        at('2026-11-21T10:00:00+01:00', refundId),
        at('2026-11-23T10:00:00+01:00', refundId),
      );
      expect(again?.callbackId).toBe(first?.callbackId);
      expect(next?.callbackId).not.toBe(first?.callbackId);
      expect(oursAgain?.callbackId).toBe(ours?.callbackId);
    },
  );

  test.each([
    ['visa', '10.4', 'fraudulent'],
    ['visa', '13.1', 'not_received'],
    ['visa', '13.2', 'cancelled_subscription'],
    ['visa', '12.6.1', 'duplicate'],
    ['mc', '4837', 'fraudulent'],
    ['mc', '4834', 'duplicate'],
    ['amex', 'C08', 'not_received'],
    ['ach', 'R01', 'general'],
  ])(
    'about a dispute with the reason %s %s has the category %s',
    async (chargebackSchemeCode, code, category) => {
      const additionalData = { chargebackSchemeCode, chargebackReasonCode: code };
      expect(await notified('CHARGEBACK', attemptId, { additionalData })).toMatchObject({
        report: { reason: { category, code } },
      });
    },
  );

  test('about a dispute has no reason or deadline if Adyen’s value is not a valid one', async () => {
    // A deadline in the far future would hide that nobody ends the dispute.
    for (const defensePeriodEndsAt of ['soon', '9999-01-01T00:00:00Z']) {
      const additionalData = { chargebackReasonCode: '4111111111111111', defensePeriodEndsAt };
      const notification = await notified('CHARGEBACK', attemptId, { additionalData });
      expect(JSON.stringify(notification)).not.toMatch(/4111|reason|respondBy/);
    }
  });

  test('a notification that somebody returned a payment in the Customer Area counts as a refund, unless the payment was cancelled (fault 84)', async () => {
    const { attemptId: paidAttempt } = await opened19(channel);
    adyen.pay(paidAttempt, 'succeeds');
    const paymentReference = adyen.pspReferenceOf(paidAttempt);
    const refund = adyen.refundByHand(paidAttempt, 700);
    const byHand = { kind: 'refund_by_reference', attemptId: paidAttempt, paymentReference };
    const returned = (amountMinor: number) => ({
      kind: 'succeeded',
      returned: { amountMinor, currency: 'EUR' },
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

  test('a notification that Adyen took a refund back turns the refund from successful to failed (fault 84)', async () => {
    const { attemptId: paidAttempt } = await opened19(channel);
    adyen.pay(paidAttempt, 'refundFails');
    const payment = { ...(await opened19(channel)), paymentReference: adyen.pspReferenceOf(paidAttempt) };
    const ownRefund = newRefundId();
    await channel.refund(inTime({ refundId: ownRefund, payment, amount: money(500, 'EUR') }));
    const told = adyen.items.filter(({ merchantReference }) => merchantReference === ownRefund);
    const notifications = (await read(...told)).map(({ notification }) => notification);
    expect(notifications).toMatchObject([
      { kind: 'refund', refundId: ownRefund, result: { kind: 'succeeded' } },
      { kind: 'refund', refundId: ownRefund, result: { kind: 'failed', failure: { code: 'refund_failed' } } },
    ]);
  });

  test.each(['AUTHORISATION', 'CHARGEBACK', 'CAPTURE_FAILED', 'ON_THE_MOON'])(
    '%s about a payment that others made is irrelevant, whatever it says',
    async (eventCode) => {
      for (const reference of ['', 'order 17', 'YOUR_MERCHANT_REFERENCE', `${attemptId}x`]) {
        expect(await notified(eventCode, reference)).toEqual({ kind: 'irrelevant', type: eventCode });
      }
      const merchantAccountCode = 'AnotherECOM';
      expect(await notified(eventCode, 'order 17', { merchantAccountCode })).toEqual({
        kind: 'irrelevant',
        type: eventCode,
      });
    },
  );

  test.each([
    ['REFUND', 'refund_by_reference'],
    ['CANCELLATION', 'uncollected'],
    ['CANCEL_OR_REFUND', 'for_operator'],
    ['CAPTURE_FAILED', 'uncollected'],
    ['CHARGEBACK', 'dispute'],
    ['ON_THE_MOON', 'for_operator'],
  ])(
    'a notification with a reference that somebody entered by hand is read as a report about the payment that it names (fault 84): %s',
    async (eventCode, kind) => {
      const originalReference = 'QFQTPCQ8HXSKGK82';
      for (const reference of ['', 'INV-2041', 'rfd_2041', attemptId.replace('txn_', 'ord_')]) {
        expect(await notified(eventCode, reference, { originalReference })).toMatchObject({
          kind,
          ...(kind === 'for_operator' ? { reference } : { attemptId: reference }),
          paymentReference: originalReference,
        });
        const ofAnother = { originalReference, merchantAccountCode: 'AnotherECOM' };
        expect(await notified(eventCode, reference, ofAnother)).toEqual({
          kind: 'irrelevant',
          type: eventCode,
        });
      }
    },
  );

  test.each(['AUTHORISATION', 'REFUND', 'CHARGEBACK', 'CAPTURE_FAILED', 'ON_THE_MOON'])(
    '%s of another merchant account goes to an operator if it names an ID of the gateway',
    async (eventCode) => {
      const merchantAccountCode = 'AnotherECOM';
      for (const reference of [attemptId, refundId]) {
        expect(await notified(eventCode, reference, { merchantAccountCode })).toEqual({
          kind: 'for_operator',
          reference,
          detail: expect.stringMatching(
            new RegExp(
              `^From the merchant account AnotherECOM, .*: Adyen reports that ${eventCode} was done`,
            ),
          ),
        });
      }
      // An event that is not about money is irrelevant, even if it is of another account.
      expect(await notified('OFFER_CLOSED', attemptId, { merchantAccountCode })).toMatchObject({
        kind: 'irrelevant',
      });
    },
  );

  test('with an amount that the gateway cannot read goes to an operator', async () => {
    const amount = { value: 1, currency: 'ISK' };
    for (const eventCode of ['AUTHORISATION', 'REFUND', 'CHARGEBACK']) {
      expect(await notified(eventCode, attemptId, { amount })).toMatchObject({ kind: 'for_operator' });
    }
  });
});
