import { cancel } from '../domain/cancel.ts';
import type { Payment } from '../domain/payment.ts';
import { repetitionOf, withAnsweredCall } from '../domain/repetition.ts';
import { changePayment, type DecidedChange } from './change-payment.ts';
import type { PaymentAnswer } from './create-payment.ts';
import { fingerprintOf } from './identifiers.ts';
import type { ProcessorContext } from './processor-context.ts';
import { paymentNotFound } from './refusal.ts';

export async function cancelPayment(
  context: ProcessorContext,
  paymentId: string,
  key: string,
): Promise<PaymentAnswer> {
  // A cancellation has no body to take a fingerprint of. So all cancellations have the same fingerprint, that of an empty list.
  const call = { operation: 'cancel', key, fingerprint: fingerprintOf([]) } as const;

  const decide = (payment: Payment): DecidedChange<PaymentAnswer> => {
    const repetition = repetitionOf(payment, call);
    if (repetition.kind === 'replay')
      return { outcome: { kind: 'answered', payment: repetition.answer, replayed: true }, change: null };

    const cancelled = cancel(payment, context.now());
    if (cancelled.kind === 'has_result')
      return { outcome: { kind: 'answered', payment: cancelled.payment, replayed: false }, change: null };
    const next = withAnsweredCall(cancelled.payment, call);
    return {
      outcome: { kind: 'answered', payment: next, replayed: false },
      change: { payment: next, events: cancelled.events },
    };
  };
  const result = await changePayment(context, paymentId, context.timing.callbackDelayMs, decide);
  return result.kind === 'decided' ? result.outcome : paymentNotFound();
}
