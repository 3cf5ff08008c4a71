import type { Decision, PaymentOrder, QuarantinedResult } from '../../domain/order/payment-order.ts';
import { setUncountedAside, setUncountedRefundAside } from '../../domain/order/uncounted-payments.ts';
import type { ChannelReport } from './report-text.ts';

/**
 * Stores a report about a payment that the order does not count, for an operator to examine. The operator may have
 * returned that payment by hand, or the bank may have taken it back. Neither of these affects the money that the order counts.
 */
export function setUncountedReportAside(
  order: PaymentOrder,
  payment: QuarantinedResult,
  report: ChannelReport,
  now: Date,
): Decision {
  const { paymentReference = '' } = payment;
  switch (report.kind) {
    case 'refund':
    case 'refund_by_reference': {
      const { result, channelReference = paymentReference } = report;
      return setUncountedRefundAside(order, payment, { channelReference, result }, now);
    }
    case 'dispute': {
      const { kind, channelReference, amount, isAnnouncement, stage, toldAt } = report.report;
      const { showsMoneyBack, isCalledLost, mayReopen, respondBy, reason, channelUrl } = report.report;
      const facts = {
        ...(respondBy && { respondBy }),
        ...(reason && { reason }),
        ...(channelUrl !== undefined && { channelUrl }),
      };
      const subject = {
        result: `dispute_${kind}`,
        channelReference,
        ...(isAnnouncement && { isAnnouncement }),
        ...(stage && { stage }),
        ...(toldAt && { toldAt }),
        ...(showsMoneyBack && { showsMoneyBack }),
        ...(isCalledLost && { isCalledLost }),
        ...(mayReopen && { mayReopen }),
        ...(Object.keys(facts).length > 0 && { facts }),
      } as const;
      return setUncountedAside(order, { payment, subject, amount }, now);
    }
    case 'uncollected': {
      const { channelReference, toldAt } = report;
      const subject = { result: 'uncollected', channelReference, ...(toldAt && { toldAt }) } as const;
      return setUncountedAside(order, { payment, subject }, now);
    }
    // A repeated report of the payment itself says nothing new.
    case 'payment':
    case 'payment_under_way':
      return { kind: 'unchanged' };
  }
}
