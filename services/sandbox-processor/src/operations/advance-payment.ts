import { advance } from '../domain/advance.ts';
import type { Payment } from '../domain/payment.ts';
import { changePayment, type DecidedChange } from './change-payment.ts';
import { newDisputeId } from './identifiers.ts';
import type { ProcessorContext } from './processor-context.ts';

/**
 * Makes the changes to a payment that are due. Their callbacks are sent without a further delay, because the due time of a
 * change already includes the processor's delay.
 */
export async function advancePayment(context: ProcessorContext, paymentId: string): Promise<void> {
  const decide = (payment: Payment): DecidedChange<null> => ({
    outcome: null,
    change: advance(payment, newDisputeId(), context.now(), context.timing),
  });
  await changePayment(context, paymentId, 0, decide);
}
