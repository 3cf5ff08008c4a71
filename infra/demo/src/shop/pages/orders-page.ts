import { html, nothing } from '../html.ts';
import type { OrderBook } from '../order-book.ts';
import { eventList } from './event-list.ts';
import { layout, type PageFrame } from './layout.ts';
import { orderRow } from './order-row.ts';

/** The page with all orders, their states and the refund buttons. */
export function ordersPage(frame: PageFrame, book: OrderBook, problem?: string) {
  return layout(
    { ...frame, title: 'Orders', current: 'orders' },
    html`
<div class="columns">
  <div>
    <h1>Orders</h1>
    <p class="lead">States change when a verified webhook says so, never because a browser came by.</p>
    ${problem === undefined ? nothing : html`<p class="notice notice-bad" role="alert">${problem}</p>`}
    ${
      book.orders.length === 0
        ? html`<p class="panel">No orders yet. <a href="/">Buy something</a> first.</p>`
        : html`<ul class="orders">${book.orders.map(orderRow)}</ul>`
    }
  </div>
  ${eventList(book.events)}
</div>`,
  );
}
