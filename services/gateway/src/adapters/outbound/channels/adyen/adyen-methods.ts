import type { Money } from '@kassa/contracts';
import type { ChannelMethod } from '../../../../ports/payment-channel.ts';
import { toAdyenAmount } from './adyen-amounts.ts';

/** A method whose page is the maker's own: the consumer is sent there, and back. */
export interface RedirectMethod extends ChannelMethod {
  /** Adyen's payment method type. */
  readonly type: string;
  /** The country that Adyen is told, by the currency that it is paid in. */
  readonly countries: Readonly<Record<string, string>>;
}

export const cardMethod: ChannelMethod = {
  code: 'card',
  name: 'Card',
  iconFile: 'card.svg',
  cardBrands: ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb', 'unionpay', 'maestro'],
};

const wallet = { iconFile: 'wallet.svg', cardBrands: [] } as const;

/** Those whose pages Adyen's documentation leads to by a plain redirect, with nothing asked for before. */
export const redirectMethods: readonly RedirectMethod[] = [
  {
    code: 'ideal',
    type: 'ideal',
    // The name that its scheme asks for.
    name: 'iDEAL | Wero',
    iconFile: 'bank.svg',
    cardBrands: [],
    countries: { EUR: 'NL' },
  },
  { ...wallet, code: 'mobilepay', type: 'mobilepay', name: 'MobilePay', countries: { DKK: 'DK', EUR: 'FI' } },
  { ...wallet, code: 'twint', type: 'twint', name: 'TWINT', countries: { CHF: 'CH' } },
  { ...wallet, code: 'vipps', type: 'vipps', name: 'Vipps', countries: { NOK: 'NO' } },
];

/** What an account serves for an amount. @param codes what it has been given */
export function methodsFor(amount: Money, codes: readonly string[]): readonly ChannelMethod[] {
  if (toAdyenAmount(amount) === undefined) return [];
  return [cardMethod, ...redirectMethods.filter(({ countries }) => Object.hasOwn(countries, amount.currency))]
    .filter(({ code }) => codes.includes(code))
    .map(({ code, name, iconFile, cardBrands }) => ({ code, name, iconFile, cardBrands }));
}
