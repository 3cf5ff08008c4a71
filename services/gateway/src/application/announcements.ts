import type { PaymentOrder } from '../domain/order/payment-order.ts';
import { isAutomatic } from '../domain/refund/refund.ts';
import type { Alert } from '../ports/alerts.ts';

/**
 * What an operator has to hear of a change of an order. It is read off what was written, so that each matter
 * is announced once, whatever way it came: by callback, as an answer, or when the channel was asked.
 */
export function announcementsOf(before: PaymentOrder, after: PaymentOrder): readonly Alert[] {
  return [
    ...newlySetAside(before, after),
    ...newlyReturned(before, after),
    ...newlyNotReturned(before, after),
    ...newlyUnresolved(before, after),
    ...newlyUncollected(before, after),
  ];
}

function newlySetAside(before: PaymentOrder, { orderId, quarantine }: PaymentOrder): readonly Alert[] {
  return quarantine.slice(before.quarantine.length).map((result): Alert => {
    const { attemptId, subject } = result;
    const alert = { kind: 'result_quarantined', orderId, attemptId } as const;
    return subject === undefined ? alert : { ...alert, result };
  });
}

function newlyReturned(before: PaymentOrder, { orderId, refunds }: PaymentOrder): readonly Alert[] {
  return refunds.slice(before.refunds.length).flatMap((refund): Alert[] => {
    const { attemptId, origin } = refund;
    // An attempt brings money once: another return of it is the operator's next try, not other money.
    const first = refunds.find((other) => other.attemptId === attemptId && isAutomatic(other));
    return first === refund ? [{ kind: 'money_returned', orderId, origin }] : [];
  });
}

/** Money that did not pay the order and could not be returned either: somebody has to see to it. */
function newlyNotReturned(before: PaymentOrder, { orderId, refunds }: PaymentOrder): readonly Alert[] {
  return refunds.flatMap((refund, index): Alert[] => {
    const isNew = refund.state === 'FAILED' && before.refunds[index]?.state !== 'FAILED';
    return isNew && isAutomatic(refund)
      ? [{ kind: 'return_failed', orderId, refundId: refund.refundId }]
      : [];
  });
}

function newlyUnresolved(before: PaymentOrder, { orderId, attempts }: PaymentOrder): readonly Alert[] {
  return attempts.flatMap(({ attemptId, unresolvedSince }, index): Alert[] => {
    const wasUnresolved = (before.attempts[index]?.unresolvedSince ?? null) !== null;
    return unresolvedSince === null || wasUnresolved
      ? []
      : [{ kind: 'cancellation_given_up', orderId, attemptId }];
  });
}

function newlyUncollected(before: PaymentOrder, { orderId, attempts }: PaymentOrder): readonly Alert[] {
  return attempts.flatMap(({ attemptId, uncollected }, index): Alert[] => {
    const known = before.attempts[index]?.uncollected?.channelReference;
    return uncollected === null || uncollected.channelReference === known
      ? []
      : [{ kind: 'payment_uncollected', orderId, attemptId }];
  });
}
