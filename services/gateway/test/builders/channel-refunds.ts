import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { applyRefundByReference } from '../../src/domain/refund/take-channel-refund.ts';
import { afterChange, latest, type money } from './orders.ts';
import { after } from './times.ts';

export const failure = { code: 'account_closed', message: 'Closed.' };

/** Applies a channel's report about a refund that it names by its own reference. A refund without an amount has failed. */
export function told(
  order: PaymentOrder,
  returned: ReturnType<typeof money> | null,
  {
    channelReference = 're_hand',
    seconds = 60,
    reportId = 'evt_1',
    toldAt,
    ...named
  }: {
    readonly channelReference?: string;
    readonly seconds?: number;
    readonly reportId?: string;
    /** When the channel made the report, by its own clock. */
    readonly toldAt?: Date;
    readonly amount?: ReturnType<typeof money>;
  } = {},
) {
  const time = toldAt && { toldAt };
  const result =
    returned === null
      ? ({ kind: 'failed', failure, ...time } as const)
      : ({ kind: 'succeeded', returned, ...time } as const);
  const { attemptId } = latest(order);
  return applyRefundByReference(
    order,
    { channelId: 'Sandbox', attemptId, channelReference, result, reportId, ...named },
    after(seconds),
  );
}

/** Returns the order after such a report has changed it. */
export function taken(order: PaymentOrder, returned: ReturnType<typeof money> | null, reference = 're_hand') {
  return afterChange(told(order, returned, { channelReference: reference }));
}
