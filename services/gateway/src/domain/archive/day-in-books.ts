import type { PaymentOrder } from '../order/payment-order.ts';
import { dateOf, nextLookAt } from '../reconciliation/due-days.ts';
import { differenceCount, ordersInQuestion, type Reconciliation } from '../reconciliation/reconciliation.ts';
import { moneyMovesOf } from '../settlement/money-moves.ts';

/**
 * What the latest comparison of a day with the channel's books says about an order. `differs` has two meanings: the comparison
 * found a difference in this order, or still waits for one of its outcomes; or it found more differences than it lists, so one
 * of the unlisted ones may be in this order.
 */
export type DayInBooks = 'agrees' | 'differs' | 'not_reconciled';

/** The latest comparison of the gateway's and a channel's books for one day. */
export interface ComparedDay {
  readonly reconciliation: Reconciliation;
  readonly isFinal: boolean;
  readonly at: Date;
}

/**
 * Returns the days on which an order's money moved, each with the channel whose books contain the day. A channel's days begin
 * with its first payment of the order.
 */
export function daysOfMoney(
  order: PaymentOrder,
): readonly { readonly channelId: string; readonly date: string }[] {
  const dates = [...new Set(moneyMovesOf(order).map(({ at }) => dateOf(at)))];
  const firstDates = new Map<string, string>();
  for (const { state, endedAt, channelId } of order.attempts) {
    if (state !== 'SUCCEEDED' || endedAt === null) continue;
    const date = dateOf(endedAt);
    const known = firstDates.get(channelId);
    if (known === undefined || date < known) firstDates.set(channelId, date);
  }
  return [...firstDates].flatMap(([channelId, first]) =>
    dates.filter((date) => date >= first).map((date) => ({ channelId, date })),
  );
}

/**
 * Returns what the latest comparison of a day says about one order.
 *
 * @param compared the day's latest comparison; undefined if the day was never compared
 */
export function dayInBooks(orderId: string, date: string, compared: ComparedDay | undefined): DayInBooks {
  if (compared === undefined || !compared.isFinal) return 'not_reconciled';
  const { reconciliation, at } = compared;
  const kind = reconciliation.pendingCount > 0 ? 'pending' : 'settled';
  if (nextLookAt(date, { kind, at }) !== null) return 'not_reconciled';
  // Even the last comparison of a day can leave money pending. The books have never agreed about such money.
  const isInQuestion =
    ordersInQuestion(reconciliation).includes(orderId) ||
    reconciliation.pending.some((pending) => pending.orderId === orderId);
  const isListWhole =
    differenceCount(reconciliation) === reconciliation.differences.length &&
    reconciliation.pendingCount === reconciliation.pending.length;
  return isInQuestion || !isListWhole ? 'differs' : 'agrees';
}
