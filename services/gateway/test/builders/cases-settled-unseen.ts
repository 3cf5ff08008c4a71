import { openCases } from '../../src/domain/order/operator-cases.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { after } from './times.ts';

const DAY = 86_400;

/**
 * Returns the order after an operator has settled all its cases. An earlier version of the gateway also let an operator settle a
 * loss behind an open dispute.
 */
export function settledUnseen(order: PaymentOrder, seconds = 30 * DAY): PaymentOrder {
  const settled = openCases(order).map((open) => ({ ...open, at: after(seconds), note: 'Seen.' }));
  return { ...order, settledCases: [...order.settledCases, ...settled] };
}
