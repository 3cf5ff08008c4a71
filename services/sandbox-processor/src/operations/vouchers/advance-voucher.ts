import { advanceVoucher as advance } from '../../domain/advance-voucher.ts';
import type { Voucher } from '../../domain/voucher.ts';
import type { ProcessorContext } from '../processor-context.ts';
import { changeVoucher, type DecidedVoucherChange } from './change-voucher.ts';

/**
 * Carries out what is due for a voucher, and reports it by callback at once: the delay before the callback has already passed.
 */
export async function advanceVoucher(context: ProcessorContext, voucherId: string): Promise<void> {
  const decide = (voucher: Voucher): DecidedVoucherChange<null> => ({
    outcome: null,
    change: advance(voucher, context.now()),
  });
  await changeVoucher(context, voucherId, 0, decide);
}
