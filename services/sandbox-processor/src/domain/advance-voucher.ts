import { expireVoucher } from './end-voucher.ts';
import { settleVoucherRefund } from './refund-voucher.ts';
import { earliest } from './timing.ts';
import type { Voucher, VoucherChange, VoucherEvent } from './voucher.ts';

/**
 * Makes the changes to a voucher that are due: it expires, or its refunds get their results. Returns null if nothing is due.
 */
export function advanceVoucher(voucher: Voucher, now: Date): VoucherChange | null {
  if (voucher.status === 'open' && voucher.endsAt <= now) return expireVoucher(voucher, now);
  const due = voucher.refunds.filter(
    ({ status, dueAt }) => status === 'pending' && dueAt !== null && dueAt <= now,
  );
  if (due.length === 0) return null;
  let advanced = voucher;
  const events: VoucherEvent[] = [];
  for (const refund of due) {
    const settled = settleVoucherRefund(advanced, refund, 'succeeded', now);
    advanced = settled.voucher;
    events.push(...settled.events);
  }
  return { voucher: advanced, events };
}

/**
 * When the processor next changes a voucher without a call: when the voucher expires, or when a refund gets its result. Null if
 * neither will happen.
 */
export function nextVoucherChangeAt({ status, endsAt, refunds }: Voucher): Date | null {
  return earliest([
    status === 'open' ? endsAt : null,
    ...refunds.map((refund) => (refund.status === 'pending' ? refund.dueAt : null)),
  ]);
}
