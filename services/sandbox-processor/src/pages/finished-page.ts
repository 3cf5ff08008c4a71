import type { Payment } from '../domain/payment.ts';
import type { PaymentStatus } from '../domain/payment-status.ts';
import { html, nothing } from './html.ts';
import type { Page } from './layout.ts';
import type { PageLanguage } from './page-language.ts';
import { receipt } from './receipt.ts';

type Tone = 'good' | 'bad' | 'waiting';

const tones: Record<PaymentStatus, Tone> = {
  created: 'waiting',
  requires_action: 'waiting',
  processing: 'waiting',
  succeeded: 'good',
  failed: 'bad',
  cancelled: 'bad',
};

const symbols: Record<Tone, string> = { good: '✓', bad: '✕', waiting: '…' };

/** The page that a payment's link opens once the payer has nothing left to decide. */
export function finishedPage(payment: Payment, language: PageLanguage): Page {
  const { standing, backToShop } = language.texts;
  const title = standing[payment.status];
  const tone = tones[payment.status];
  return {
    title,
    width: 'narrow',
    content: html`<section class="panel">
<p class="symbol ${tone}" aria-hidden="true">${symbols[tone]}</p>
<h1>${title}</h1>
${payment.failure === null ? nothing : html`<p class="lead" lang="en" dir="auto">${payment.failure.message}</p>`}
${receipt(payment, language)}
<p class="actions"><a class="primary" href="${payment.returnUrl}">${backToShop}</a></p>
</section>`,
  };
}
