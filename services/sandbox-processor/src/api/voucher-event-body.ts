import type { Voucher, VoucherEvent } from '../domain/voucher.ts';
import { voucherRefundView, voucherView } from './voucher-view.ts';

/** The body of a callback about a voucher. It always contains the voucher as it was when the event happened. */
export function voucherEventBody(
  id: string,
  event: VoucherEvent,
  voucher: Voucher,
  at: Date,
  publicBaseUrl: string,
): string {
  return JSON.stringify({
    id,
    type: event.type,
    created_at: at.toISOString(),
    voucher: voucherView(voucher, publicBaseUrl),
    ...('refund' in event && { refund: voucherRefundView(event.refund, voucher.id) }),
  });
}
