import { html } from '../html.ts';

/** What the sandbox does with which card. */
const cards = [
  ['4242 4242 4242 4242', 'succeeds'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0000 0000 9995', 'has insufficient funds'],
  ['4000 0000 0000 3220', 'asks for 3-D Secure'],
  ['4000 0000 0000 0259', 'is disputed after success'],
  ['4000 0000 0000 5126', 'succeeds, but its refund fails'],
  ['4000 0000 0000 0119', 'times out, and succeeds later'],
] as const;

export function testCards() {
  return html`
<section class="panel" aria-labelledby="cards-title">
  <h2 id="cards-title">Cards to try</h2>
  <p class="quiet">Any expiry date in the future, any three digits as security code. At the cashier you can also choose the wallet or the bank transfer.</p>
  <dl class="cards">${cards.map(([number, outcome]) => html`<div><dt><code class="card-number">${number}</code></dt><dd>${outcome}</dd></div>`)}</dl>
</section>`;
}
