import { voucherEventBody } from '../../api/voucher-event-body.ts';
import type { Voucher, VoucherChange } from '../../domain/voucher.ts';
import type { ChangeResult } from '../../store/versioned-store.ts';
import { changeAndTell, type Decided } from '../change-and-tell.ts';
import type { ProcessorContext } from '../processor-context.ts';

export type DecidedVoucherChange<Outcome> = Decided<VoucherChange, Outcome>;

export function changeVoucher<Outcome>(
  context: ProcessorContext,
  id: string,
  callbackDelayMs: number,
  decide: (voucher: Voucher) => DecidedVoucherChange<Outcome>,
): Promise<ChangeResult<Voucher, Outcome>> {
  const vouchers = {
    store: context.vouchers,
    changed: ({ voucher }: VoucherChange) => voucher,
    bodyOf: voucherEventBody,
    wake: context.wakeVoucher,
  };
  return changeAndTell(context, vouchers, id, callbackDelayMs, decide);
}
