import { type RefundStateCode, refundStateCodes } from '@kassa/contracts';
import { layOut, moreText, table } from '@kassa/contracts/terminal';
import type { RefundQueryResult } from '../../index.ts';
import { amountText } from './amounts.ts';

export function refundText(refund: RefundQueryResult): string {
  return layOut([
    ['Refund', refund.transaction_id],
    ['State', refundStateName(refund.status)],
    ['Amount', amountText(refund.amount, refund.currency_code)],
    ['Of payment', refund.original_transaction_id],
    ['Order', refund.order_id],
    ...(refund.reason === null ? [] : [['Reason', refund.reason] as const]),
    ...(refund.remark === null ? [] : [['Remark', refund.remark] as const]),
    ...(refund.error_code === null
      ? []
      : [['Failed by', `${refund.error_code}: ${refund.error_msg ?? ''}`] as const]),
    ['Created', refund.created_at],
    ...(refund.completed_at === null ? [] : [['Completed', refund.completed_at] as const]),
  ]);
}

const refundStateNames = new Map<RefundStateCode, string>(
  Object.entries(refundStateCodes).map(([name, code]) => [code, name]),
);

/** The name of a refund's state. The API's answer contains only its number. */
export function refundStateName(status: RefundStateCode): string {
  return refundStateNames.get(status) ?? String(status);
}

export function refundListText(refunds: readonly RefundQueryResult[], next: string | null): string {
  if (refunds.length === 0) return 'No refunds match.\n';
  const rows = refunds.map((refund) => [
    refund.created_at,
    refund.transaction_id,
    refundStateName(refund.status),
    amountText(refund.amount, refund.currency_code),
    refund.original_transaction_id,
    refund.origin,
    refund.error_code ?? refund.reason ?? '',
  ]);
  const columns = ['CREATED', 'REFUND', 'STATE', 'AMOUNT', 'OF PAYMENT', 'ORIGIN', 'REMARK'];
  return table(columns, rows) + moreText(next);
}
