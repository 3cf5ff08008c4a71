import type { Payment } from '../domain/payment.ts';
import { amountText } from './amount-text.ts';
import { type Html, html, nothing } from './html.ts';

const cardBrandNames = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  unknown: 'Card',
} as const;

/** What is being paid, on every page of a payment. */
export function receipt(payment: Payment): Html {
  const { card } = payment;
  return html`<p class="amount">${amountText(payment.amountMinor, payment.currency)}</p>
<dl class="facts">
<div><dt>Returns to</dt><dd>${new URL(payment.returnUrl).host}</dd></div>
<div><dt>Reference</dt><dd>${payment.reference}</dd></div>
${card === null ? nothing : html`<div><dt>Card</dt><dd>${cardBrandNames[card.brand]} •••• ${card.last4}</dd></div>`}
</dl>`;
}
