import { receiveTransfer } from '../../domain/receive-transfer.ts';
import type { Voucher } from '../../domain/voucher.ts';
import type { ProcessorContext } from '../processor-context.ts';
import { voucherNotFound } from '../refusal.ts';
import { changeVoucher, type DecidedVoucherChange } from './change-voucher.ts';
import type { VoucherAnswer } from './create-voucher.ts';

/**
 * Books a bank transfer that arrives for a voucher.
 *
 * @param amountOf returns the amount of the transfer. It gets the voucher as it is when the transfer is booked, so that the
 * amount can be, for example, all that is still missing.
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
