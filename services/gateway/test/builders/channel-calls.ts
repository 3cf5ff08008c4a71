import type {
  CardData,
  OpeningOrder,
  PaymentReference,
  Submission,
} from '../../src/ports/payment-channel.ts';

const returnUrl = 'https://pay.example/checkout/ord_1';

/** What a channel is asked to open, with everything that is not at issue. */
export function openingOrder(
  given: Pick<OpeningOrder, 'attemptId' | 'amount'> & Partial<OpeningOrder>,
): OpeningOrder {
  return {
    methodCode: 'card',
    description: null,
    returnUrl,
    // The vendors' own servers ask for a moment that is to come.
    expiresAt: new Date(Date.now() + 30 * 60_000),
    mayTakeCardNumbers: true,
    ...given,
  };
}

export function submissionOf(payment: PaymentReference, card: CardData | null): Submission {
  return { ...payment, card, device: null, returnUrl };
}
