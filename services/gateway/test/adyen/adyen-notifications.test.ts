import { describe, expect, test } from 'vitest';
import { failureOf, refusals } from '../../src/adapters/outbound/channels/adyen/adyen-declines.ts';
import { meanings } from '../../src/adapters/outbound/channels/adyen/adyen-meanings.ts';
import { money } from '../builders/orders.ts';
import { newAttemptId, newRefundId } from './adyen-bench.ts';
import { useAdyen } from './use-adyen.ts';

const { notified } = await useAdyen();

const EUR = money(1_999, 'EUR');
/** The time of an event of the stand-in, unless a test sets another. */
const toldAt = new Date('2026-11-21T10:00:00+01:00');

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

  // "PaymentMethodVariant" in Adyen's documentation: the card's brand, and the wallet that keeps the card.
  test.each([
    ['visa_applepay', 'visa'],
    ['mc_googlepay', 'mastercard'],
    ['amex_applepay', 'amex'],
    ['cup_googlepay', 'unionpay'],
    ['mc_mobilepay', 'mastercard'],
    ['visa_vipps', 'visa'],
    // Only wallets are left out. This is another kind of card.
    ['visa_credit', 'visa_credit'],
  ])('about a payment by %s has a card of the brand %s', async (paymentMethod, brand) => {
    const additionalData = { cardSummary: '1111', expiryDate: '03/2030' };
    expect(await notified('AUTHORISATION', attemptId, { paymentMethod, additionalData })).toMatchObject({
      result: { kind: 'succeeded', card: { brand, last4: '1111' } },
    });
  });

  test.each([
    ['nothing', {}],
    ['too little', { cardSummary: '1111' }],
    ['a whole number', { cardSummary: '4111111111111111', expiryDate: '3/2030' }],
    ['no date', { cardSummary: '1111', expiryDate: '13/2030' }],
  ])('that contains %s about the card has no card in the report', async (_case, additionalData) => {
    expect(await notified('AUTHORISATION', attemptId, { additionalData })).toMatchObject({
      result: { kind: 'succeeded', card: null },
    });
  });

  test.each(['Cancelled', 'Shopper Cancelled'])(
    '%s was caused by the consumer, not by the bank',
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
    REVERSAL: [forOperator, irrelevant],
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
    NOTIFICATION_OF_FRAUD: [forOperator, irrelevant],
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
    // No document describes these.
    ADVICE_OF_DEBIT: [forOperator, forOperator],
    AUTHORISATION_PENDING: [forOperator, forOperator],
    AUTHORISE_REFERRAL: [forOperator, forOperator],
    CANCEL: [forOperator, forOperator],
    CAPTURE_WITH_EXTERNAL_AUTH: [forOperator, forOperator],
    DEACTIVATE_RECURRING: [forOperator, forOperator],
    FRAUD_ONLY: [forOperator, forOperator],
    FUND_TRANSFER: [forOperator, forOperator],
    SUBMIT_RECURRING: [forOperator, forOperator],
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

  test('about a failed capture has a reference of its own, so that a repetition is recognised, and Adyen’s reason', async () => {
    const said = { pspReference: 'QFQTPCQ8HXSKGK82', reason: 'Capture Failed' };
    expect(await notified('CAPTURE_FAILED', attemptId, said)).toEqual({
      kind: 'uncollected',
      attemptId,
      channelReference: 'CAPTURE_FAILED:QFQTPCQ8HXSKGK82',
      // Without an original reference, this can be the payment's.
      eventReference: 'QFQTPCQ8HXSKGK82',
      reason:
        'Adyen reports that CAPTURE_FAILED was done (QFQTPCQ8HXSKGK82, an amount of 1999 in EUR): Capture Failed',
      toldAt,
    });
    // A refund collects nothing.
    expect(await notified('CAPTURE_FAILED', refundId)).toMatchObject({ kind: 'for_operator' });
  });

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
    expect(await notified('AUTHORISATION', attemptId, { amount })).toMatchObject({ kind: 'for_operator' });
    const unknown = { value: 1, currency: 'ZZZ' };
    for (const eventCode of ['REFUND', 'CHARGEBACK']) {
      const event = await notified(eventCode, attemptId, { amount: unknown });
      expect(event).toMatchObject({ kind: 'for_operator' });
    }
  });

  // "Currency codes and minor units" in Adyen's documentation: CLP and ISK have two decimals at Adyen, and UGX has none.
  test.each([
    ['CLP', 49_950, 500],
    ['CLP', 50_000, 500],
    ['ISK', 1, 1],
    ['ISK', 123_401, 1_235],
    ['UGX', 1_235, 1_235],
    ['IDR', 1_235, 123_500],
    ['JPY', 1_235, 1_235],
  ])(
    'about a dispute over a part of a unit counts as one over the whole unit, because the bank takes that money: %s %i',
    async (currency, value, amountMinor) => {
      for (const eventCode of ['CHARGEBACK', 'SECOND_CHARGEBACK', 'CHARGEBACK_REVERSED']) {
        expect(await notified(eventCode, attemptId, { amount: { value, currency } })).toMatchObject({
          kind: 'dispute',
          report: { amount: money(amountMinor, currency) },
        });
      }
    },
  );
});
