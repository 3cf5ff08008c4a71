import { eventIdOf } from '../../src/domain/order/order-identifiers.ts';
import type { EventDelivery, LoggedEvent, NewEvent } from '../../src/ports/logged-event.ts';
import { start } from './times.ts';

export const orderA = `ord_${'a'.repeat(32)}`;
export const orderB = `ord_${'b'.repeat(32)}`;
export const orderC = `ord_${'c'.repeat(32)}`;
export const orderD = `ord_${'d'.repeat(32)}`;
export const orderE = `ord_${'e'.repeat(32)}`;

/** An event on its way into the log. */
export function loggedEvent(
  orderId: string,
  sequence: number,
  overrides: Partial<Omit<NewEvent, 'delivery'>> & { readonly delivery?: Partial<EventDelivery> } = {},
): NewEvent {
  return {
    eventId: eventIdOf(orderId, sequence),
    merchantId: 'mer_1',
    orderId,
    sequence,
    type: 'order.payment.succeeded',
    body: `{"sequence":${sequence}}`,
    createdAt: start,
    ...overrides,
    delivery: {
      state: 'pending',
      failures: 0,
      nextTryAt: start,
      leasedUntil: null,
      isResent: false,
      tries: [],
      ...overrides.delivery,
    },
  };
}

/** Returns an event as the log stores it when the event enters the log at the given moment. */
export function logged(event: NewEvent, loggedAt = start): LoggedEvent {
  return { ...event, loggedAt };
}

export function idsOf(events: readonly { readonly eventId: string }[]): readonly string[] {
  return events.map(({ eventId }) => eventId);
}
