import type { Money } from '@kassa/contracts';
import type { PaymentOrder } from '../order/payment-order.ts';
import { type RecordSetAside, recordsOfRefund } from '../order/quarantine.ts';
import { madeMinor } from './made-amount.ts';
import type { Refund } from './refund.ts';

/**
 * Returns the stored reports that an operator's finding answers. Each of them says that the channel made the refund; the
 * operator has found the total that the channel returned for it. The finding answers a report in each of these cases:
 * - The gateway received it before `seenUntil` (business time), so the operator saw it in the channel's own record.
 * - The total is large enough for the report's amount, the amount that the order records and the amounts of earlier reports.
 *
 * Any other report may be about money that was returned after the operator looked, so its case stays open.
 */
export function reportsAnsweredBy(
  order: PaymentOrder,
  refund: Refund,
  { returned, seenUntil }: { readonly returned: Money; readonly seenUntil: Date | undefined },
): readonly RecordSetAside[] {
  const reports = recordsOfRefund(order, refund.refundId).filter(
    ({ result, isSettled }) => result !== 'failed' && !isSettled,
  );
  const isOwnReported = reports.some(({ isOfAnother }) => !isOfAnother);
  // The channel still has the refund itself, so the total includes the refund's amount.
  const isUnderWay = refund.state === 'INITIALISED' || refund.state === 'PROCESSING';
  const recordedMinor = madeMinor(order, refund.refundId, 'at_channel');
  let ownMinor = isUnderWay && !isOwnReported ? refund.amount.amountMinor : recordedMinor;
  const othersMinor = new Map<string, number>();
  return reports.filter(({ since, reported, channelReference }) => {
    if (channelReference === undefined) ownMinor = Math.max(ownMinor, reported.amountMinor);
    else {
      const before = othersMinor.get(channelReference) ?? 0;
      othersMinor.set(channelReference, Math.max(before, reported.amountMinor));
    }
    const reportedMinor = [...othersMinor.values()].reduce((sum, minor) => sum + minor, ownMinor);
    const hasRoom = reported.currency === returned.currency && reportedMinor <= returned.amountMinor;
    return hasRoom || (seenUntil !== undefined && since < seenUntil);
  });
}
