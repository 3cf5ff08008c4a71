import type { Trigger } from '../../domain/trigger.ts';
import { triggerVoucher } from '../../domain/trigger-voucher.ts';
import type { Voucher } from '../../domain/voucher.ts';
import type { ProcessorContext } from '../processor-context.ts';
import { refused, voucherNotFound } from '../refusal.ts';
import { changeVoucher, type DecidedVoucherChange } from './change-voucher.ts';
import type { VoucherAnswer } from './create-voucher.ts';

export async function pullVoucherTrigger(
  context: ProcessorContext,
  voucherId: string,
  what: Trigger,
): Promise<VoucherAnswer> {
  const decide = (voucher: Voucher): DecidedVoucherChange<VoucherAnswer> => {
    const triggered = triggerVoucher(voucher, what, context.now());
    if (triggered.kind === 'not_possible')
      return { outcome: refused('trigger_not_possible', triggered.reason), change: null };
    return {
      outcome: { kind: 'answered', voucher: triggered.voucher, replayed: false },
      change: triggered,
    };
  };
  const result = await changeVoucher(context, voucherId, context.timing.callbackDelayMs, decide);
  return result.kind === 'decided' ? result.outcome : voucherNotFound();
}
