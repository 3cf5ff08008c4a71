import { type Html, html } from '../html.ts';
import { priceText } from '../money.ts';
import type { OrderBook, ShopOrder } from '../order-book.ts';
import { eventList, orderEventsId } from './event-list.ts';
import { layout, type PageFrame } from './layout.ts';

export function proofId({ number }: ShopOrder): string {
  return `proof-${number}`;
}

/**
 * The page to which the consumer comes after paying. A visit to this page does not prove a payment; only the verified events
 * that it shows do.
 */
export function thankYouPage(frame: PageFrame, book: OrderBook, order: ShopOrder) {
  return layout(
    { ...frame, title: 'Thank you' },
    html`
<div class="columns">
  ${proof(book, order)}
  ${eventList(book.eventsOf(order.number), orderEventsId(order.number))}
  <section class="panel" aria-labelledby="why-title">
    <h2 id="why-title">Why not simply believe the browser?</h2>
    <p>Anybody can open this address without having paid. So this shop marks an order as paid only when Kassa posts an event whose signature is right. The redirect only brings the customer back.</p>
  </section>
</div>`,
  );
}

/**
 * The part of the thank-you page that says whether the order is paid, according to the verified events. It is updated on the
 * open page when another event arrives.
 */
export function proof(book: OrderBook, order: ShopOrder): Html {
  const paid = book
    .eventsOf(order.number)
    .find(({ event }) => event.event_type === 'order.payment.succeeded');
  const what = `${order.quantity} × ${order.title}, ${priceText(order.amountMinor)}`;
  if (paid !== undefined) {
    return html`
<section class="panel proof proof-good" id="${proofId(order)}" aria-live="polite">
  <svg class="mark" viewBox="0 0 56 56" aria-hidden="true"><circle cx="28" cy="28" r="28"/><path d="m18 29 7 7 14-15"/></svg>
  <h1>Thank you, it is paid</h1>
  <p>${what}</p>
  <p class="notice notice-good">Proof: the verified webhook <code>${paid.event.event_type}</code>, <code class="long">${paid.event.event_id}</code></p>
  <p><a class="button" href="/orders#order-${order.number}">See the order, refund it</a></p>
</section>`;
  }
  const failed = order.state === 'PAY_FAIL';
  return html`
<section class="panel proof" id="${proofId(order)}" aria-live="polite">
  <h1>Thank you for your order</h1>
  <p>${what}</p>
  <p class="notice ${failed ? 'notice-bad' : 'notice-waiting'}">${
    failed
      ? 'A verified webhook says that the payment failed. You can try again at the cashier.'
      : 'Your browser is back, and the shop waits for the webhook. Until it arrives, the order does not count as paid.'
  }</p>
</section>`;
}
