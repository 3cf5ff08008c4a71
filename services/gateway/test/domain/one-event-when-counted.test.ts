import { describe, expect, test } from 'vitest';
import { setUncountedReportAside } from '../../src/application/channels/set-uncounted-report-aside.ts';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import type { DisputeReport } from '../../src/domain/dispute/dispute.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { uncountedUnderOpening } from '../../src/domain/order/uncounted-payments.ts';
import { afterChange, attemptOf, eventsOf, money, submitted, succeeded } from '../builders/orders.ts';
import { after } from '../builders/times.ts';

/** The channel has reported the payment with a wrong amount, so the order does not count it. */
function paidWrongly(): PaymentOrder {
  const order = submitted();
  return afterChange(applyPaymentResult(order, attemptOf(order), succeeded(money(10_001)), after(30)));
}

function aside(order: PaymentOrder, report: Parameters<typeof setUncountedReportAside>[2]): PaymentOrder {
  const payment = uncountedUnderOpening(order, attemptOf(order));
  if (payment === undefined) throw new Error('the order counts the payment');
  return afterChange(setUncountedReportAside(order, payment, report, after(40)));
}

/** A refund that somebody made at the processor by hand. */
function refundedByHand(order: PaymentOrder): PaymentOrder {
  return aside(order, {
    kind: 'refund_by_reference',
    attemptId: attemptOf(order),
    channelReference: 're_1',
    result: { kind: 'succeeded', returned: money(3_000) },
  });
}

const disputeEvents = (order: PaymentOrder) => eventsOf(order).filter((type) => type.includes('dispute'));

describe('once the channel corrects the amount of a payment, the merchant is told once of a dispute that has ended', () => {
  test.each<[string, DisputeReport['kind'], (order: PaymentOrder, report: DisputeReport) => PaymentOrder]>([
    [
      'won before a refund by hand was reported',
      'won',
      (order, report) =>
        refundedByHand(afterChange(applyDisputeReport(order, attemptOf(order), report, after(35)))),
    ],
    [
      'lost before a refund by hand was reported',
      'lost',
      (order, report) =>
        refundedByHand(afterChange(applyDisputeReport(order, attemptOf(order), report, after(35)))),
    ],
    [
      'won, as a report about that payment says',
      'won',
      (order, report) => aside(order, { kind: 'dispute', attemptId: attemptOf(order), report }),
    ],
    [
      'lost, as a report about that payment says',
      'lost',
      (order, report) => aside(order, { kind: 'dispute', attemptId: attemptOf(order), report }),
    ],
    [
      'lost, as a report about that payment says, after a refund by hand',
      'lost',
      (order, report) =>
        aside(refundedByHand(order), { kind: 'dispute', attemptId: attemptOf(order), report }),
    ],
  ])('%s', (_case, kind, tell) => {
    const told = tell(paidWrongly(), { kind, channelReference: 'D1', amount: money(10_000) });
    const corrected = afterChange(applyPaymentResult(told, attemptOf(told), succeeded(), after(60)));
    expect(corrected.dispute?.state).toBe(kind);
    expect(disputeEvents(corrected)).toEqual(['order.dispute.opened', `order.dispute.${kind}`]);
  });
});
