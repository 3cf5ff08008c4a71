import { openCases } from '../../../domain/order/operator-cases.ts';
import { unloggedSince } from '../../../domain/order/order-event.ts';
import type { PaymentOrder } from '../../../domain/order/payment-order.ts';
import { type AwaitedLane, awaitedLanes, nextAttentionAt } from '../../../domain/order/schedule.ts';
import { hoursOfMoves } from '../../../domain/settlement/money-moves.ts';

/**
 * The fields by which the database finds orders. They follow from the order's other data, so every write of the order computes
 * them again. A field that does not apply is absent, so that the order is not in that field's index.
 */
export interface DueFields {
  /** When a recurring duty must next work on the order, for example to retry a refund or to ask a channel for a result. */
  readonly attentionAt?: Date;
  /**
   * The lanes in which the order has work, and when the work in each lane is due. A lane contains the work that calls one
   * channel, or the work that calls none.
   */
  readonly lanes?: readonly AwaitedLane[];
  /** Since when the oldest of the order's open cases has waited for an operator. */
  readonly casesSince?: Date;
  /** The time of the order's oldest event that is not in the event log yet. Absent if all its events are in the log. */
  readonly unloggedSince?: Date;
  /** The hours in which the order's money moved. Settlement reports find the order by these hours. */
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
