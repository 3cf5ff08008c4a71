import { moved, type Payment, type PaymentChange, type PaymentEvent } from './payment.ts';
import { settledRefund } from './refund.ts';
import { failureOf } from './test-cards.ts';
import { earliest, later, type Timing } from './timing.ts';
import { openDispute } from './trigger.ts';

/**
 * Makes the changes to a payment that are due: the bank decides, a dispute is opened, or refunds get their results. Returns
 * null if nothing is due.
 */
export function advance(
  payment: Payment,
  newDisputeId: string,
  now: Date,
  timing: Timing,
): PaymentChange | null {
  const stepped = takeStep(payment, newDisputeId, now, timing);
  const settled = settleRefunds(stepped?.payment ?? payment, now);
  if (stepped === null && settled === null) return null;
  return {
    payment: settled?.payment ?? stepped?.payment ?? payment,
    events: [...(stepped?.events ?? []), ...(settled?.events ?? [])],
  };
}

function takeStep(payment: Payment, newDisputeId: string, now: Date, timing: Timing): PaymentChange | null {
  if (payment.nextStep === null || payment.nextStep.dueAt > now) return null;
  switch (payment.nextStep.kind) {
    case 'settle':
      return settle(payment, now, timing);
    case 'open_dispute': {
      const opened = openDispute(payment, newDisputeId, now);
      // If the dispute cannot be opened, for example because all money was refunded since it was planned, only remove the plan.
      return opened.kind === 'triggered' ? opened : { payment: { ...payment, nextStep: null }, events: [] };
    }
  }
}

function settle(payment: Payment, now: Date, timing: Timing): PaymentChange {
  const failed = failureOf(payment.scenario);
  if (failed !== null)
    return {
      payment: { ...moved(payment, 'fail', now), failure: failed },
      events: [{ type: 'payment.failed' }],
    };
  const succeeded = moved(payment, 'succeed', now);
  const nextStep =
    payment.scenario === 'disputed'
      ? ({ kind: 'open_dispute', dueAt: later(now, timing.callbackDelayMs) } as const)
      : null;
  return { payment: { ...succeeded, nextStep }, events: [{ type: 'payment.succeeded' }] };
}

function settleRefunds(payment: Payment, now: Date): PaymentChange | null {
  const events: PaymentEvent[] = [];
  const refunds = payment.refunds.map((refund) => {
    if (refund.status !== 'pending' || refund.dueAt === null || refund.dueAt > now) return refund;
    const status = payment.scenario === 'refund_fails' ? 'failed' : 'succeeded';
    const result = settledRefund(refund, status, now);
    events.push({ type: `refund.${status}`, refund: result });
    return result;
  });
  return events.length === 0 ? null : { payment: { ...payment, refunds, updatedAt: now }, events };
}

/**
 * When the processor next changes a payment without a call: at its planned step, or when a refund gets its result. Null if
 * neither is planned.
 */
export function nextChangeAt(payment: Payment): Date | null {
  return earliest([
    payment.nextStep?.dueAt ?? null,
    ...payment.refunds.map(({ status, dueAt }) => (status === 'pending' ? dueAt : null)),
  ]);
}

/** When something is next due for a payment: a change that the processor makes without a call, or the sending of a callback. */
export function nextDueAt(payment: Payment): Date | null {
  return earliest([nextChangeAt(payment), ...payment.callbacks.map(({ nextTryAt }) => nextTryAt)]);
}
