import { html, nothing } from '../html.ts';
import { minorFromText, priceText } from '../money.ts';
import type { VerifiedEvent } from '../order-book.ts';
import { clockTime } from './clock-time.ts';

/** A verified event in a list. A click shows its body. */
export function eventItem({ event, receivedAt }: VerifiedEvent) {
  const { event_type, event_id, data } = event;
  const refund = 'refund' in data ? data.refund : undefined;
  const amount = minorFromText(String(refund?.amount ?? data.amount));
  const reason = 'failure' in data ? data.failure.message : (refund?.error_msg ?? '');
  const outcome = event_type.split('.').at(-1) ?? '';
  return html`
<li class="event event-${outcome}">
  <details>
    <summary>
      <span class="event-type">${event_type}</span>
      <span class="event-amount">${amount === undefined ? '' : priceText(amount)}</span>
      <span class="event-order">${data.merchant_transaction_id}</span>
      ${clockTime(receivedAt)}
      ${reason === '' ? nothing : html`<span class="event-reason">${reason}</span>`}
    </summary>
    <p class="event-proof">Signature verified · webhook-id <code>${event_id}</code></p>
    <pre tabindex="0">${JSON.stringify(event, null, 2)}</pre>
  </details>
</li>`;
}
