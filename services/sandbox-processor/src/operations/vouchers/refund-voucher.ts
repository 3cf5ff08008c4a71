import type { RefundRequest } from '../../domain/refund.ts';
import { requestVoucherRefund } from '../../domain/refund-voucher.ts';
import type { Voucher, VoucherRefund } from '../../domain/voucher.ts';
import { derivedId } from '../identifiers.ts';
import type { ProcessorContext } from '../processor-context.ts';
import { keyReused, type Refusal, refused, voucherNotFound } from '../refusal.ts';
import { changeVoucher, type DecidedVoucherChange } from './change-voucher.ts';

export type VoucherRefundAnswer =
  | { readonly kind: 'answered'; readonly refund: VoucherRefund; readonly replayed: boolean }
  | Refusal;

/**
 * Refunds a voucher. The refund's ID is derived from the voucher and the idempotency key. So a repeated call makes no second
 * refund.
 */
export async function refundVoucher(
  context: ProcessorContext,
  voucherId: string,
  key: string,
  call: Omit<RefundRequest, 'id'>,
): Promise<VoucherRefundAnswer> {
  const request = { id: derivedId('sbx_vrf_', `${voucherId}\n${key}`), ...call };
  const decide = (voucher: Voucher): DecidedVoucherChange<VoucherRefundAnswer> => {
    const requested = requestVoucherRefund(voucher, request, context.now(), context.timing);
    switch (requested.kind) {
      case 'accepted':
        return {
          outcome: { kind: 'answered', refund: requested.refund, replayed: false },
          change: requested,
        };
      case 'repeated': {
        const { refund } = requested;
        const isSame =
          refund.amountMinor === call.amountMinor &&
          refund.currency === call.currency &&
          refund.reference === call.reference;
        return {
          outcome: isSame ? { kind: 'answered', refund, replayed: true } : keyReused(),
          change: null,
        };
      }
      case 'not_refundable':
        return { outcome: refused(requested.code, requested.reason), change: null };
    }
  };
  const result = await changeVoucher(context, voucherId, 0, decide);
  return result.kind === 'decided' ? result.outcome : voucherNotFound();
}
