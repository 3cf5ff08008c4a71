import { eventBody } from '../api/event-body.ts';
import type { Payment, PaymentChange } from '../domain/payment.ts';
import type { ChangeResult } from '../store/versioned-store.ts';
import { changeAndTell, type Decided } from './change-and-tell.ts';
import type { ProcessorContext } from './processor-context.ts';

export type DecidedChange<Outcome> = Decided<PaymentChange, Outcome>;

export function changePayment<Outcome>(
  context: ProcessorContext,
  id: string,
  callbackDelayMs: number,
  decide: (payment: Payment) => DecidedChange<Outcome>,
): Promise<ChangeResult<Payment, Outcome>> {
  const payments = {
    store: context.payments,
    changed: ({ payment }: PaymentChange) => payment,
    bodyOf: eventBody,
    wake: context.wake,
  };
  return changeAndTell(context, payments, id, callbackDelayMs, decide);
}
