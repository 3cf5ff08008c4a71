import type { Payment, PaymentMethod } from '../domain/payment.ts';
import { amountText } from './amount-text.ts';
import { type Html, html } from './html.ts';
import type { Page } from './layout.ts';
import type { PageLanguage } from './page-language.ts';
import { receipt } from './receipt.ts';
import type { PageTexts } from './texts/page-texts.ts';

/** The page of a simulated wallet or bank, on which the payer pays or refuses. */
export function payPage(payment: Payment, formPath: string, language: PageLanguage): Page {
  const { name, explanation, refusal } = wordsOf(payment.method, language.texts);
  return {
    title: name,
    width: 'narrow',
    content: html`<section class="panel">
<h1>${name}</h1>
<p class="lead">${explanation}</p>
${receipt(payment, language)}
<form method="post" action="${formPath}">
<button class="primary" name="decision" value="pay">${payText(payment, language)}</button>
${refusal}
</form>
</section>`,
  };
}

/**
 * The text of the pay button. The amount is isolated, because otherwise a right-to-left text could rearrange its sign and
 * digits.
 */
function payText({ amountMinor, currency }: Payment, { code, texts }: PageLanguage): Html {
  const [before = '', after = ''] = texts.pay.split('{amount}');
  return html`${before}<bdi>${amountText(amountMinor, currency, code)}</bdi>${after}`;
}

function wordsOf(
  method: PaymentMethod,
  { bank, wallet }: PageTexts,
): { name: string; explanation: string; refusal: Html } {
  switch (method) {
    case 'bank_transfer':
      return {
        name: 'Sandbox Bank',
        explanation: bank.explanation,
        refusal: html`<button class="secondary" name="decision" value="cancel">${bank.cancel}</button>`,
      };
    case 'wallet':
    case 'card':
      return {
        name: 'Sandbox Wallet',
        explanation: wallet.explanation,
        refusal: html`<button class="secondary" name="decision" value="refuse">${wallet.refuse}</button>`,
      };
  }
}
