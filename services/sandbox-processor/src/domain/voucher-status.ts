/** Where a voucher stands, as the processor's API names it. */
export type VoucherStatus = 'open' | 'paid' | 'cancelled' | 'expired';

/** What can happen to a voucher. `pay_late` is the whole amount that comes after a voucher's end. */
export type VoucherMove = 'pay' | 'cancel' | 'expire' | 'pay_late';

/** The only ways from one status to another. */
const voucherTransitions = {
  open: { pay: 'paid', cancel: 'cancelled', expire: 'expired' },
  paid: {},
  cancelled: { pay_late: 'paid' },
  expired: { pay_late: 'paid' },
} as const satisfies Record<VoucherStatus, Partial<Record<VoucherMove, VoucherStatus>>>;

/** The status that a move leads to, or undefined where the move is not possible. */
export function voucherStatusAfter(status: VoucherStatus, move: VoucherMove): VoucherStatus | undefined {
  const moves: Partial<Record<VoucherMove, VoucherStatus>> = voucherTransitions[status];
  return moves[move];
}
