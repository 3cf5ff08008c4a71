import type { Money } from '@kassa/contracts';
import type Stripe from 'stripe';
import type { ChannelMethod } from '../../../../ports/payment-channel.ts';
import { toStripeAmount } from './stripe-amounts.ts';
import { callStripe } from './stripe-calls.ts';

/** A payment method that Stripe's Payment Element supports. Its code is Stripe's name for the type of payment method. */
export interface StripeMethod extends ChannelMethod {
  readonly code: MethodType;
  /** The currencies in which the method can be used; null for every currency of Stripe. */
  readonly currencies: readonly string[] | null;
  /**
   * The number of days that the result can take; absent if it does not take days ("Payment method integration options": delayed
   * notification).
   */
  readonly resultWithinDays?: number;
}

type MethodType = 'card' | 'ideal' | 'bancontact' | 'eps' | 'p24' | 'blik' | 'klarna' | 'sepa_debit';

const bank = { iconFile: 'bank.svg', cardBrands: [] } as const;
const wallet = { iconFile: 'wallet.svg', cardBrands: [] } as const;

export const cardMethod: StripeMethod = {
  code: 'card',
  name: 'Card',
  iconFile: 'card.svg',
  cardBrands: ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb', 'unionpay'],
  currencies: null,
};

/** Stripe's name of the wallet Link. */
export const LINK = 'link';

/**
 * Returns Stripe's types of payment method that a payment with this method allows. At Stripe, Apple Pay and Google Pay are
 * cards. Link needs both types ("Accept a payment with the Express Checkout Element"). If the account has switched a type off,
 * or a type does not support the currency, Stripe leaves the type out and does not refuse the payment (changelog of 2026-07-29,
 * "Adds the allowed payment method types parameter").
 */
export function allowedTypes({ code }: StripeMethod): readonly (MethodType | typeof LINK)[] {
  return code === cardMethod.code ? [code, LINK] : [code];
}

/** The currencies and delays come from each method's page in Stripe's documentation. */
export const stripeMethods: readonly StripeMethod[] = [
  cardMethod,
  { ...bank, code: 'ideal', name: 'iDEAL | Wero', currencies: ['EUR'] },
  { ...bank, code: 'bancontact', name: 'Bancontact', currencies: ['EUR'] },
  { ...bank, code: 'eps', name: 'EPS', currencies: ['EUR'] },
  { ...bank, code: 'p24', name: 'Przelewy24', currencies: ['EUR', 'PLN'] },
  { ...wallet, code: 'blik', name: 'BLIK', currencies: ['PLN'] },
  {
    ...wallet,
    code: 'klarna',
    name: 'Klarna',
    currencies: [
      ...['AUD', 'CAD', 'CHF', 'CZK', 'DKK', 'EUR', 'GBP', 'NOK', 'NZD', 'PLN', 'RON', 'SEK', 'USD'],
    ],
  },
  // A bank can take 14 business days (Stripe's page "SEPA Direct Debit payments"). With weekends, the banks' holidays at
  // Christmas, and a debit after the day's cut-off time, these are 25 days.
  { ...bank, code: 'sepa_debit', name: 'SEPA Direct Debit', currencies: ['EUR'], resultWithinDays: 28 },
];

/** How long the gateway uses the account's last answer about its methods before it asks again. */
const MAX_AGE_MS = 10 * 60_000;

/** Finds a method by its code, if it can take the amount. */
export function methodFor(code: string, amount: Money): StripeMethod | undefined {
  if (toStripeAmount(amount) === undefined) return undefined;
  return stripeMethods.find(
    (method) => method.code === code && (method.currencies?.includes(amount.currency) ?? true),
  );
}

/**
 * The payment methods that an account has switched on, according to its payment method configuration. The gateway keeps
 * Stripe's answer, and asks again in the background. Until Stripe has answered for the first time, only cards are offered.
 */
export class AccountMethods {
  readonly #stripe: Stripe;
  readonly #now: () => number;
  #offered: ReadonlySet<string> = new Set([cardMethod.code]);
  #takesCartesBancaires = false;
  #askedAtMs = Number.NEGATIVE_INFINITY;

  constructor(stripe: Stripe, now: () => number = () => performance.now()) {
    this.#stripe = stripe;
    this.#now = now;
  }

  for(amount: Money): readonly ChannelMethod[] {
    if (this.#now() - this.#askedAtMs > MAX_AGE_MS) {
      this.#askedAtMs = this.#now();
      // Ignore a failure: the gateway continues with the last known methods, and asks again later.
      void this.#refresh().catch(() => undefined);
    }
    return stripeMethods
      .filter(({ code }) => this.#offered.has(code) && methodFor(code, amount) !== undefined)
      .map((method) => {
        const { code, name, iconFile } = method;
        return { code, name, iconFile, cardBrands: this.brandsOf(method, amount.currency) };
      });
  }

  /** The card brands that a method accepts. Cartes Bancaires takes only euros ("Cartes Bancaires"). */
  brandsOf({ code, cardBrands }: StripeMethod, currency: string): readonly string[] {
    const hasSecondNetwork = code === cardMethod.code && currency === 'EUR' && this.#takesCartesBancaires;
    return hasSecondNetwork ? [...cardBrands, 'cartes_bancaires'] : cardBrands;
  }

  async #refresh(): Promise<void> {
    const outcome = await callStripe(() => this.#stripe.paymentMethodConfigurations.list({ limit: 100 }));
    if (outcome.kind !== 'ok') return;
    // A configuration with an application belongs to a Connect platform, for payments that the platform makes ("The
    // PaymentMethodConfiguration object"). Such a configuration can also be marked as the default.
    const own = outcome.answer.data.find(
      ({ is_default: isDefault, active, application }) => isDefault && active && !application,
    );
    if (own === undefined) return;
    // Cards stay even if the account has switched them off, because the gateway's routes may rely on them.
    const isOn = ({ code }: StripeMethod) => code === cardMethod.code || own[code]?.available === true;
    this.#offered = new Set(stripeMethods.filter(isOn).map(({ code }) => code));
    this.#takesCartesBancaires = own.cartes_bancaires?.available === true;
  }
}
