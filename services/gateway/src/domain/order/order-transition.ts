import assert from 'node:assert/strict';
import { type OrderTransition, type OrderTransitionCause, orderTransitions } from '@kassa/contracts';
import type { EventSubject } from './order-event.ts';
import type { PaymentOrder } from './payment-order.ts';

/**
 * Moves an order to the state that the transition table gives for the order's present state and a cause. If the table also
 * names an event, it is added to the order. No other function changes an order's state. Throws if the table has no such row,
 * which is a programming error.
 */
export function moveOrder(
  order: PaymentOrder,
  cause: OrderTransitionCause,
  at: Date,
  subject: EventSubject = {},
): PaymentOrder {
  const row = findTransition(order, cause);
  assert(row !== undefined, `an order in ${order.state} does not move by ${cause}`);
  const moved: PaymentOrder = { ...order, state: row.to };
  if (row.emits === null) return moved;
  const sequence = order.lastSequence + 1;
  return {
    ...moved,
    lastSequence: sequence,
    outbox: [
      ...order.outbox,
      { sequence, type: row.emits, occurredAt: at, state: row.to, ...withoutTexts(subject) },
    ],
  };
}

/** Removes a refund's reason and remark from an event. The merchant wrote these strings, and they can be long. */
function withoutTexts(subject: EventSubject): EventSubject {
  const { refund } = subject;
  return refund === undefined ? subject : { ...subject, refund: { ...refund, reason: null, remark: null } };
}

export function canMove(order: PaymentOrder, cause: OrderTransitionCause): boolean {
  return findTransition(order, cause) !== undefined;
}

function findTransition(order: PaymentOrder, cause: OrderTransitionCause): OrderTransition | undefined {
  return orderTransitions.find((row) => row.from === order.state && row.cause === cause);
}

/** Gives a changed order its next version number. Call it once for each stored change. */
export function changed(order: PaymentOrder): { readonly kind: 'changed'; readonly order: PaymentOrder } {
  return { kind: 'changed', order: { ...order, version: order.version + 1 } };
}

export const unchanged = { kind: 'unchanged' } as const;
