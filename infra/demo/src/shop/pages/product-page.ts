import { html, nothing } from '../html.ts';
import { priceText } from '../money.ts';
import type { OrderBook } from '../order-book.ts';
import { product } from '../product.ts';
import { eventList } from './event-list.ts';
import { layout, type PageFrame } from './layout.ts';
import { testCards } from './test-cards.ts';

const cashiers = [
  { value: 'hosted', text: 'at Kassa’s cashier' },
  { value: 'embedded', text: 'at Kassa’s cashier, inside this shop' },
  { value: 'own', text: 'at the shop’s own cashier, built on the SDK' },
] as const;

/** What is for sale, with the Buy button. */
export function productPage(frame: PageFrame, book: OrderBook) {
  const quantities = Array.from({ length: product.maxQuantity }, (_, index) => index + 1);
  return layout(
    { ...frame, title: product.name, current: 'shop' },
    html`
<div class="columns">
  <article class="panel product">
    <img class="product-picture" src="/assets/product.svg" alt="A paper bag of coffee with a green leaf on its label" width="480" height="400">
    <div class="product-text">
      <p class="eyebrow">Roasted this week</p>
      <h1>${product.name}</h1>
      <p>Washed heirloom beans from 2,000 metres. Jasmine, apricot and a honeyed finish.</p>
      <p class="price">${priceText(product.priceMinor)}</p>
      <form class="buy" method="post" action="/buy">
        <label for="quantity">Bags</label>
        <select id="quantity" name="quantity">${quantities.map((count) => html`<option>${count}</option>`)}</select>
        <button class="button">Buy</button>
        <fieldset class="cashiers">
          <legend>Pay</legend>
          ${cashiers.map(
            ({ value, text }) =>
              html`<label><input type="radio" name="cashier" value="${value}"${value === 'hosted' ? html` checked` : nothing}> ${text}</label>`,
          )}
        </fieldset>
      </form>
      <p class="quiet small">Creates a signed order with <code>@kassa/sdk-node</code> and opens its cashier.</p>
    </div>
  </article>
  ${eventList(book.events)}
  ${testCards()}
</div>`,
  );
}
