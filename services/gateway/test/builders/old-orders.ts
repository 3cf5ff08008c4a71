import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import type { Reconciliation } from '../../src/domain/reconciliation/reconciliation.ts';

const DAY_MS = 86_400_000;

/** Returns an order whose every moment lies so many days earlier, and whose events are all in the event log. */
export function aged(order: PaymentOrder, days: number): PaymentOrder {
  return { ...(earlier(order, days * DAY_MS) as PaymentOrder), outbox: [] };
}

function earlier(value: unknown, byMs: number): unknown {
  if (value instanceof Date) return new Date(value.getTime() - byMs);
  if (Array.isArray(value)) return value.map((each) => earlier(each, byMs));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, earlier(member, byMs)]));
}

/** The result of a day on which the books agreed. */
export const agreeingBooks: Reconciliation = {
  counts: { missing_here: 0, missing_there: 0, amount: 0, state: 0 },
  differences: [],
  pendingCount: 0,
  pending: [],
  agreed: [],
  agreedAcrossDays: 0,
  foreign: 0,
};
