import { openCases } from '../../../domain/order/operator-cases.ts';
import { unloggedSince } from '../../../domain/order/order-event.ts';
import type { PaymentOrder } from '../../../domain/order/payment-order.ts';
import { type AwaitedLane, awaitedLanes, nextAttentionAt } from '../../../domain/order/schedule.ts';
import { hoursOfMoves } from '../../../domain/settlement/money-moves.ts';

/**
 * The fields by which the database finds orders. They only repeat data of the order, and every write of the order
 * derives them again. A field that does not apply is absent, which keeps the order out of that field's index.
 */
export interface DueFields {
  /** When the order is next due for the recurring duties. */
  readonly attentionAt?: Date;
  /** In which lanes the order is due, and when in each. */
  readonly lanes?: readonly AwaitedLane[];
  /** Since when something in the order has waited for an operator. */
  readonly casesSince?: Date;
  /** Since when an event of the order has waited to be logged. */
  readonly unloggedSince?: Date;
  /** The hours in which the order's money moved. */
  readonly moneyHours?: readonly Date[];
}

export function dueFieldsOf(order: PaymentOrder): DueFields {
  const attentionAt = nextAttentionAt(order);
  const lanes = awaitedLanes(order);
  const casesSince = casesSinceOf(order);
  const eventsSince = unloggedSince(order.outbox);
  const moneyHours = hoursOfMoves(order);
  return {
    ...(attentionAt !== null && { attentionAt, lanes }),
    ...(casesSince !== null && { casesSince }),
    ...(eventsSince !== null && { unloggedSince: eventsSince }),
    ...(moneyHours.length > 0 && { moneyHours }),
  };
}

function casesSinceOf(order: PaymentOrder): Date | null {
  const moments = openCases(order).map(({ since }) => since.getTime());
  return moments.length === 0 ? null : new Date(Math.min(...moments));
}
