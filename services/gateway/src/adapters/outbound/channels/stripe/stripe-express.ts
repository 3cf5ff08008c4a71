import type { Money } from '@kassa/contracts';
import type { ExpressOffer } from '../../../../ports/payment-channel.ts';
import { toStripeAmount } from './stripe-amounts.ts';
import { allowedTypes, cardMethod } from './stripe-methods.ts';
import { LIBRARY } from './stripe-page.ts';

/**
 * Returns what a page needs for Stripe's Express Checkout Element, which shows the buttons of Apple Pay, Google Pay and Link.
 * The payment is opened like a card payment, and the element must allow the same types as the payment intent. Undefined if
 * Stripe cannot charge the amount.
 */
export function expressFor(
  amount: Money,
  account: Pick<ExpressOffer, 'channelType' | 'publicKey'>,
): ExpressOffer | undefined {
  const price = toStripeAmount(amount);
  return price && { ...account, library: LIBRARY, ...price, types: allowedTypes(cardMethod) };
}
