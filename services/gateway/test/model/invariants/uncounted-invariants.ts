import type { PaymentOrder } from '../../../src/domain/order/payment-order.ts';
import type { ChannelBooks, ChannelDispute, PaymentAtChannel, RefundByHand } from './channel-books.ts';
import {
  isCounted,
  isForgotten,
  isPaymentAside,
  isUncountedReportAside,
  namedPayments,
} from './counted-payments.ts';
import { type Fault, faultsIf } from './faults.ts';
import { attemptOf } from './parts-of-order.ts';

/**
 * The rules for payments that their orders do not count, once no work is due and the channel has made all its reports. The order
 * has a case about each such payment, and about everything that the channel reports about it. None of this changes its sums.
 */
export function faultsOfUncountedPayments(
  orders: readonly PaymentOrder[],
  books: ChannelBooks,
): readonly Fault[] {
  return namedPayments(books).flatMap((payment) => {
    const order = orders.find((candidate) => attemptOf(candidate, payment.attemptId));
    if (order === undefined || isCounted(order, payment) || isForgotten(payment, books)) return [];
    return [
      ...faultsIf(
        [
          !isPaymentAside(order, payment),
          `the channel took ${payment.reference}, which no order counts, and nobody was told`,
        ],
        [
          payment.uncollected !== null &&
            !order.quarantine.some(
              ({ subject, paymentReference }) =>
                subject?.kind === 'uncounted_payment' &&
                subject.result === 'uncollected' &&
                paymentReference === payment.reference,
            ),
          `the channel could not collect ${payment.reference}, and nobody was told`,
        ],
      ),
      ...books.disputes.filter(isOf(payment)).flatMap((dispute) => faultsOfDispute(order, dispute, books)),
      ...books.refundsByHand.filter(isOf(payment)).flatMap((refund) => faultsOfRefund(order, refund, books)),
    ];
  });
}

function isOf({ attemptId, reference }: PaymentAtChannel) {
  return (part: { readonly attemptId: string; readonly payment: string | null }) =>
    part.attemptId === attemptId && part.payment === reference;
}

function faultsOfDispute(
  order: PaymentOrder,
  { channelReference, events, state, told }: ChannelDispute,
  { forgotten }: ChannelBooks,
): readonly Fault[] {
  if (forgotten.has(channelReference)) return [];
  const isReported =
    isUncountedReportAside(order, [channelReference], { result: `dispute_${told}`, since: new Date(0) }) ||
    // A later event may not say which dispute it is about.
    order.quarantine.some(
      ({ subject }) =>
        subject?.kind === 'dispute' &&
        subject.isOfUnknownDispute === true &&
        subject.result === told &&
        events.includes(subject.channelReference),
    );
  return faultsIf([
    !isReported,
    `dispute ${channelReference} of a payment that no order counts is ${state}, and nobody was told`,
  ]);
}

function faultsOfRefund(
  order: PaymentOrder,
  { channelReference, payment, state, movedAt }: RefundByHand,
  { forgotten }: ChannelBooks,
): readonly Fault[] {
  if (state === 'pending' || forgotten.has(channelReference)) return [];
  const result = state === 'succeeded' ? 'refunded' : 'refund_failed';
  // The report that a refund failed may name only the refunded payment.
  const names = state === 'succeeded' ? [channelReference] : [channelReference, payment ?? ''];
  return faultsIf([
    !isUncountedReportAside(order, names, { result, since: movedAt }),
    `${channelReference} of a payment that no order counts was ${state} by hand, and nobody was told`,
  ]);
}
