import { html } from './html.ts';
import type { Page } from './layout.ts';

export const unknownLinkPage: Page = {
  title: 'Unknown link',
  width: 'narrow',
  content: html`<section class="panel">
<p class="symbol waiting" aria-hidden="true">?</p>
<h1>This link leads to no payment</h1>
<p class="lead">Perhaps a part of it is missing. Go back to the shop and start the payment again.</p>
</section>`,
};
