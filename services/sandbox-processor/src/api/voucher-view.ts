import { receivingAccount } from '../domain/receiving-account.ts';
import { refundedMinor } from '../domain/refund.ts';
import {
  missingMinor,
  receivedMinor,
  refundableVoucherMinor,
  type Voucher,
  type VoucherRefund,
} from '../domain/voucher.ts';
import type { VoucherStatementLine } from '../domain/voucher-statement.ts';

/** A voucher as the API and the callbacks present it. Amounts are in minor units, and times in RFC 3339 and UTC. */
export function voucherView(voucher: Voucher, publicBaseUrl: string) {
  return {
    id: voucher.id,
    status: voucher.status,
    amount_minor: voucher.amountMinor,
    received_minor: receivedMinor(voucher),
    missing_minor: missingMinor(voucher),
    currency: voucher.currency,
    reference: voucher.reference,
    transfer_reference: voucher.transferReference,
    account: receivingAccount,
    page_url: voucherPageUrl(voucher, publicBaseUrl),
    due_at: voucher.dueAt.toISOString(),
    refunded_minor: refundedMinor(voucher.refunds),
    refundable_minor: refundableVoucherMinor(voucher),
    ledger: voucher.ledger.map((movement) => ({
      kind: movement.kind,
      amount_minor: movement.amountMinor,
      reason: movement.kind === 'returned' ? movement.reason : null,
      refund_id: movement.kind === 'returned' ? movement.refundId : null,
      at: movement.at.toISOString(),
    })),
    created_at: voucher.createdAt.toISOString(),
    updated_at: voucher.updatedAt.toISOString(),
  };
}

export function voucherRefundView(refund: VoucherRefund, voucherId: string) {
  return {
    id: refund.id,
    voucher_id: voucherId,
    status: refund.status,
    amount_minor: refund.amountMinor,
    currency: refund.currency,
    reference: refund.reference,
    failure: refund.failure,
    created_at: refund.createdAt.toISOString(),
    updated_at: refund.updatedAt.toISOString(),
  };
}

export function statementLineView(line: VoucherStatementLine) {
  return {
    kind: line.kind,
    id: line.id,
    reference: line.reference,
    amount_minor: line.amountMinor,
    currency: line.currency,
    status: line.status,
    at: line.at.toISOString(),
  };
}

function voucherPageUrl({ id, pageToken }: Voucher, publicBaseUrl: string): string {
  return `${publicBaseUrl}/voucher/${id}/${pageToken}`;
}
