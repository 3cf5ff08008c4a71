import type { Payment, PaymentMethod } from '../domain/payment.ts';
import { amountText } from './amount-text.ts';
import { type Html, html } from './html.ts';
import type { Page } from './layout.ts';
import { receipt } from './receipt.ts';

/** The page of an e-wallet or of a bank, as far as the payer can tell. */
export function payPage(payment: Payment, formPath: string): Page {
  const { name, explanation, refusal } = texts(payment.method);
  return {
    title: name,
    width: 'narrow',
    content: html`<section class="panel">
<h1>${name}</h1>
<p class="lead">${explanation}</p>
${receipt(payment)}
<form method="post" action="${formPath}">
<button class="primary" name="decision" value="pay">Pay ${amountText(payment.amountMinor, payment.currency)}</button>
${refusal}
</form>
</section>`,
  };
}

function texts(method: PaymentMethod): { name: string; explanation: string; refusal: Html } {
  switch (method) {
    case 'bank_transfer':
      return {
        name: 'Sandbox Bank',
        explanation: 'Approve this transfer from your test account, or cancel it.',
        refusal: html`<button class="secondary" name="decision" value="cancel">Cancel</button>`,
      };
    case 'wallet':
    case 'card':
      return {
        name: 'Sandbox Wallet',
        explanation: 'Pay from your test wallet, or refuse to see a failed payment.',
        refusal: html`<button class="secondary" name="decision" value="refuse">Refuse</button>`,
      };
  }
}
