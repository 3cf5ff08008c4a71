import { missingMinor, type Voucher } from '../domain/voucher.ts';
import type { Movement } from '../domain/voucher-ledger.ts';
import { amountText } from './amount-text.ts';
import { type Html, html, nothing } from './html.ts';
import type { Page } from './layout.ts';
import { englishPages } from './page-language.ts';
import { inGroups } from './voucher-page.ts';

export interface BankLinks {
  readonly formPath: string;
  readonly voucherPath: string;
}

const oneMore = 100;

/**
 * The page of a simulated bank, on which testers transfer money for a voucher: the whole amount, in parts, too late, or too
 * much.
 */
export function bankPage(voucher: Voucher, { formPath, voucherPath }: BankLinks): Page {
  const { status, currency, transferReference, ledger } = voucher;
  const missing = missingMinor(voucher);
  const half = Math.floor(missing / 2);
  const text = (amountMinor: number): string => amountText(amountMinor, currency, englishPages.code);
  const button = (style: string, words: string, amountMinor: number): Html =>
    amountMinor === 0
      ? nothing
      : html`<button class="${style}" name="amount" value="${amountMinor}">${words}: ${text(amountMinor)}</button>`;
  return {
    title: 'Test bank',
    width: 'wide',
    content: html`<section class="panel">
<h1>Test bank</h1>
<p class="lead">Transfer money to the reference ${inGroups(transferReference)}, which is ${status}. ${explanations[status]}</p>
<form method="post" action="${formPath}">
${button('primary', 'Transfer what is missing', missing)}
${button('secondary', 'Transfer half of it', half)}
${button('secondary', 'Transfer more than that', missing + oneMore)}
</form>
<h2>Movements</h2>
${ledger.length === 0 ? html`<p>No money has arrived yet.</p>` : movementTable(ledger, text)}
<p class="aside"><a href="${voucherPath}">Back to the reference</a></p>
</section>`,
  };
}

const explanations = {
  open: 'It is paid once the whole amount has arrived.',
  paid: 'Any further money goes back as surplus.',
  cancelled: 'The whole amount still pays it, late. A part goes back.',
  expired: 'The whole amount still pays it, late. A part goes back.',
} as const;

const reasons = {
  surplus: 'more than was asked for',
  voucher_ended: 'the reference has ended',
  refund: 'refund',
} as const;

function movementTable(ledger: readonly Movement[], text: (amountMinor: number) => string): Html {
  return html`<div class="table-frame" tabindex="0" role="region" aria-label="Movements">
<table>
<thead><tr><th scope="col">Time</th><th scope="col">Movement</th><th scope="col">Amount</th></tr></thead>
<tbody>
${ledger.map(
  (movement) =>
    html`<tr><td><time>${movement.at.toISOString()}</time></td><td>${
      movement.kind === 'received' ? 'received' : `returned: ${reasons[movement.reason]}`
    }</td><td>${text(movement.amountMinor)}</td></tr>`,
)}
</tbody>
</table>
</div>`;
}
