import type { DeclineCategory } from '@kassa/contracts';
import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../src/adapters/outbound/channels/stripe/stripe-declines.ts';
import { isDecline } from '../../src/domain/attempt/ended-tries.ts';
import { publishedDeclineCodes } from './published/published-decline-codes.ts';

type DeclineCode = (typeof publishedDeclineCodes)[number];

/** The reason that a consumer sees for each published decline code. */
const told: Readonly<Record<DeclineCode, DeclineCategory>> = {
  // Stripe asks to present these like `generic_decline`.
  fraudulent: 'declined',
  lost_card: 'declined',
  lost_or_stolen_card: 'declined',
  merchant_blacklist: 'declined',
  stolen_card: 'declined',
  // They name a suspicion, or say nothing.
  call_issuer: 'declined',
  card_already_activated: 'declined',
  compliance_violation: 'declined',
  do_not_honor: 'declined',
  do_not_try_again: 'declined',
  generic_decline: 'declined',
  no_action_taken: 'declined',
  not_permitted: 'declined',
  partner_generic_decline: 'declined',
  partner_high_risk_customer: 'declined',
  payment_disputed: 'declined',
  pickup_card: 'declined',
  restricted_card: 'declined',
  revocation_of_all_authorizations: 'declined',
  revocation_of_authorization: 'declined',
  security_violation: 'declined',
  service_not_allowed: 'declined',
  stop_payment_order: 'declined',
  transaction_not_allowed: 'declined',
  // The consumer may have paid already.
  duplicate_transaction: 'declined',
  // The consumer needs another card or account, or the bank's help.
  expired_payment_information: 'declined',
  incorrect_address: 'declined',
  incorrect_pin: 'declined',
  incorrect_zip: 'declined',
  invalid_authorization: 'declined',
  invalid_billing_agreement: 'declined',
  invalid_customer_account: 'declined',
  invalid_payment_information: 'declined',
  invalid_pin: 'declined',
  offline_pin_required: 'declined',
  online_or_offline_pin_required: 'declined',
  payment_limit_exceeded: 'declined',
  pin_try_exceeded: 'declined',
  recurring_not_supported_by_bank: 'declined',
  card_velocity_exceeded: 'insufficient_funds',
  insufficient_funds: 'insufficient_funds',
  withdrawal_count_limit_exceeded: 'insufficient_funds',
  expired_card: 'expired_card',
  invalid_expiry_month: 'expired_card',
  invalid_expiry_year: 'expired_card',
  incorrect_cvc: 'incorrect_cvc',
  invalid_cvc: 'incorrect_cvc',
  authentication_not_handled: 'authentication_failed',
  authentication_required: 'authentication_failed',
  mobile_device_authentication_required: 'authentication_failed',
  // The consumer gets a new code in the bank's app.
  code_expired: 'authentication_failed',
  code_invalid: 'authentication_failed',
  // Stripe's next step is another attempt.
  approve_with_id: 'processing_error',
  issuer_not_available: 'processing_error',
  partner_payment_not_found: 'processing_error',
  processing_error: 'processing_error',
  reenter_transaction: 'processing_error',
  try_again_later: 'processing_error',
  // Another card or method can work.
  card_not_supported: 'try_another_method',
  currency_not_supported: 'try_another_method',
  incorrect_number: 'try_another_method',
  invalid_account: 'try_another_method',
  invalid_amount: 'try_another_method',
  invalid_business_account: 'try_another_method',
  invalid_number: 'try_another_method',
  new_account_information_available: 'try_another_method',
  partner_action_not_supported: 'try_another_method',
  testmode_decline: 'try_another_method',
  customer_declined: 'cancelled_at_processor',
};

describe('a decline code of Stripe', () => {
  test.each(publishedDeclineCodes)('is shown to the consumer as decided: %s', (code) => {
    const failure = failureOf({ code: 'card_declined', decline_code: code, message: 'No.' });
    expect(failure).toEqual({ code, message: 'No.', category: told[code] });
  });

  test('that may come from somebody who tests stolen cards counts as a decline', () => {
    const codes = ['fraudulent', 'incorrect_number', 'invalid_expiry_year', 'invalid_cvc', 'stolen_card'];
    for (const code of codes) expect(isDecline(told[code as DeclineCode])).toBe(true);
  });

  test.each(['a_later_code', 'constructor', '__proto__'])(
    'that was published later shows the consumer only that the payment was declined: %s',
    (code) => {
      expect(failureOf({ code: 'card_declined', decline_code: code }).category).toBe('declined');
    },
  );
});

type Literal<Text extends string> = Text extends unknown ? (string extends Text ? never : Text) : never;
type ErrorCode = Literal<NonNullable<Stripe.PaymentIntent.LastPaymentError['code']>>;

/**
 * The reason that a consumer sees for each published error code without a decline code; `declined` for all that are not here.
 */
const reasonsOfErrors = {
  authentication_required: 'authentication_failed',
  payment_intent_authentication_failure: 'authentication_failed',
  expired_card: 'expired_card',
  invalid_expiry_month: 'expired_card',
  invalid_expiry_year: 'expired_card',
  incorrect_cvc: 'incorrect_cvc',
  invalid_cvc: 'incorrect_cvc',
  incorrect_number: 'try_another_method',
  invalid_number: 'try_another_method',
  insufficient_funds: 'insufficient_funds',
  processing_error: 'processing_error',
  payment_intent_payment_attempt_expired: 'processing_error',
  payment_method_provider_timeout: 'processing_error',
  amount_too_large: 'try_another_method',
  amount_too_small: 'try_another_method',
  payment_method_currency_mismatch: 'try_another_method',
  payment_method_not_available: 'try_another_method',
  payment_method_unactivated: 'try_another_method',
  payment_method_unsupported_type: 'try_another_method',
  sepa_unsupported_account: 'try_another_method',
  payment_method_customer_decline: 'cancelled_at_processor',
  account_closed: 'declined',
  bank_account_declined: 'declined',
  card_decline_rate_limit_exceeded: 'declined',
  card_declined: 'declined',
  debit_not_authorized: 'declined',
  incorrect_zip: 'declined',
  no_account: 'declined',
  payment_intent_payment_attempt_failed: 'declined',
  payment_method_provider_decline: 'declined',
  refer_to_customer: 'declined',
} as const satisfies Partial<Record<ErrorCode, DeclineCategory>>;

test.each(Object.entries(reasonsOfErrors))(
  'an error code of Stripe is shown to the consumer as decided: %s is %s',
  (code, category) => {
    expect(failureOf({ code, message: 'No.' })).toEqual({ code, message: 'No.', category });
  },
);

test('a provider’s decline of a bank’s method is shown by its decline code, if Stripe names one', () => {
  const code = 'payment_method_provider_decline';
  expect(failureOf({ code, decline_code: 'code_expired' }).category).toBe('authentication_failed');
  expect(
    failureOf({ code: 'payment_method_customer_decline', decline_code: 'generic_decline' }),
  ).toMatchObject({ code: 'generic_decline', category: 'cancelled_at_processor' });
});
