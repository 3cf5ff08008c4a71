import { isDeepStrictEqual } from 'node:util';
import type { PaymentOrder } from '../order/payment-order.ts';
import { archivedFormOf } from './archived-order.ts';

/** An order with its events, read from the database or from an archive. */
interface WithEvents {
  readonly order: PaymentOrder;
  readonly events: readonly { readonly eventId: string }[];
}

/**
 * Whether an archive contains an order exactly as the database stores it, with all its events that are still in the database.
 * The archive may contain more events, because the event log keeps events only for a limited time.
 */
export function isAsArchived(stored: WithEvents, archived: WithEvents): boolean {
  const known = new Map(archived.events.map((event) => [event.eventId, event]));
  return (
    isDeepStrictEqual(archivedFormOf(stored.order), archived.order) &&
    stored.events.every((event) => isDeepStrictEqual(event, known.get(event.eventId)))
  );
}
