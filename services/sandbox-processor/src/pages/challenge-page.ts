import type { Payment } from '../domain/payment.ts';
import { html } from './html.ts';
import type { Page } from './layout.ts';
import { receipt } from './receipt.ts';

/** The 3-D Secure page of the card's bank, as far as the payer can tell. */
export function challengePage(payment: Payment, formPath: string): Page {
  return {
    title: '3-D Secure',
    width: 'narrow',
    content: html`<section class="panel">
<h1>Confirm it is you</h1>
<p class="lead">Your bank asks you to authenticate this card payment (3-D Secure). Here you decide how that ends.</p>
${receipt(payment)}
<form method="post" action="${formPath}">
<button class="primary" name="decision" value="approve">Approve</button>
<button class="secondary" name="decision" value="fail">Fail authentication</button>
</form>
</section>`,
  };
}
