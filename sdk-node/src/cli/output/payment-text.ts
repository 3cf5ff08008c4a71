import { type CellText, layOut, table } from '@kassa/contracts/terminal';
import type { PaymentQueryResult } from '../../index.ts';
import { amountText } from './amounts.ts';
import type { Colours } from './colours.ts';
import { refundStateName } from './refund-text.ts';
import { orderStateCell } from './state-paint.ts';

export function paymentText(order: PaymentQueryResult, colours: Colours): string {
  const amount = (value: number) => amountText(value, order.currency_code);
  const { card, wallet, failure, dispute } = order;
  const rows: [label: string, value: CellText][] = [
    ['Order', order.order_id],
    ['Your ID', order.merchant_transaction_id],
    ['State', orderStateCell(order.state, colours)],
    ['Amount', amount(order.amount)],
    ...(order.description === null ? [] : [['Description', order.description] as [string, string]]),
    ...(order.payment_method === null
      ? []
      : [
          [
            'Paid by',
            [order.payment_method, wallet, card?.brand, card && `•••• ${card.last4}`]
              .filter(Boolean)
              .join(' '),
          ] as [string, string],
        ]),
    ...(failure === null ? [] : [['Failed by', `${failure.code}: ${failure.message}`] as [string, string]]),
    ...(order.refunded_amount > 0 ? [['Refunded', amount(order.refunded_amount)] as [string, string]] : []),
    ...(order.refundable_amount > 0
      ? [['Refundable', amount(order.refundable_amount)] as [string, string]]
      : []),
    ...(dispute === undefined
      ? []
      : [
          ['Dispute', `${dispute.state}, ${amount(dispute.amount)}, since ${dispute.opened_at}`] as [
            string,
            string,
          ],
        ]),
    ['Created', order.created_at],
    ...momentsOf(order),
  ];
  return layOut(rows) + refundsText(order, amount);
}

function momentsOf(order: PaymentQueryResult): [string, string][] {
  if (order.paid_at !== null) return [['Paid', order.paid_at]];
  if (order.closed_at !== null) return [['Closed', order.closed_at]];
  const expires: [string, string] = ['Expires', order.expires_at];
  // An older gateway does not send this member.
  const until = order.awaiting_result_until ?? null;
  return until === null ? [expires] : [expires, ['Result by', until]];
}

function refundsText({ refunds }: PaymentQueryResult, amount: (value: number) => string): string {
  if (refunds.length === 0) return '';
  const rows = refunds.map((refund) => [
    refund.transaction_id,
    amount(refund.amount),
    refundStateName(refund.status),
    refund.created_at,
    refund.error_code ?? (refund.automatic ? 'returned by the gateway' : (refund.reason ?? '')),
  ]);
  return `\n${table(['REFUND', 'AMOUNT', 'STATE', 'CREATED', 'REMARK'], rows)}`;
}
