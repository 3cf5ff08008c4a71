import { voucherEventBody } from '../../api/voucher-event-body.ts';
import { later } from '../../domain/timing.ts';
import type { Voucher, VoucherChange, VoucherEvent } from '../../domain/voucher.ts';
import type { ChangeResult } from '../../store/versioned-store.ts';
import { newEventId } from '../identifiers.ts';
import type { ProcessorContext } from '../processor-context.ts';

export interface DecidedVoucherChange<Outcome> {
  readonly outcome: Outcome;
  /** Null: nothing changes. */
  readonly change: VoucherChange | null;
}

/** Carries a decision out: the new state and the callbacks that tell of it are one write. */
export async function changeVoucher<Outcome>(
  context: ProcessorContext,
  id: string,
  callbackDelayMs: number,
  decide: (voucher: Voucher) => DecidedVoucherChange<Outcome>,
): Promise<ChangeResult<Voucher, Outcome>> {
  const result = await context.vouchers.change(id, (voucher) => {
    const { outcome, change } = decide(voucher);
    return {
      outcome,
      next: change === null ? null : withCallbacks(context, change.voucher, change.events, callbackDelayMs),
    };
  });
  if (result.kind === 'decided' && result.changed !== null) context.wakeVoucher(result.changed);
  return result;
}

function withCallbacks(
  context: ProcessorContext,
  voucher: Voucher,
  events: readonly VoucherEvent[],
  delayMs: number,
): Voucher {
  const now = context.now();
  const added = events.map((event) => {
    const id = newEventId();
    const body = voucherEventBody(id, event, voucher, now, context.publicBaseUrl);
    return { id, body, tries: 0, nextTryAt: later(now, delayMs) };
  });
  return { ...voucher, callbacks: [...voucher.callbacks, ...added] };
}
