import { isDeepStrictEqual } from 'node:util';
import type { PaymentOrder } from '../../../src/domain/order/payment-order.ts';
import type { LoggedEvent, NewEvent } from '../../../src/ports/logged-event.ts';
import { type Fault, faultsIf } from './faults.ts';

/** Events are kept for 30 days. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1_000;

/** Whether an event that happened at `createdAt` must still be in the log at `now`. Both are in business time. */
export function isKept(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() <= KEPT_MS;
}

/**
 * Checks an order and all events that were ever logged for it. Each event must be in the order, in the log or in both, apart
 * from events that were removed after their retention.
 */
export function faultsOfEvents(order: PaymentOrder, logged: readonly NewEvent[]): readonly Fault[] {
  const name = `order ${order.merchantTransactionId} v${order.version}`;
  const known = new Map(logged.map(({ sequence, type }) => [sequence, type]));
  const contradicted = order.outbox.filter(
    ({ sequence, type }) => known.has(sequence) && known.get(sequence) !== type,
  );
  for (const { sequence, type } of order.outbox) known.set(sequence, type);
  const missing = Array.from({ length: order.lastSequence }, (_, index) => index + 1).filter(
    (sequence) => !known.has(sequence),
  );
  const payments = [...known.values()].filter((type) => type === 'order.payment.succeeded').length;
  return faultsIf(
    [missing.length > 0, `${name}: events ${missing.join(', ')} are nowhere`],
    [contradicted.length > 0, `${name}: the log tells another event than the order`],
    [known.size > order.lastSequence, `${name}: there are events that nothing caused`],
    [payments !== (order.paidAt === null ? 0 : 1), `${name}: it was told ${payments} times that it is paid`],
  );
}

/** Checks that a logged event stays in the log until its retention ends. */
export function faultsOfKeeping(
  { eventId, createdAt }: NewEvent,
  stored: LoggedEvent | undefined,
  now: Date,
): readonly Fault[] {
  return faultsIf([
    stored === undefined && isKept(createdAt, now),
    `event ${eventId}, of ${createdAt.toISOString()}, is gone at ${now.toISOString()}`,
  ]);
}

/** Checks that the parts of a logged event that never change have not changed. */
export function faultsOfLog(before: LoggedEvent, after: LoggedEvent, isResent: boolean): readonly Fault[] {
  const { delivery: earlier, loggedAt, ...body } = before;
  const { delivery: later, loggedAt: _, ...bodyAfter } = after;
  return faultsIf(
    [!isDeepStrictEqual(body, bodyAfter), `event ${before.eventId} was changed`],
    [
      earlier.state !== 'pending' && later.state !== earlier.state && !isResent,
      `event ${before.eventId} was ${earlier.state} and is ${later.state}`,
    ],
  );
}

/** Checks that only events were removed whose delivery and retention have ended. */
export function faultsOfRemoval(
  before: readonly LoggedEvent[],
  after: readonly LoggedEvent[],
  now: Date,
): readonly Fault[] {
  const left = new Map(after.map((event) => [event.eventId, event]));
  return before.flatMap((event) => {
    const { eventId, createdAt, delivery } = event;
    const stays = left.get(eventId);
    return stays === undefined
      ? faultsIf(
          [delivery.state === 'pending', `event ${eventId} was removed while it was to be delivered`],
          [isKept(createdAt, now), `event ${eventId} was removed before its time`],
        )
      : faultsIf([!isDeepStrictEqual(stays, event), `event ${eventId} was changed by a removal of others`]);
  });
}
