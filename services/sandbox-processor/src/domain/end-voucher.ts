import { movedVoucher, type Voucher, type VoucherChange } from './voucher.ts';
import { balanceMinor, withReturn } from './voucher-ledger.ts';

export type VoucherCancelOutcome =
  | ({ readonly kind: 'cancelled' } & VoucherChange)
  | { readonly kind: 'has_result'; readonly voucher: Voucher };

/**
 * Cancels a voucher if it is still open. A voucher that was paid, cancelled or has expired stays unchanged and is returned as
 * it is.
 */
export function cancelVoucher(voucher: Voucher, now: Date): VoucherCancelOutcome {
  if (voucher.status !== 'open') return { kind: 'has_result', voucher };
  return {
    kind: 'cancelled',
    voucher: movedVoucher(emptied(voucher, now), 'cancel', now),
    events: [{ type: 'voucher.cancelled' }],
  };
}

export function expireVoucher(voucher: Voucher, now: Date): VoucherChange {
  return {
    voucher: movedVoucher(emptied(voucher, now), 'expire', now),
    events: [{ type: 'voucher.expired' }],
  };
}

/**
 * Sends back to the payer what was transferred for a voucher that ends unpaid. A part of the amount does not pay the voucher,
 * so the merchant does not keep it.
 */
function emptied(voucher: Voucher, now: Date): Voucher {
  const { ledger } = voucher;
  return { ...voucher, ledger: withReturn(ledger, balanceMinor(ledger), 'voucher_ended', now) };
}
