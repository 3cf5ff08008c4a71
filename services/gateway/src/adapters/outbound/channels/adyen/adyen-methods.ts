import type { Money } from '@kassa/contracts';
import type { ChannelMethod } from '../../../../ports/payment-channel.ts';
import { toAdyenAmount } from './adyen-amounts.ts';

/** A method with its own page: the consumer is sent to that page, and comes back from it. */
export interface RedirectMethod extends ChannelMethod {
  /** Adyen's payment method type. */
  readonly type: string;
  /** The country to send to Adyen, depending on the payment's currency. */
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
 * The methods that Adyen's documentation serves with a plain redirect, without asking the consumer for anything
 * first.
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
 * The methods that an account serves for an amount.
 *
 * @param codes the methods that the account was configured with
 */
export function methodsFor(amount: Money, codes: readonly string[]): readonly ChannelMethod[] {
  if (toAdyenAmount(amount) === undefined) return [];
  return [cardMethod, ...redirectMethods.filter(({ countries }) => Object.hasOwn(countries, amount.currency))]
    .filter(({ code }) => codes.includes(code))
    .map(({ code, name, iconFile, cardBrands }) => ({ code, name, iconFile, cardBrands }));
}
