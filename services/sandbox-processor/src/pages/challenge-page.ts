import type { Payment } from '../domain/payment.ts';
import { html } from './html.ts';
import type { Page } from './layout.ts';
import type { PageLanguage } from './page-language.ts';
import { receipt } from './receipt.ts';

/** The 3-D Secure page of the simulated bank that issued the card. */
export function challengePage(payment: Payment, formPath: string, language: PageLanguage): Page {
  const { heading, explanation, approve, fail } = language.texts.challenge;
  return {
    title: '3-D Secure',
    width: 'narrow',
    content: html`<section class="panel">
<h1>${heading}</h1>
<p class="lead">${explanation}</p>
${receipt(payment, language)}
<form method="post" action="${formPath}">
<button class="primary" name="decision" value="approve">${approve}</button>
<button class="secondary" name="decision" value="fail">${fail}</button>
</form>
</section>`,
  };
}
