import type { PaymentOrder } from '../../../src/domain/order/payment-order.ts';
import type { ChannelDispute } from './channel-books.ts';

/** Whether an operator has a case about the channel's report of the present result. */
export function isReportAside({ quarantine }: PaymentOrder, name: string, result: string): boolean {
  return quarantine.some(
    ({ subject }) =>
      subject?.result === result &&
      (subject.kind === 'refund' ? subject.refundId : subject.channelReference) === name,
  );
}

/** Whether an operator has a case about the channel's report of the returned amount. */
export function isAmountAside({ quarantine }: PaymentOrder, refundId: string, amountMinor: number): boolean {
  return quarantine.some(
    ({ subject, reported }) =>
      subject?.kind === 'refund' &&
      subject.refundId === refundId &&
      subject.result === 'succeeded' &&
      reported.amountMinor === amountMinor,
  );
}

/**
 * Whether an operator has a case about what the channel last said of a dispute. If the gateway took a win over a part for the whole,
 * the later report that the bank took more is the case.
 */
export function isOutcomeAside(
  order: PaymentOrder,
  { channelReference, events, told, state }: ChannelDispute,
): boolean {
  const isPartTaken =
    told !== state &&
    order.quarantine.some(
      ({ subject }) =>
        subject?.kind === 'dispute' &&
        subject.channelReference === channelReference &&
        subject.result === 'opened' &&
        subject.isAfterOutcome === true,
    );
  return isPartTaken || [channelReference, ...events].some((name) => isReportAside(order, name, told));
}

/** Whether a report may be about a refund that the order knows, so that an operator has to find out. */
export function isOfRefund({ refunds }: PaymentOrder, { refundId }: { readonly refundId: string }): boolean {
  return refunds.some((refund) => refund.refundId === refundId);
}
