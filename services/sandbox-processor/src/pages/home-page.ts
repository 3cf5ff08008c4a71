import { testCards } from '../domain/test-cards.ts';
import { html } from './html.ts';
import type { Page } from './layout.ts';

/** The page at the processor's own address. It explains what the sandbox processor is, and lists the test cards. */
export const homePage: Page = {
  title: 'Test cards',
  width: 'wide',
  content: html`<section class="panel">
<h1>A payment processor to test with</h1>
<p class="lead">It behaves like an outside processor: its own pages, its own signed callbacks, its own delays. Only the money is missing.</p>
<h2>Test cards</h2>
<p>Use any expiry date in the future and any three-digit security code.</p>
<div class="table-frame" tabindex="0" role="region" aria-label="Test cards">
<table>
<thead><tr><th scope="col">Number</th><th scope="col">What happens</th></tr></thead>
<tbody>
${testCards.map(({ number, description }) => html`<tr><td><code>${inGroups(number)}</code></td><td>${description}</td></tr>`)}
</tbody>
</table>
</div>
<p>Every other number with a valid check digit succeeds; one with a wrong check digit, or past its expiry date, fails.</p>
</section>`,
};

function inGroups(number: string): string {
  return number.match(/.{4}/g)?.join(' ') ?? number;
}
