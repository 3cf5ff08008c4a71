import { cancelVoucher as cancel } from '../../domain/end-voucher.ts';
import type { Voucher } from '../../domain/voucher.ts';
import type { ProcessorContext } from '../processor-context.ts';
import { voucherNotFound } from '../refusal.ts';
import { changeVoucher, type DecidedVoucherChange } from './change-voucher.ts';
import type { VoucherAnswer } from './create-voucher.ts';

/** Cancels a voucher. Repeated calls do no harm: each answer shows the voucher's present state. */
export async function cancelVoucher(context: ProcessorContext, voucherId: string): Promise<VoucherAnswer> {
  const decide = (voucher: Voucher): DecidedVoucherChange<VoucherAnswer> => {
    const cancelled = cancel(voucher, context.now());
    return {
      outcome: { kind: 'answered', voucher: cancelled.voucher, replayed: false },
      change: cancelled.kind === 'cancelled' ? cancelled : null,
    };
  };
  const result = await changeVoucher(context, voucherId, context.timing.callbackDelayMs, decide);
  return result.kind === 'decided' ? result.outcome : voucherNotFound();
}
