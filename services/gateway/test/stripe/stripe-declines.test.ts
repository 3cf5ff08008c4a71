import { expect, test } from 'vitest';
import { failureOf } from '../../src/adapters/outbound/channels/stripe/stripe-declines.ts';

test.each([
  ['payment_method_customer_decline', 'cancelled_at_processor'],
  ['payment_intent_authentication_failure', 'authentication_failed'],
  ['payment_method_provider_decline', 'declined'],
])('Stripe’s code %s is told to the consumer as %s', (code, category) => {
  expect(failureOf({ code, message: 'No.' })).toEqual({ code, message: 'No.', category });
});
