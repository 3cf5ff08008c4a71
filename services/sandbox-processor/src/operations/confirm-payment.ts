import { type CardDetails, summariseCard } from '../domain/card.ts';
import { type Confirmation, confirm } from '../domain/confirm.ts';
import type { Payment } from '../domain/payment.ts';
import { repetitionOf, withAnsweredCall } from '../domain/repetition.ts';
import { changePayment, type DecidedChange } from './change-payment.ts';
import type { PaymentAnswer } from './create-payment.ts';
import { fingerprintOf } from './identifiers.ts';
import type { ProcessorContext } from './processor-context.ts';
import { keyReused, paymentNotFound, refused } from './refusal.ts';

export async function confirmPayment(
  context: ProcessorContext,
  paymentId: string,
  key: string,
  confirmation: Confirmation,
): Promise<PaymentAnswer> {
  const call = { operation: 'confirm', key, fingerprint: cardFingerprint(confirmation.card) } as const;

  const decide = (payment: Payment): DecidedChange<PaymentAnswer> => {
    const repetition = repetitionOf(payment, call);
    if (repetition.kind === 'key_reused') return { outcome: keyReused(), change: null };
    if (repetition.kind === 'replay')
      return { outcome: { kind: 'answered', payment: repetition.answer, replayed: true }, change: null };

    const confirmed = confirm(payment, confirmation, context.now(), context.timing);
    switch (confirmed.kind) {
      case 'confirmed': {
        const next = withAnsweredCall(confirmed.payment, call);
        return {
          outcome: { kind: 'answered', payment: next, replayed: false },
          change: { payment: next, events: confirmed.events },
        };
      }
      case 'left_to_page':
        return {
          outcome: { kind: 'answered', payment: confirmed.payment, replayed: false },
          change: null,
        };
      case 'card_missing':
        return { outcome: refused('invalid_request', 'A card payment needs `card`.'), change: null };
      case 'left_to_client':
        return {
          outcome: refused('invalid_request', `The ${payment.client} of this payment sends its card.`),
          change: null,
        };
      case 'card_not_expected':
        return {
          outcome: refused('invalid_request', `A ${payment.method} payment takes no \`card\`.`),
          change: null,
        };
      case 'not_confirmable':
        return {
          outcome: refused('payment_not_confirmable', `The payment is ${payment.status} already.`),
          change: null,
        };
    }
  };
  const result = await changePayment(context, paymentId, context.timing.callbackDelayMs, decide);
  return result.kind === 'decided' ? result.outcome : paymentNotFound();
}

/**
 * Returns a hash of the card for the fingerprint of a call. The card number is left out, because somebody could find it by
 * hashing all numbers.
 */
function cardFingerprint(card: CardDetails | null): string {
  if (card === null) return fingerprintOf([null]);
  const { brand, last4, expMonth, expYear } = summariseCard(card);
  return fingerprintOf([brand, last4, expMonth, expYear]);
}
