/** The states of a voucher, as the processor's API names them. */
export type VoucherStatus = 'open' | 'paid' | 'cancelled' | 'expired';

/** The moves of a voucher's status. `pay_late` means that the whole amount arrives after the voucher's end. */
export type VoucherMove = 'pay' | 'cancel' | 'expire' | 'pay_late';

/** All allowed transitions. */
const voucherTransitions = {
  open: { pay: 'paid', cancel: 'cancelled', expire: 'expired' },
  paid: {},
  cancelled: { pay_late: 'paid' },
  expired: { pay_late: 'paid' },
} as const satisfies Record<VoucherStatus, Partial<Record<VoucherMove, VoucherStatus>>>;

/** The status to which a move leads; undefined if the move is not allowed. */
export function voucherStatusAfter(status: VoucherStatus, move: VoucherMove): VoucherStatus | undefined {
  const moves: Partial<Record<VoucherMove, VoucherStatus>> = voucherTransitions[status];
  return moves[move];
}
