import { html } from '../html.ts';
import type { ShopOrder } from '../order-book.ts';
import { layout, type PageFrame } from './layout.ts';

/** The page on which the shop shows Kassa's cashier in a frame. */
export function embeddedPage(frame: PageFrame, order: ShopOrder) {
  return layout(
    { ...frame, title: 'Checkout', script: '/assets/embedded-cashier.js' },
    html`
<section class="panel embedded">
  <h1>Checkout</h1>
  <p class="quiet">The cashier below is Kassa’s, in a frame of the shop’s page.</p>
  <div id="cashier" data-pay-url="${order.payUrl ?? ''}"></div>
</section>`,
  );
}
