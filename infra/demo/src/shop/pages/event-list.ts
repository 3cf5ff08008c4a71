import { html } from '../html.ts';
import type { VerifiedEvent } from '../order-book.ts';
import { eventItem } from './event-item.ts';

export const ALL_EVENTS_ID = 'events';

/** The ID of the list that shows only the events of one order. */
export function orderEventsId(orderNumber: string): string {
  return `events-${orderNumber}`;
}

const SHOWN = 30;

/** The live list of verified events. */
export function eventList(events: readonly VerifiedEvent[], listId = ALL_EVENTS_ID) {
  return html`
<section class="panel events" aria-labelledby="events-title">
  <h2 id="events-title">Verified webhooks <span class="live">live</span></h2>
  <p class="quiet">What Kassa posted to <code>/webhooks/kassa</code>, each signature checked by the SDK.</p>
  <ol id="${listId}" aria-live="polite" aria-relevant="additions">${events.slice(0, SHOWN).map(eventItem)}</ol>
  <p class="events-empty quiet">Nothing yet. Buy something, and the events appear here.</p>
</section>`;
}
