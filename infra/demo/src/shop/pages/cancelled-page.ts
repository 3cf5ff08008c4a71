import { html, nothing } from '../html.ts';
import { isOpen, type ShopOrder } from '../order-book.ts';
import { layout, type PageFrame } from './layout.ts';

/** The page that the consumer sees after leaving the cashier without paying. */
export function cancelledPage(frame: PageFrame, order: ShopOrder | undefined) {
  const payUrl = order !== undefined && isOpen(order) ? order.payUrl : null;
  const what =
    payUrl === null
      ? 'The order can no longer be paid.'
      : 'The order stays open for a while: you can come back to it.';
  return layout(
    { ...frame, title: 'Not paid' },
    html`
<section class="panel narrow">
  <h1>No hurry</h1>
  <p>You left the cashier without paying, and nothing was charged. ${what}</p>
  <p class="row">
    ${payUrl === null ? nothing : html`<a class="button" href="${payUrl}">Back to the cashier</a>`}
    <a class="button button-quiet" href="/">Back to the shop</a>
  </p>
</section>`,
  );
}
