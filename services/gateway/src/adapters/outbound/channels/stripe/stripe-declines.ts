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
 * Stripe's documentation). For all other codes, the consumer learns only that the payment was declined. Reasons that would help
 * a thief, such as a stolen card or suspected fraud, are left out on purpose.
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
  payment_intent_authentication_failure: 'authentication_failed',
  processing_error: 'processing_error',
  issuer_not_available: 'processing_error',
  reenter_transaction: 'processing_error',
  try_again_later: 'processing_error',
  card_not_supported: 'try_another_method',
  currency_not_supported: 'try_another_method',
  incorrect_number: 'try_another_method',
  invalid_number: 'try_another_method',
  invalid_account: 'try_another_method',
  testmode_decline: 'try_another_method',
  payment_method_customer_decline: 'cancelled_at_processor',
};

export function failureOf(failure: StripeFailure | null | undefined): AttemptFailure {
  const code = failure?.decline_code ?? failure?.code ?? 'declined';
  const category = categories[code] ?? categories[failure?.code ?? ''] ?? 'declined';
  return { code, message: failure?.message ?? 'The payment was declined.', category };
}
