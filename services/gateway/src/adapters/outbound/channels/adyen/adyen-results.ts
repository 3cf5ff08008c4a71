import type { AttemptCard, PaymentResult } from '../../../../domain/attempt/payment-attempt.ts';
import { type AdyenAmount, fromAdyenAmount } from './adyen-amounts.ts';
import { failureOf } from './adyen-declines.ts';

/** Translates Adyen's terms into the gateway's. Unknown terms are reported and never guessed. */

/** The members of the answers to `/payments` and `/payments/details` that are used. */
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
  /** Nothing has been decided, or this answer does not say; a notification will. */
  | { readonly kind: 'under_way' }
  /** The consumer first has to visit another page. */
  | { readonly kind: 'action' }
  | { readonly kind: 'not_understood'; readonly detail: string };

/** The result of a payment ("Payment result codes"). */
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
      // `PartiallyAuthorised`, `AuthenticationFinished`, `AuthenticationNotRequired` and `Success` also end up
      // here, because the gateway never requests such payments.
      return { kind: 'not_understood', detail: `Adyen names a payment that is ${payment.resultCode}` };
  }
}

/** An answer need not say how much was paid; in that case, the notification says it. */
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

/** Card brands for which Adyen uses another name. */
const brands: Readonly<Record<string, string>> = { mc: 'mastercard', cup: 'unionpay' };

/**
 * The card data that may be stored; null if the account is not set up to report all of it ("Additional data").
 */
export function cardOf({
  additionalData = {},
  paymentMethod,
}: {
  readonly additionalData?: Readonly<Record<string, string | undefined>> | undefined;
  readonly paymentMethod?: string | { readonly brand?: string } | null | undefined;
}): AttemptCard | null {
  const { cardSummary, expiryDate, paymentMethod: named } = additionalData;
  const brand = (typeof paymentMethod === 'string' ? paymentMethod : paymentMethod?.brand) ?? named ?? '';
  const [, month, year] = /^(0?[1-9]|1[0-2])\/(\d{4})$/.exec(expiryDate ?? '') ?? [];
  if (!/^\d{4}$/.test(cardSummary ?? '') || !month || !year || !/^[a-z_]{1,32}$/.test(brand)) return null;
  return {
    brand: (Object.hasOwn(brands, brand) && brands[brand]) || brand,
    last4: cardSummary ?? '',
    expMonth: Number(month),
    expYear: Number(year),
  };
}
