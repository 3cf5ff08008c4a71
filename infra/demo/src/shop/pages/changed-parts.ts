import type { Fragment } from '../live-updates.ts';
import type { OrderBook, VerifiedEvent } from '../order-book.ts';
import { eventItem } from './event-item.ts';
import { ALL_EVENTS_ID, orderEventsId } from './event-list.ts';
import { orderRow, orderRowId } from './order-row.ts';
import { proof, proofId } from './thank-you-page.ts';

/**
 * Builds the parts of the shop's pages that change when an event arrives. Every open page receives all of them and uses those
 * that it shows.
 */
export function changedParts(book: OrderBook, verified: VerifiedEvent): readonly Fragment[] {
  const markup = eventItem(verified);
  const listed: Fragment = { elementId: ALL_EVENTS_ID, how: 'prepend', markup };
  const order = book.find(verified.event.data.merchant_transaction_id);
  if (order === undefined) return [listed];
  return [
    listed,
    { elementId: orderEventsId(order.number), how: 'prepend', markup },
    { elementId: orderRowId(order), how: 'replace', markup: orderRow(order) },
    { elementId: proofId(order), how: 'replace', markup: proof(book, order) },
  ];
}
