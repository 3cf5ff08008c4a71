import { eventIdOf } from '../../src/domain/order/order-identifiers.ts';
import type { EventDelivery, NewEvent } from '../../src/ports/event-log.ts';
import { start } from './times.ts';

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
