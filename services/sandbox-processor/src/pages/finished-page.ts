import type { Payment } from '../domain/payment.ts';
import type { PaymentStatus } from '../domain/payment-status.ts';
import { html, nothing } from './html.ts';
import type { Page } from './layout.ts';
import { receipt } from './receipt.ts';

type Tone = 'good' | 'bad' | 'waiting';

const results: Record<PaymentStatus, { readonly title: string; readonly tone: Tone }> = {
  created: { title: 'This payment waits for its card', tone: 'waiting' },
  requires_action: { title: 'This payment waits for 3-D Secure', tone: 'waiting' },
  processing: { title: 'This payment is being processed', tone: 'waiting' },
  succeeded: { title: 'This payment is finished: paid', tone: 'good' },
  failed: { title: 'This payment is finished: failed', tone: 'bad' },
  cancelled: { title: 'This payment is finished: cancelled', tone: 'bad' },
};

const symbols: Record<Tone, string> = { good: '✓', bad: '✕', waiting: '…' };

/** For whoever opens a link again whose payment needs nothing from them any more. */
export function finishedPage(payment: Payment): Page {
  const { title, tone } = results[payment.status];
  return {
    title,
    width: 'narrow',
    content: html`<section class="panel">
<p class="symbol ${tone}" aria-hidden="true">${symbols[tone]}</p>
<h1>${title}</h1>
${payment.failure === null ? nothing : html`<p class="lead">${payment.failure.message}</p>`}
${receipt(payment)}
<p class="actions"><a class="primary" href="${payment.returnUrl}">Back to the shop</a></p>
</section>`,
  };
}
