import type { Money } from '@kassa/contracts';
import type { ChannelMethod } from '../../../../ports/payment-channel.ts';
import { toAdyenAmount } from './adyen-amounts.ts';

/** A payment method for which the consumer is redirected to a page outside the cashier, pays there and comes back. */
export interface RedirectMethod extends ChannelMethod {
  /** Adyen's payment method type. */
  readonly type: string;
  /** The country code to send to Adyen, by the currency of the payment. */
  readonly countries: Readonly<Record<string, string>>;
}

export const cardMethod: ChannelMethod = {
  code: 'card',
  name: 'Card',
  iconFile: 'card.svg',
  cardBrands: ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb', 'unionpay', 'maestro'],
};

const wallet = { iconFile: 'wallet.svg', cardBrands: [] } as const;

/**
 * The payment methods that need only a redirect. According to Adyen's documentation, the cashier need not ask the consumer for
 * anything before it.
 */
export const redirectMethods: readonly RedirectMethod[] = [
  {
    code: 'ideal',
    type: 'ideal',
    // The payment scheme requires this name.
    name: 'iDEAL | Wero',
    iconFile: 'bank.svg',
    cardBrands: [],
    countries: { EUR: 'NL' },
  },
  { ...wallet, code: 'mobilepay', type: 'mobilepay', name: 'MobilePay', countries: { DKK: 'DK', EUR: 'FI' } },
  { ...wallet, code: 'twint', type: 'twint', name: 'TWINT', countries: { CHF: 'CH' } },
  { ...wallet, code: 'vipps', type: 'vipps', name: 'Vipps', countries: { NOK: 'NO' } },
];

/**
 * Returns the methods that an account offers for an amount.
 *
 * @param codes the methods that the account was configured with
 */
export function methodsFor(amount: Money, codes: readonly string[]): readonly ChannelMethod[] {
  if (toAdyenAmount(amount) === undefined) return [];
  return [cardMethod, ...redirectMethods.filter(({ countries }) => Object.hasOwn(countries, amount.currency))]
    .filter(({ code }) => codes.includes(code))
    .map(({ code, name, iconFile, cardBrands }) => ({ code, name, iconFile, cardBrands }));
}
