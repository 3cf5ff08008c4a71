import { type Cell, moreText, table } from '@kassa/contracts/terminal';
import type { LoggedEvent } from '../../index.ts';
import type { Colours } from './colours.ts';
import { eventTypeCell } from './state-paint.ts';

export function eventListText(events: readonly LoggedEvent[], next: string | null, colours: Colours): string {
  if (events.length === 0) return 'No events match.\n';
  const rows = events.map((logged) => [
    logged.logged_at,
    eventTypeCell(logged.event.event_type, colours),
    logged.event.data.merchant_transaction_id,
    deliveryCell(logged, colours),
    logged.event.event_id,
  ]);
  return table(['LOGGED', 'EVENT', 'YOUR ID', 'DELIVERY', 'EVENT ID'], rows) + moreText(next);
}

/**
 * Shows the delivery state of an event and the number of attempts. If the event was not delivered, the text also says how the
 * last attempt ended.
 */
function deliveryCell({ delivery_state, deliveries }: LoggedEvent, colours: Colours): Cell {
  const last = deliveries.at(-1);
  const outcome = last === undefined ? '' : (last.error ?? `HTTP ${last.http_status}`);
  const tries = deliveries.length > 1 ? `${deliveries.length} tries` : '';
  switch (delivery_state) {
    case 'delivered':
      return { text: ['delivered', tries].filter(Boolean).join(', '), paint: colours.green };
    case 'pending':
      return { text: ['pending', tries, outcome].filter(Boolean).join(', '), paint: colours.yellow };
    case 'failed':
      return { text: ['failed', tries, outcome].filter(Boolean).join(', '), paint: colours.red };
  }
}

export function resentText(count: number): string {
  if (count === 0) return 'No events to resend.\n';
  return count === 1
    ? '1 event will be resent within seconds.\n'
    : `${count} events will be resent within seconds.\n`;
}
