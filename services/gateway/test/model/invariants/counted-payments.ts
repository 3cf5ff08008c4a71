import type { PaymentOrder } from '../../../src/domain/order/payment-order.ts';
import type { ChannelBooks, FurtherChannelPayment, PaymentAtChannel } from './channel-books.ts';
import { attemptOf } from './parts-of-order.ts';
import { isStanding } from './reports-aside.ts';

/** Whether an order counts a payment of its channel. If the channel names payments, that is the one which pays the attempt. */
export function isCounted(order: PaymentOrder, { attemptId, reference }: PaymentAtChannel): boolean {
  return reference === null || attemptOf(order, attemptId)?.paymentReference === reference;
}

/** Whether an order counts the payment to which something has happened at the channel, such as a dispute. */
export function isOfCounted(
  order: PaymentOrder,
  { attemptId, payment }: { readonly attemptId: string; readonly payment: string | null },
): boolean {
  return isCounted(order, { attemptId, reference: payment });
}

export function isPaymentAside(
  { quarantine }: PaymentOrder,
  { attemptId, reference }: PaymentAtChannel,
): boolean {
  return quarantine.some(
    ({ subject, attemptId: ofAttempt, paymentReference }) =>
      subject === undefined && ofAttempt === attemptId && paymentReference === (reference ?? undefined),
  );
}

/**
 * Whether an operator has a case about a report of a payment that the order did not count when the report came, or settled one
 * after the given moment.
 */
export function isUncountedReportAside(
  order: PaymentOrder,
  channelReferences: readonly string[],
  { result, since }: { readonly result: string; readonly since: Date },
): boolean {
  return order.quarantine.some(
    ({ subject }, index) =>
      subject?.kind === 'uncounted_payment' &&
      subject.result === result &&
      channelReferences.includes(subject.channelReference) &&
      isStanding(order, index, since),
  );
}

/** Returns the payments whose money a channel has, as far as it names them. */
export function namedPayments(
  books: ChannelBooks,
): readonly Pick<FurtherChannelPayment, 'attemptId' | 'reference' | 'uncollected'>[] {
  const first = books.payments.flatMap(({ attemptId, reference, result, uncollected }) =>
    reference !== null && (result === 'succeeded' || result === 'mismatched')
      ? [{ attemptId, reference, uncollected }]
      : [],
  );
  return [...first, ...books.furtherPayments];
}

/** Whether nobody can find out about a payment: the channel's report of it is lost for ever. */
export function isForgotten(
  { attemptId, reference }: PaymentAtChannel,
  { forgotten, furtherPayments }: ChannelBooks,
): boolean {
  const isFurther = furtherPayments.some((further) => further.reference === reference);
  return forgotten.has(isFurther ? (reference ?? attemptId) : attemptId);
}
