import { receiveTransfer } from '../../domain/receive-transfer.ts';
import type { Voucher } from '../../domain/voucher.ts';
import type { ProcessorContext } from '../processor-context.ts';
import { voucherNotFound } from '../refusal.ts';
import { changeVoucher, type DecidedVoucherChange } from './change-voucher.ts';
import type { VoucherAnswer } from './create-voucher.ts';

/**
 * Books a bank transfer that arrives for a voucher.
 *
 * @param amountOf returns the transferred amount for the voucher's state at that moment
 */
export async function takeTransfer(
  context: ProcessorContext,
  voucherId: string,
  amountOf: (voucher: Voucher) => number,
): Promise<VoucherAnswer> {
  const decide = (voucher: Voucher): DecidedVoucherChange<VoucherAnswer> => {
    const change = receiveTransfer(voucher, amountOf(voucher), context.now());
    return { outcome: { kind: 'answered', voucher: change.voucher, replayed: false }, change };
  };
  const result = await changeVoucher(context, voucherId, context.timing.callbackDelayMs, decide);
  return result.kind === 'decided' ? result.outcome : voucherNotFound();
}
