import type { DeclineCategory } from '@kassa/contracts';
import type { AttemptFailure } from '../../../../domain/attempt/payment-attempt.ts';

/** What Stripe says about a failed payment. */
interface StripeFailure {
  readonly code?: string | null | undefined;
  readonly decline_code?: string | null | undefined;
  readonly message?: string | null | undefined;
}

/**
 * The reason that a consumer is shown for each decline code and error code of Stripe ("Decline codes" and "Error codes" in
 * Stripe's documentation; for BLIK, the changelog of 2026-09-30, "Returns specific decline codes for BLIK payment failures").
 * For all other codes, the consumer learns only that the payment was declined. Reasons that would help a thief, such as a
 * stolen card or suspected fraud, are deliberately left out. The code `duplicate_transaction` is left out too: the consumer may
 * have paid already, and should not immediately try again.
 */
const categories: Readonly<Record<string, DeclineCategory>> = {
  insufficient_funds: 'insufficient_funds',
  withdrawal_count_limit_exceeded: 'insufficient_funds',
  card_velocity_exceeded: 'insufficient_funds',
  expired_card: 'expired_card',
  invalid_expiry_month: 'expired_card',
  invalid_expiry_year: 'expired_card',
  incorrect_cvc: 'incorrect_cvc',
  invalid_cvc: 'incorrect_cvc',
  authentication_required: 'authentication_failed',
  authentication_not_handled: 'authentication_failed',
  mobile_device_authentication_required: 'authentication_failed',
  payment_intent_authentication_failure: 'authentication_failed',
  code_expired: 'authentication_failed',
  code_invalid: 'authentication_failed',
  approve_with_id: 'processing_error',
  issuer_not_available: 'processing_error',
  partner_payment_not_found: 'processing_error',
  payment_intent_payment_attempt_expired: 'processing_error',
  payment_method_provider_timeout: 'processing_error',
  processing_error: 'processing_error',
  reenter_transaction: 'processing_error',
  try_again_later: 'processing_error',
  amount_too_large: 'try_another_method',
  amount_too_small: 'try_another_method',
  card_not_supported: 'try_another_method',
  currency_not_supported: 'try_another_method',
  incorrect_number: 'try_another_method',
  invalid_account: 'try_another_method',
  invalid_amount: 'try_another_method',
  invalid_business_account: 'try_another_method',
  invalid_number: 'try_another_method',
  new_account_information_available: 'try_another_method',
  partner_action_not_supported: 'try_another_method',
  payment_method_currency_mismatch: 'try_another_method',
  payment_method_not_available: 'try_another_method',
  payment_method_unactivated: 'try_another_method',
  payment_method_unsupported_type: 'try_another_method',
  sepa_unsupported_account: 'try_another_method',
  testmode_decline: 'try_another_method',
  customer_declined: 'cancelled_at_processor',
  payment_method_customer_decline: 'cancelled_at_processor',
};

export function failureOf(failure: StripeFailure | null | undefined): AttemptFailure {
  const code = failure?.decline_code ?? failure?.code ?? 'declined';
  const category = categoryOf(code) ?? categoryOf(failure?.code ?? '') ?? 'declined';
  return { code, message: failure?.message ?? 'The payment was declined.', category };
}

function categoryOf(code: string): DeclineCategory | undefined {
  return Object.hasOwn(categories, code) ? categories[code] : undefined;
}
