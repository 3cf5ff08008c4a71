import {
  begunRefund,
  exceedsRefundable,
  type NotRefundable,
  notRefundable,
  type RefundRequest,
  settledRefund,
} from './refund.ts';
import type { Timing } from './timing.ts';
import {
  refundableVoucherMinor,
  type Voucher,
  type VoucherChange,
  type VoucherEvent,
  type VoucherRefund,
} from './voucher.ts';
import { withReturn } from './voucher-ledger.ts';

export type VoucherRefundOutcome =
  | ({ readonly kind: 'accepted'; readonly refund: VoucherRefund } & VoucherChange)
  | { readonly kind: 'repeated'; readonly refund: VoucherRefund }
  | NotRefundable;

/**
 * Starts a refund of a voucher and reserves its amount. All reasons to refuse the refund are checked before anything changes.
 */
export function requestVoucherRefund(
  voucher: Voucher,
  request: RefundRequest,
  now: Date,
  timing: Timing,
): VoucherRefundOutcome {
  const { status, currency } = voucher;
  const earlier = voucher.refunds.find(({ id }) => id === request.id);
  if (earlier !== undefined) return { kind: 'repeated', refund: earlier };
  if (status !== 'paid') return notRefundable('voucher_not_paid', `The voucher is ${status}, not paid.`);
  if (currency !== request.currency)
    return notRefundable('currency_mismatch', `The voucher was paid in ${currency}.`);
  const left = refundableVoucherMinor(voucher);
  if (request.amountMinor > left) return exceedsRefundable(left, currency);

  const refund = begunRefund(request, voucher, now, timing);
  return {
    kind: 'accepted',
    refund,
    voucher: { ...voucher, refunds: [...voucher.refunds, refund], updatedAt: now },
    events: [],
  };
}

/** Gives a pending refund of a voucher its result. Money moves only if the refund succeeds. */
export function settleVoucherRefund(
  voucher: Voucher,
  refund: VoucherRefund,
  status: 'succeeded' | 'failed',
  now: Date,
): VoucherChange {
  const settled = settledRefund(refund, status, now);
  const { ledger } = voucher;
  const event: VoucherEvent = { type: `voucher.refund.${status}`, refund: settled };
  return {
    voucher: {
      ...voucher,
      refunds: voucher.refunds.map((other) => (other.id === settled.id ? settled : other)),
      ledger:
        status === 'succeeded' ? withReturn(ledger, refund.amountMinor, 'refund', now, refund.id) : ledger,
      updatedAt: now,
    },
    events: [event],
  };
}
