/** The states of a voucher, as the processor's API names them. */
export type VoucherStatus = 'open' | 'paid' | 'cancelled' | 'expired';

/** The changes of a voucher's status. `pay_late` means that the whole amount has arrived after the voucher ended. */
export type VoucherMove = 'pay' | 'cancel' | 'expire' | 'pay_late';

/** All allowed transitions. */
const voucherTransitions = {
  open: { pay: 'paid', cancel: 'cancelled', expire: 'expired' },
  paid: {},
  cancelled: { pay_late: 'paid' },
  expired: { pay_late: 'paid' },
} as const satisfies Record<VoucherStatus, Partial<Record<VoucherMove, VoucherStatus>>>;

/**
 * Returns a voucher's status after a change, such as `pay`. Undefined if the voucher's present status does not allow the
 * change.
 */
export function voucherStatusAfter(status: VoucherStatus, move: VoucherMove): VoucherStatus | undefined {
  const moves: Partial<Record<VoucherMove, VoucherStatus>> = voucherTransitions[status];
  return moves[move];
}
