import type { CardSummary } from '../domain/card.ts';
import type { Payment } from '../domain/payment.ts';
import { amountText } from './amount-text.ts';
import { type Html, html, nothing } from './html.ts';
import type { PageLanguage } from './page-language.ts';
import type { PageTexts } from './texts/page-texts.ts';

const cardBrandNames = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  cartes_bancaires: 'Cartes Bancaires',
} as const;

/** Shows what is being paid. Every page of a payment contains it. */
export function receipt(
  { amountMinor, currency, returnUrl, reference, card }: Payment,
  language: PageLanguage,
): Html {
  const { code, texts } = language;
  return html`<p class="amount"><bdi>${amountText(amountMinor, currency, code)}</bdi></p>
<dl class="facts">
<div><dt>${texts.returnsTo}</dt><dd><bdi dir="ltr">${new URL(returnUrl).host}</bdi></dd></div>
<div><dt>${texts.reference}</dt><dd><bdi>${reference}</bdi></dd></div>
${card === null ? nothing : html`<div><dt>${texts.card}</dt><dd>${cardLine(card, texts)}</dd></div>`}
</dl>`;
}

function cardLine({ brand, last4 }: CardSummary, texts: PageTexts): Html {
  const name = brand === 'unknown' ? texts.card : cardBrandNames[brand];
  return html`<bdi>${name}</bdi> <bdi dir="ltr">•••• ${last4}</bdi>`;
}
