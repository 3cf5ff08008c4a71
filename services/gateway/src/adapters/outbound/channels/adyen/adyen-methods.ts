import type { Money } from '@kassa/contracts';
import type { ChannelMethod } from '../../../../ports/payment-channel.ts';
import { toAdyenAmount } from './adyen-amounts.ts';

/** A payment method for which the consumer is redirected to a page outside the cashier, pays there and comes back. */
export interface RedirectMethod extends ChannelMethod {
  /** Adyen's payment method type. */
  readonly type: string;
  /** The country code to send to Adyen, by the currency of the payment. */
  readonly countries: Readonly<Record<string, string>>;
  /** Whether Adyen needs to know what is bought. */
  readonly needsLines?: true;
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
  {
    ...wallet,
    code: 'klarna',
    type: 'klarna',
    name: 'Klarna',
    // The country of the consumer's bill takes precedence: Klarna serves several countries with the euro.
    countries: {
      AUD: 'AU',
      CHF: 'CH',
      DKK: 'DK',
      EUR: 'DE',
      GBP: 'GB',
      NOK: 'NO',
      PLN: 'PL',
      SEK: 'SE',
      USD: 'US',
    },
    needsLines: true,
  },
];

/**
 * Returns the methods that an account offers for an amount. Without a setting, it offers all that the account has at Adyen.
 *
 * @param account.configured the methods that the operator has set for the account; null if none are set
 * @param account.known the methods that the account has, by Adyen's types; null if Adyen has not told them yet
 */
export function methodsFor(
  amount: Money,
  {
    configured,
    known,
  }: { readonly configured: readonly string[] | null; readonly known: ReadonlySet<string> | null },
): readonly ChannelMethod[] {
  if (toAdyenAmount(amount) === undefined) return [];
  const codes = configured ?? (known === null ? [cardMethod.code] : null);
  return [cardMethod, ...redirectMethods.filter(({ countries }) => Object.hasOwn(countries, amount.currency))]
    .filter(({ code }) => (codes?.includes(code) ?? true) && (known?.has(typeOf(code)) ?? true))
    .map(({ code, name, iconFile, cardBrands }) => ({ code, name, iconFile, cardBrands }));
}

/** Returns Adyen's name for the type of a payment method. Adyen calls cards `scheme`. */
export function typeOf(code: string): string {
  if (code === cardMethod.code) return 'scheme';
  return redirectMethods.find((method) => method.code === code)?.type ?? code;
}
