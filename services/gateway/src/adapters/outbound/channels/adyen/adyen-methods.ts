import type { Money } from '@kassa/contracts';
import type { ChannelMethod } from '../../../../ports/payment-channel.ts';
import { toAdyenAmount } from './adyen-amounts.ts';

export type OnRequest = 'capture' | 'tax_number';

/** A payment method by which the consumer pays outside the cashier: on the method's page, or by instructions. */
export interface ElsewhereMethod extends ChannelMethod {
  /** Adyen's payment method type. */
  readonly type: string;
  /**
   * The country code to send to Adyen, by the currency of the payment. A null value stands for the country of the account. The
   * whole member is null for a method that accepts every currency.
   */
  readonly countries: Readonly<Record<string, string | null>> | null;
  /**
   * Whether the consumer pays on a page that Adyen hosts (Hosted Checkout), because the method needs a form or a wallet's
   * button.
   */
  readonly isHosted?: true;
  /** Whether the consumer pays by instructions that every page of the order shows, such as an account number. */
  readonly isByInstructions?: true;
  /** The largest number of days from the submission to the result. Absent if the result does not take days. */
  readonly resultWithinDays?: number;
  /**
   * Why the method is offered only if the operator has named it.
   *
   * - `capture`: Adyen captures the payment by itself only if the account is set up for it when the method is added. The
   *   gateway cannot read this setting. Without it, the merchant never gets the money.
   * - `tax_number`: Adyen may refuse the payment, because an order does not have the consumer's tax number.
   */
  readonly onRequest?: OnRequest;
  /** Whether Adyen needs the list of products. */
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
 * The payment methods other than cards. According to Adyen's documentation, only methods with `isHosted` need a form that the
 * consumer fills in or a button of the wallet. Adyen's page may show these buttons ("Payment method setup"). A page of the
 * gateway would need Apple's and Google's scripts for them, whose content is not fixed.
 */
export const elsewhereMethods: readonly ElsewhereMethod[] = [
  { ...wallet, code: 'apple_pay', type: 'applepay', name: 'Apple Pay', countries: null, isHosted: true },
  { ...wallet, code: 'google_pay', type: 'googlepay', name: 'Google Pay', countries: null, isHosted: true },
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
    // The country of the consumer's billing address takes precedence, because Klarna serves several countries that use the
    // euro.
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
    // "Capture the payment" on Klarna's pages in Adyen's documentation: an account that captures payments immediately does not
    // capture payments with Klarna.
    onRequest: 'capture',
    // Klarna puts these details on its invoice ("Klarna", shopper details).
    needs: ['name', 'email', 'billingAddress'],
  },
  {
    code: 'pix',
    type: 'pix',
    name: 'Pix',
    iconFile: 'bank.svg',
    cardBrands: [],
    countries: { BRL: 'BR' },
    isByInstructions: true,
    // "Pix for API only" says that the request needs the consumer's name and CPF or CNPJ. Another version of the page says that
    // both can be left out, as Adyen's own component does by default (`personalDetailsRequired` in Adyen/adyen-web).
    onRequest: 'tax_number',
  },
  {
    code: 'bank_transfer',
    type: 'bankTransfer_IBAN',
    name: 'Bank transfer',
    iconFile: 'bank.svg',
    cardBrands: [],
    countries: { EUR: null },
    isByInstructions: true,
    // Adyen does not say how long it waits for a transfer. Within the euro area, a transfer takes a day or two, and some
    // consumers start it late.
    resultWithinDays: 7,
  },
  {
    code: 'bancontact',
    type: 'bcmc',
    name: 'Bancontact',
    iconFile: 'bank.svg',
    cardBrands: [],
    countries: { EUR: 'BE' },
    isHosted: true,
  },
  { ...wallet, code: 'blik', type: 'blik', name: 'BLIK', countries: { PLN: 'PL' }, isHosted: true },
];

/** The gateway's name of each card brand, by Adyen's name. */
const brandsByAdyenName: Readonly<Record<string, string>> = {
  visa: 'visa',
  mc: 'mastercard',
  amex: 'amex',
  discover: 'discover',
  diners: 'diners',
  jcb: 'jcb',
  cup: 'unionpay',
  maestro: 'maestro',
  cartebancaire: 'cartes_bancaires',
};

/**
 * Returns the brands to show next to the card form: the brands that the account accepts, or all if Adyen names none of them.
 * Cartes Bancaires accepts only euros.
 *
 * @param brandsAtAdyen the brands of the account, by Adyen's names
 */
function cardBrandsOf(brandsAtAdyen: readonly string[], currency: string): readonly string[] {
  const brands = brandsAtAdyen
    .flatMap((name) => (Object.hasOwn(brandsByAdyenName, name) ? [brandsByAdyenName[name] ?? ''] : []))
    .filter((brand) => brand !== 'cartes_bancaires' || currency === 'EUR');
  return brands.length === 0 ? cardMethod.cardBrands : brands;
}

/** The methods that are not offered unless the operator has named them: their codes, and why. */
export const offeredOnRequest: ReadonlyMap<string, OnRequest> = new Map(
  elsewhereMethods.flatMap(({ code, onRequest }) => (onRequest === undefined ? [] : [[code, onRequest]])),
);

/**
 * Returns the methods other than the card that an account may offer, if it has them at Adyen.
 *
 * @param configured the methods that the operator has set for the account; null if none are set
 */
export function offerableMethods(configured: readonly string[] | null): readonly ElsewhereMethod[] {
  return elsewhereMethods.filter(({ code }) => configured?.includes(code) ?? !offeredOnRequest.has(code));
}

/**
 * Returns the methods that an account offers for an amount. Without a setting, it offers all that the account has at Adyen,
 * except those that are offered on request (`offeredOnRequest`).
 *
 * @param account.configured the methods that the operator has set for the account; null if none are set
 * @param account.known the methods that the account has, by Adyen's types; null if Adyen has not reported them yet
 * @param account.cardBrands the brands of cards that the account takes, by Adyen's names; empty if Adyen has not reported them
 */
export function methodsFor(
  amount: Money,
  {
    configured,
    known,
    cardBrands: brandsAtAdyen,
  }: {
    readonly configured: readonly string[] | null;
    readonly known: ReadonlySet<string> | null;
    readonly cardBrands: readonly string[];
  },
): readonly ChannelMethod[] {
  if (toAdyenAmount(amount) === undefined) return [];
  const codes = configured ?? (known === null ? [cardMethod.code] : null);
  return [
    { ...cardMethod, cardBrands: cardBrandsOf(brandsAtAdyen, amount.currency) },
    ...elsewhereMethods.filter(
      ({ countries }) => countries === null || Object.hasOwn(countries, amount.currency),
    ),
  ]
    .filter(({ code }) => codes?.includes(code) ?? !offeredOnRequest.has(code))
    .filter(({ code }) => known?.has(typeOf(code)) ?? true)
    .map(({ code, name, iconFile, cardBrands, needs }) => ({
      ...{ code, name, iconFile, cardBrands },
      ...(needs !== undefined && { needs }),
    }));
}

/** Returns Adyen's name for the type of a payment method. Adyen calls cards `scheme`. */
export function typeOf(code: string): string {
  if (code === cardMethod.code) return 'scheme';
  return elsewhereMethods.find((method) => method.code === code)?.type ?? code;
}
