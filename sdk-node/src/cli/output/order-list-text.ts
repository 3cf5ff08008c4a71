import { moreText, table } from '@kassa/contracts/terminal';
import type { PaymentQueryResult } from '../../index.ts';
import { amountText } from './amounts.ts';
import type { Colours } from './colours.ts';
import { orderStateCell } from './state-paint.ts';

export function orderListText(
  orders: readonly PaymentQueryResult[],
  next: string | null,
  colours: Colours,
): string {
  if (orders.length === 0) return 'No orders match.\n';
  const rows = orders.map((order) => [
    order.created_at,
    order.merchant_transaction_id,
    orderStateCell(order.state, colours),
    amountText(order.amount, order.currency_code),
    order.refunded_amount > 0 ? amountText(order.refunded_amount, order.currency_code) : '',
    order.order_id,
  ]);
  return table(['CREATED', 'YOUR ID', 'STATE', 'AMOUNT', 'REFUNDED', 'ORDER'], rows) + moreText(next);
}
