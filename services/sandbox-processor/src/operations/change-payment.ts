import { eventBody } from '../api/event-body.ts';
import type { Payment, PaymentChange, PaymentEvent } from '../domain/payment.ts';
import { later } from '../domain/timing.ts';
import type { ChangeResult } from '../store/versioned-store.ts';
import { newEventId } from './identifiers.ts';
import type { ProcessorContext } from './processor-context.ts';

export interface DecidedChange<Outcome> {
  readonly outcome: Outcome;
  /** Null: nothing changes. */
  readonly change: PaymentChange | null;
}

/**
 * Carries a decision out: the new state and the callbacks that tell of it are one write, so that neither can
 * exist without the other; then the callback worker is woken.
 */
export async function changePayment<Outcome>(
  context: ProcessorContext,
  id: string,
  callbackDelayMs: number,
  decide: (payment: Payment) => DecidedChange<Outcome>,
): Promise<ChangeResult<Payment, Outcome>> {
  const result = await context.payments.change(id, (payment) => {
    const { outcome, change } = decide(payment);
    return {
      outcome,
      next: change === null ? null : withCallbacks(context, change.payment, change.events, callbackDelayMs),
    };
  });
  if (result.kind === 'decided' && result.changed !== null) context.wake(result.changed);
  return result;
}

function withCallbacks(
  context: ProcessorContext,
  payment: Payment,
  events: readonly PaymentEvent[],
  delayMs: number,
): Payment {
  if (events.length === 0) return payment;
  const now = context.now();
  const added = events.map((event) => {
    const id = newEventId();
    const body = eventBody(id, event, payment, now, context.publicBaseUrl);
    return { id, body, tries: 0, nextTryAt: later(now, delayMs) };
  });
  return { ...payment, callbacks: [...payment.callbacks, ...added] };
}
