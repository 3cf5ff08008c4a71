import { condensed } from './condense-order.ts';
import { type ChangeCause, changeCauses } from './order-change-record.ts';
import { recordChange } from './order-history.ts';
import type { PaymentOrder } from './payment-order.ts';
import { type FullList, listWithoutRoom } from './room-in-order.ts';

export type RecordedChange =
  | { readonly kind: 'recorded'; readonly order: PaymentOrder }
  /** The order is full and cannot store the change, so the change must not be written. */
  | { readonly kind: 'full'; readonly list: FullList };

/** Adds the record of a change to the order's history and shortens the order, so that it stays within its limits. */
export function recordWithinLimits(
  before: PaymentOrder,
  decided: PaymentOrder,
  reason: { readonly cause: ChangeCause; readonly at: Date; readonly note?: string | undefined },
): RecordedChange {
  const order = condensed(recordChange(before, decided, reason));
  const list = listWithoutRoom(before, order, changeCauses[reason.cause]);
  return list === null ? { kind: 'recorded', order } : { kind: 'full', list };
}
