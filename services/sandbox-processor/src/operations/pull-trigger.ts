import type { Payment } from '../domain/payment.ts';
import { type Trigger, trigger } from '../domain/trigger.ts';
import { changePayment, type DecidedChange } from './change-payment.ts';
import type { PaymentAnswer } from './create-payment.ts';
import { newDisputeId } from './identifiers.ts';
import type { ProcessorContext } from './processor-context.ts';
import { paymentNotFound, refused } from './refusal.ts';

export async function pullTrigger(
  context: ProcessorContext,
  paymentId: string,
  what: Trigger,
): Promise<PaymentAnswer> {
  const decide = (payment: Payment): DecidedChange<PaymentAnswer> => {
    const outcome = trigger(payment, what, newDisputeId(), context.now());
    if (outcome.kind === 'not_possible')
      return { outcome: refused('trigger_not_possible', outcome.reason), change: null };
    return {
      outcome: { kind: 'answered', payment: outcome.payment, replayed: false },
      change: outcome,
    };
  };
  const result = await changePayment(context, paymentId, context.timing.callbackDelayMs, decide);
  return result.kind === 'decided' ? result.outcome : paymentNotFound();
}
