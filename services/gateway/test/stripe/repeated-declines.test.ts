import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { readIntent } from '../../src/adapters/outbound/channels/stripe/stripe-results.ts';

/**
 * A payment intent whose payment failed, with the members of Stripe's published example (`last_payment_error` in "The
 * PaymentIntent object"). A consumer can try several cards in one payment intent, so each decline needs a reference of its own.
 */
const declinedBy = (error: object) =>
  ({
    object: 'payment_intent',
    status: 'requires_payment_method',
    last_payment_error: {
      type: 'card_error',
      code: 'card_declined',
      message: 'Your card was declined.',
      ...error,
    },
  }) as Stripe.PaymentIntent;

test.each([
  ['the charge', { charge: 'ch_1', payment_method: { id: 'pm_1' } }, 'ch_1'],
  ['the card, if the payment failed before a charge', { payment_method: { id: 'pm_1' } }, 'pm_1'],
  ['nothing, if Stripe names neither', {}, undefined],
])('a decline at Stripe is distinguished from others by %s', (_what, error, declineReference) => {
  const reading = readIntent(declinedBy(error));
  expect(reading).toMatchObject({ kind: 'ended', result: { kind: 'failed', card: null } });
  expect(reading).toHaveProperty('result.failure.code', 'card_declined');
  if (declineReference === undefined) expect(reading).not.toHaveProperty('result.declineReference');
  else expect(reading).toHaveProperty('result.declineReference', declineReference);
});
