import { advanceVoucher as advance } from '../../domain/advance-voucher.ts';
import type { Voucher } from '../../domain/voucher.ts';
import type { ProcessorContext } from '../processor-context.ts';
import { changeVoucher, type DecidedVoucherChange } from './change-voucher.ts';

/**
 * Makes the changes to a voucher that are due. The callbacks about these changes are sent without the usual delay, because the
 * due times already include it.
 */
export async function advanceVoucher(context: ProcessorContext, voucherId: string): Promise<void> {
  const decide = (voucher: Voucher): DecidedVoucherChange<null> => ({
    outcome: null,
    change: advance(voucher, context.now()),
  });
  await changeVoucher(context, voucherId, 0, decide);
}
