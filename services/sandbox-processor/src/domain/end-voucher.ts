import { movedVoucher, type Voucher, type VoucherChange } from './voucher.ts';
import { balanceMinor, withReturn } from './voucher-ledger.ts';

export type VoucherCancelOutcome =
  | ({ readonly kind: 'cancelled' } & VoucherChange)
  | { readonly kind: 'has_result'; readonly voucher: Voucher };

/** Cancels an open voucher. A voucher with a result keeps it, and its status tells the caller so. */
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

/** Returns to the payer what has arrived for a voucher that ends unpaid. Only the whole amount could have paid the voucher. */
function emptied(voucher: Voucher, now: Date): Voucher {
  const { ledger } = voucher;
  return { ...voucher, ledger: withReturn(ledger, balanceMinor(ledger), 'voucher_ended', now) };
}
