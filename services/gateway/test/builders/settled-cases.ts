import { openCases, settleCase } from '../../src/domain/order/operator-cases.ts';
import type { Decision, PaymentOrder } from '../../src/domain/order/payment-order.ts';

/** Settles a case as it is now, like an operator who has just listed it. */
export function settleListed(order: PaymentOrder, caseId: string, note: string, now: Date): Decision {
  const since = openCases(order).find((open) => open.caseId === caseId)?.since ?? now;
  return settleCase(order, { caseId, since }, note, now);
}
