import type { PaymentOrder } from '../order/payment-order.ts';
import { recordsOfRefund } from '../order/quarantine.ts';
import type { Refund, RefundResult } from './refund.ts';
import { isRepetition } from './repeated-report.ts';

/**
 * Whether a report that a refund failed may be about another refund, which the channel has made under the same gateway ID. This
 * is so if the report does not name the channel's reference. An operator then has to find out which of the two failed: if the
 * order took back the wrong one, the money of the other could be returned once more. It does not matter whether a case about
 * the other refund is settled, because the consumer has its money in any case.
 */
export function mayBeFailureOfAnother(
  order: PaymentOrder,
  refund: Refund,
  { channelReference, result }: { readonly channelReference?: string; readonly result: RefundResult },
): boolean {
  if (result.kind !== 'failed' || channelReference !== undefined) return false;
  const isNew = refund.state === 'SUCCESS' && !isRepetition(refund, result);
  return (isNew || refund.state === 'PROCESSING') && isAnotherReported(order, refund);
}

function isAnotherReported(order: PaymentOrder, { refundId }: Refund): boolean {
  return recordsOfRefund(order, refundId).some(
    ({ isOfAnother, result }) => isOfAnother && result !== 'failed',
  );
}
