import type { AttemptCard, PaymentResult } from '../../../../domain/attempt/payment-attempt.ts';
import { type AdyenAmount, fromAdyenAmount } from './adyen-amounts.ts';
import { failureOf } from './adyen-declines.ts';

/**
 * Translates Adyen's results into the gateway's terms. An unknown result is reported as not understood, never guessed.
 */

/** The part of a payment that the gateway reads from Adyen's answers to `/payments` and `/payments/details`. */
export interface AdyenPayment {
  readonly resultCode?: string | undefined;
  readonly refusalReason?: string | undefined;
  readonly refusalReasonCode?: string | undefined;
  readonly pspReference?: string | undefined;
  readonly merchantReference?: string | undefined;
  readonly amount?: { readonly currency: string; readonly value: number } | null | undefined;
  readonly additionalData?: Readonly<Record<string, string | undefined>> | undefined;
  readonly paymentMethod?: { readonly brand?: string; readonly type?: string } | null | undefined;
}

export type Reading =
  | { readonly kind: 'ended'; readonly result: PaymentResult }
  /** The payment has no result yet, or Adyen's answer does not contain it. A notification will report the result. */
  | { readonly kind: 'under_way' }
  /** The consumer must visit another page before the payment can continue. */
  | { readonly kind: 'action' }
  | { readonly kind: 'not_understood'; readonly detail: string };

/** Reads the result of a payment ("Payment result codes" in Adyen's documentation). */
export function readPayment(payment: AdyenPayment): Reading {
  switch (payment.resultCode) {
    case 'Authorised':
      return readSuccess(payment);
    case 'Refused':
    case 'Error':
      return {
        kind: 'ended',
        result: {
          kind: 'failed',
          failure: failureOf(payment),
          card: cardOf(payment),
          ...(payment.pspReference !== undefined && { declineReference: payment.pspReference }),
        },
      };
    case 'Cancelled':
      return { kind: 'ended', result: { kind: 'cancelled' } };
    case 'Received':
    case 'Pending':
      return { kind: 'under_way' };
    case 'RedirectShopper':
    case 'IdentifyShopper':
    case 'ChallengeShopper':
    case 'PresentToShopper':
      return { kind: 'action' };
    default:
      // Adyen also documents other result codes, such as `PartiallyAuthorised` and `AuthenticationFinished`. They are not
      // understood here, because the gateway requests no payment that could end with them.
      return { kind: 'not_understood', detail: `Adyen names a payment that is ${payment.resultCode}` };
  }
}

/**
 * Reads a successful payment. If Adyen's answer does not say how much was paid, the payment stays pending until one of Adyen's
 * notifications reports the amount.
 */
function readSuccess(payment: AdyenPayment): Reading {
  const { amount, pspReference } = payment;
  if (!amount || pspReference === undefined) return { kind: 'under_way' };
  const paid = fromAdyenAmount(amount);
  return paid === undefined
    ? { kind: 'not_understood', detail: `Adyen names ${amountText(amount)}` }
    : {
        kind: 'ended',
        result: { kind: 'succeeded', paid, card: cardOf(payment), paymentReference: pspReference },
      };
}

export function amountText({ value, currency }: AdyenAmount): string {
  return `an amount of ${value} in ${currency}`;
}

/** Card brands whose names at Adyen differ from the gateway's. */
const brands: Readonly<Record<string, string>> = { mc: 'mastercard', cup: 'unionpay' };

/** The suffixes that Adyen adds to the brand of a card in a wallet ("PaymentMethodVariant"). */
const walletOfCard = /_(applepay|googlepay|mobilepay|vipps)$/;

/**
 * Returns the card data that the gateway may store: brand, last four digits and expiry date. Null if Adyen does not report all
 * of them, which depends on the account's settings ("Additional data").
 */
export function cardOf({
  additionalData = {},
  paymentMethod,
}: {
  readonly additionalData?: Readonly<Record<string, string | undefined>> | undefined;
  readonly paymentMethod?: string | { readonly brand?: string } | null | undefined;
}): AttemptCard | null {
  const { cardSummary, expiryDate, paymentMethod: named } = additionalData;
  const variant = (typeof paymentMethod === 'string' ? paymentMethod : paymentMethod?.brand) ?? named ?? '';
  const brand = variant.replace(walletOfCard, '');
  const [, month, year] = /^(0?[1-9]|1[0-2])\/(\d{4})$/.exec(expiryDate ?? '') ?? [];
  if (!/^\d{4}$/.test(cardSummary ?? '') || !month || !year || !/^[a-z_]{1,32}$/.test(brand)) return null;
  return {
    brand: (Object.hasOwn(brands, brand) && brands[brand]) || brand,
    last4: cardSummary ?? '',
    expMonth: Number(month),
    expYear: Number(year),
  };
}
