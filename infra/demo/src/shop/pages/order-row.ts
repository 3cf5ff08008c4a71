import { type Html, html, nothing } from '../html.ts';
import { decimalText, priceText } from '../money.ts';
import { isOpen, refundableMinor, type ShopOrder, type ShopRefund } from '../order-book.ts';
import { clockTime } from './clock-time.ts';
import { stateText } from './state-text.ts';

export function orderRowId({ number }: ShopOrder): string {
  return `order-${number}`;
}

/** A row in the list of orders, with buttons for what can be done with the order. */
export function orderRow(order: ShopOrder) {
  const { text, tone } = stateText(order);
  return html`
<li class="panel order" id="${orderRowId(order)}">
  <div class="order-facts">
    <h2 class="order-number">${order.number}</h2>
    <p class="quiet">${order.quantity} × ${order.title}, ${clockTime(order.createdAt)}</p>
  </div>
  <p class="order-amount">${priceText(order.amountMinor)}</p>
  <p class="order-state"><span class="badge badge-${tone}">${text}</span></p>
  ${order.refunds.length === 0 ? nothing : html`<ul class="refunds">${order.refunds.map(refundItem)}</ul>`}
  ${actions(order)}
</li>`;
}

const refundTexts: Readonly<Record<ShopRefund['state'], string>> = {
  pending: 'requested; the webhook will report the result',
  made: 'refunded',
  failed: 'refund failed',
};

function refundItem({ number, amountMinor, state }: ShopRefund) {
  return html`<li class="refund-${state}"><strong>${priceText(amountMinor)}</strong> ${refundTexts[state]} <code>${number}</code></li>`;
}

function actions(order: ShopOrder): Html {
  switch (order.state) {
    case 'PAY_SUCCESS':
    case 'PARTIAL_REFUND':
      return refundForm(order);
    case null:
    case 'INIT':
    case 'PAYING':
    case 'PAY_FAIL':
      return order.payUrl === null || !isOpen(order)
        ? nothing
        : html`<p class="order-actions order-actions-beside"><a class="button button-quiet" href="${order.payUrl}">Open the cashier</a></p>`;
    case 'REFUNDED':
    case 'CLOSE':
    case 'IN_DISPUTE':
      return nothing;
  }
}

function refundForm(order: ShopOrder): Html {
  const restMinor = refundableMinor(order);
  if (restMinor <= 0) return nothing;
  const halfMinor = Math.max(1, Math.floor(restMinor / 2));
  const fieldId = `amount-${order.number}`;
  return html`
<form class="order-actions" method="post" action="/orders/${order.number}/refund">
  <label for="${fieldId}">Refund $</label>
  <input id="${fieldId}" name="amount" inputmode="decimal" autocomplete="off" value="${decimalText(halfMinor)}">
  <button class="button button-quiet" name="what" value="part">Refund part</button>
  <button class="button button-quiet" name="what" value="rest">Refund ${order.refunds.length === 0 ? 'all' : 'the rest'} (${priceText(restMinor)})</button>
</form>`;
}
