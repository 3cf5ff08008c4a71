import type { BrowserFile } from '../browser-files.ts';
import { receivingAccount } from '../domain/receiving-account.ts';
import { missingMinor, receivedMinor, type Voucher } from '../domain/voucher.ts';
import { amountText, plainAmount } from './amount-text.ts';
import { type Html, html, nothing } from './html.ts';
import type { Page } from './layout.ts';
import type { PageLanguage } from './page-language.ts';

export interface VoucherLinks {
  readonly formPath: string;
  readonly bankPath: string;
}

/** The page with all that the payer must enter at a bank. Each value can be copied in the format that bank forms expect. */
export function voucherPage(
  voucher: Voucher,
  script: BrowserFile,
  { formPath, bankPath }: VoucherLinks,
  language: PageLanguage,
): Page {
  const { code, texts } = language;
  const { heading, explanation, recipient, transferReference, amount, until, copied } = texts.voucher;
  const { holder, iban } = receivingAccount;
  const missing = missingMinor(voucher);
  const copyable = (name: string, shown: string, copied: string): Html =>
    copyableLine(name, shown, copied, texts.voucher.copy);
  return {
    title: heading,
    width: 'narrow',
    script,
    content: html`<section class="panel">
<h1>${heading}</h1>
<p class="lead">${explanation}</p>
<p class="amount"><bdi>${amountText(missing, voucher.currency, code)}</bdi></p>
${partlyPaid(voucher, language)}
<dl class="facts copyable">
${copyable(recipient, holder, holder)}
${copyable('IBAN', inGroups(iban), iban)}
${copyable(transferReference, inGroups(voucher.transferReference), voucher.transferReference)}
${copyable(amount, amountText(missing, voucher.currency, code), plainAmount(missing, voucher.currency))}
<div><dt>${until}</dt><dd>${momentText(voucher.dueAt, code)}</dd></div>
</dl>
<p class="announcement" role="status" data-copied="${copied}"></p>
<p class="actions"><a class="primary" href="${voucher.returnUrl}">${texts.backToShop}</a></p>
<form method="post" action="${formPath}">
<button class="secondary" name="decision" value="cancel">${texts.voucher.cancel}</button>
</form>
<p class="aside"><a href="${bankPath}">${texts.voucher.testBank}</a></p>
</section>`,
  };
}

function partlyPaid(voucher: Voucher, { code, texts }: PageLanguage): Html {
  const received = receivedMinor(voucher);
  if (received === 0) return nothing;
  const [before = '', after = ''] = texts.voucher.partlyPaid.split('{amount}');
  return html`<p class="lead">${before}<bdi>${amountText(received, voucher.currency, code)}</bdi>${after}</p>`;
}

/**
 * A line of the voucher's page: a value with a copy button. The button appears only if the page's script runs. Without it, a
 * click selects the value.
 */
function copyableLine(name: string, shown: string, copied: string, copy: string): Html {
  return html`<div><dt>${name}</dt><dd><bdi class="value" dir="ltr">${shown}</bdi> <button type="button" class="copy" hidden data-copy="${copied}" aria-label="${copy}: ${name}">${copy}</button></dd></div>`;
}

/** Shows a time in UTC. In the browser, the page's script converts it to the payer's time zone. */
function momentText(moment: Date, locale: string): Html {
  const text = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: 'UTC',
  }).format(moment);
  return html`<time datetime="${moment.toISOString()}">${text}</time>`;
}

export function inGroups(text: string): string {
  return text.match(/.{1,4}/g)?.join(' ') ?? text;
}
