import { readFileSync } from 'node:fs';
import { NotificationRequestItem } from '@adyen/api-library/lib/src/typings/notification/notificationRequestItem.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AdyenChannel } from '../../src/adapters/outbound/channels/adyen/adyen-channel.ts';
import { meanings } from '../../src/adapters/outbound/channels/adyen/adyen-meanings.ts';
import { channelAt, newAttemptId, newRefundId } from './adyen-bench.ts';
import { type Item, StandInAdyen } from './stand-in-adyen.ts';

/**
 * A message that Adyen or a user of Adyen has published, with its source. `item` is an item of a Standard webhook, without its
 * signature. `message` is a message of another of Adyen's webhooks, of which only the type matters.
 */
interface Published {
  readonly source: string;
  readonly item?: Item;
  readonly message?: { readonly type: string };
}

const published: readonly Published[] = readFileSync(
  new URL('recorded/published-webhooks.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Published);

let adyen: StandInAdyen;
let channel: AdyenChannel;
beforeAll(async () => {
  adyen = await StandInAdyen.start();
  channel = channelAt(adyen);
});
afterAll(() => adyen.stop());

/** What the gateway makes of a message about a payment or refund of its own, in a few words. */
async function outcomeOf({ item, message }: Published): Promise<string> {
  if (item === undefined) {
    const { kind } = await channel.readCallback(adyen.raw(JSON.stringify(message)));
    return kind === 'unreadable' ? 'not taken' : kind;
  }
  const isOfRefund = /^(CANCEL_OR_)?REFUND/.test(item.eventCode);
  const merchantReference = isOfRefund ? newRefundId() : newAttemptId();
  const own = { ...item, merchantAccountCode: adyen.merchantAccount, merchantReference };
  const reading = await channel.readCallback(adyen.batch(own));
  if (reading.kind !== 'genuine') return reading.kind;
  const [callback] = reading.callbacks;
  // The gateway accepts an event without a signature only if nothing is made of it.
  if (callback === undefined) return 'irrelevant';
  const { notification } = callback;
  switch (notification.kind) {
    case 'payment':
    case 'refund':
    case 'refund_by_reference':
      return `${notification.kind} ${notification.result.kind}`;
    case 'dispute':
      return `dispute ${notification.report.isAnnouncement ? 'announced' : notification.report.kind}`;
    case 'payment_under_way':
      return 'payment under way';
    case 'uncollected':
    case 'for_operator':
      return `operator: ${notification.kind}`;
    case 'irrelevant':
      return 'irrelevant';
  }
}

const nameOf = ({ source }: Published) => source.split(/[ /]/).at(-1) ?? '';

const outcomes: Readonly<Record<string, readonly string[]>> = {
  'payment succeeded': [
    'authorisation',
    'authorisation-true-additional-attribute.json',
    'authorisation-true.json',
    'authorisationTrue.json',
  ],
  // Both are of iDEAL.
  'payment cancelled': ['offer-closed.json', 'offer_closed'],
  'refund succeeded': ['cancel_or_refund', 'refund-true.json', 'refundTrue.json'],
  'refund failed': ['refund', 'refund_failed', 'refunded_reversed', 'refund-false.json', 'refundFalse.json'],
  'dispute announced': ['notification_of_chargeback'],
  'dispute opened': ['chargeback', 'chargeback.json', 'chargeback_reversed'],
  'dispute won': ['issuer_response_timeframe_expired', 'prearbitration_won'],
  'dispute lost': [
    'dispute_defense_period_ended',
    'prearbitration_lost',
    'second_chargeback',
    // Two that a user of Adyen recorded in 2026: their chargebacks by direct debit are final at once.
    'ipn_Chargeback_ACH.json',
    'ipn_Chargeback_Gravy.json',
  ],
  'operator: uncollected': [
    'cancellation',
    'cancellation-true.json',
    'capture_failed',
    'expire',
    'technical_cancel',
  ],
  'operator: for_operator': [
    'authorisation_adjustment',
    'capture-false.json',
    'captureFalse.json',
    'manual_review_reject',
    'notification_of_fraud',
    'paidout_reversed',
    'refund_with_data',
    'request_for_information',
    'void_pending_refund',
  ],
  irrelevant: [
    'autorescue',
    'cancel_autorescue',
    'capture',
    'capture-true.json',
    'captureTrue.json',
    'information_supplied',
    'ipn_Autorescue_failed.json',
    'ipn_OrderOpened.json',
    'issuer_comments',
    'manual_review_accept',
    'order_closed',
    'order_opened',
    'payout_decline',
    'payout_expire',
    'payout_thirdparty',
    'postponed_refund',
    'recurring_contract',
    'report_available',
  ],
  // Adyen sends these only to addresses that are set up for its other webhooks.
  'not taken': [
    'accountHolderCreated.json',
    'ach_notice_of_change',
    'ach_notification_of_change',
    'balancePlatform-transaction-created-bank-category.json',
    'balancePlatform-transaction-created.json',
    'eft_notice_of_change',
    'management-webhook-payment-method-created-unknown-enum.json',
    'management-webhook-payment-method-created.json',
    'tokenization-webhook-recurring-token-alreadyExisting.json',
    'tokenization-webhook-recurring-token-created.json',
    'tokenization-webhook-recurring-token-disabled.json',
    'tokenization-webhook-recurring-token-updated.json',
  ],
};

describe('a published message of Adyen’s', () => {
  const expected = Object.entries(outcomes).flatMap(([outcome, names]) =>
    names.map((name) => [name, outcome] as const),
  );

  test.each(expected)(
    'the gateway handles each of Adyen’s published messages in the way that this test lists (fault 89): %s is %s',
    async (name, outcome) => {
      const found = published.filter((message) => nameOf(message) === name);
      expect(found).toHaveLength(1);
      for (const message of found) expect(await outcomeOf(message)).toBe(outcome);
    },
  );

  test('is covered by these tests, whichever it is', () => {
    expect(published.map(nameOf).toSorted()).toEqual(expected.map(([name]) => name).toSorted());
  });
});

/**
 * The event codes that Adyen's documents describe: those of `json/Webhooks-v1.json` (its webhooks, and the list of codes in its
 * schemas), those of Adyen's Java library (`com.adyen.model.notification`), and REVERSAL, which only Adyen's API explorer has.
 */
const describedCodes = [
  ...'ACH_NOTIFICATION_OF_CHANGE AUTHENTICATION AUTHORISATION AUTHORISATION_ADJUSTMENT AUTORESCUE'.split(' '),
  ...'CANCELLATION CANCEL_AUTORESCUE CANCEL_OR_REFUND CAPTURE CAPTURE_FAILED CHARGEBACK'.split(' '),
  ...'CHARGEBACK_REVERSED DIRECT_DEBIT_NOTICE_OF_CHANGE_NOTIFICATION DISPUTE_DEFENSE_PERIOD_ENDED'.split(' '),
  ...'DONATION EXPIRE HANDLED_EXTERNALLY INFORMATION_SUPPLIED ISSUER_COMMENTS'.split(' '),
  ...'ISSUER_RESPONSE_TIMEFRAME_EXPIRED MANUAL_REVIEW_ACCEPT MANUAL_REVIEW_REJECT'.split(' '),
  ...'NOTIFICATION_OF_CHARGEBACK NOTIFICATION_OF_FRAUD OFFER_CLOSED ORDER_CLOSED ORDER_OPENED'.split(' '),
  ...'PAIDOUT_REVERSED PAYOUT_DECLINE PAYOUT_EXPIRE PAYOUT_THIRDPARTY PENDING POSTPONED_REFUND'.split(' '),
  ...'PREARBITRATION_ACCEPTED PREARBITRATION_DECLINED PREARBITRATION_ISSUER_WITHDRAWN'.split(' '),
  ...'PREARBITRATION_LOST PREARBITRATION_OPEN PREARBITRATION_WON PROCESS_RETRY RECURRING_CONTRACT'.split(' '),
  ...'REFUND REFUNDED_REVERSED REFUND_FAILED REFUND_WITH_DATA REPORT_AVAILABLE'.split(' '),
  ...'REQUEST_FOR_INFORMATION SCHEME_ARBITRATION SCHEME_ARBITRATION_LOST SCHEME_ARBITRATION_WON'.split(' '),
  ...'REVERSAL SECOND_CHARGEBACK TECHNICAL_CANCEL VOID_PENDING_REFUND'.split(' '),
];

/**
 * Further event codes that only the lists of Adyen's libraries name: CANCEL in the package for Node.js (`EventCodeEnum`), and the
 * others in the libraries for PHP (`isHmacSupportedEventCode`).
 */
const listedCodes = [
  ...'ADVICE_OF_DEBIT AUTHORISATION_PENDING AUTHORISE_REFERRAL CANCEL CAPTURE_WITH_EXTERNAL_AUTH'.split(' '),
  ...'DEACTIVATE_RECURRING FRAUD_ONLY FUND_TRANSFER SUBMIT_RECURRING'.split(' '),
];

describe('the event codes of Adyen', () => {
  test('the gateway knows exactly those event codes that Adyen has published (fault 89)', () => {
    expect(Object.keys(meanings).toSorted()).toEqual([...describedCodes, ...listedCodes].toSorted());
  });

  test('the gateway knows each event code that Adyen’s package for Node.js lists (fault 89)', () => {
    const codes = Object.values(NotificationRequestItem.EventCodeEnum);
    expect(codes).toHaveLength(43);
    for (const code of codes) expect(meanings).toHaveProperty(code);
  });

  test('that change nothing have a stated reason', () => {
    for (const meaning of Object.values(meanings)) {
      if (typeof meaning === 'object') expect(meaning.irrelevant).toMatch(/ .* /);
    }
  });
});

/**
 * Adyen's own examples: the answer to a reversal or a refund names the payment in `originalReference`. Its description of this
 * field is the same for all modifications (`json/Webhooks-v1.json`).
 */
test.each(['cancel_or_refund', 'refund', 'cancellation', 'technical_cancel'])(
  'in Adyen’s published examples, a notification about a cancellation or refund names the payment: %s (fault 84)',
  async (name) => {
    const item = published.find((each) => nameOf(each) === name)?.item;
    if (item === undefined) throw new Error(name);
    const isOfRefund = name.includes('refund');
    const merchantReference = isOfRefund ? newRefundId() : newAttemptId();
    const own = { ...item, merchantAccountCode: adyen.merchantAccount, merchantReference };
    const reading = await channel.readCallback(adyen.batch(own));
    expect(item.originalReference).not.toBe('');
    expect(reading).toMatchObject({
      callbacks: [
        {
          notification: {
            ...(isOfRefund
              ? { kind: 'refund', refundId: merchantReference, channelReference: item.pspReference }
              : { kind: 'uncollected', attemptId: merchantReference }),
            paymentReference: item.originalReference,
          },
        },
      ],
    });
  },
);
