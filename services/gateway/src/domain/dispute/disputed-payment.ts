import type { DisputeConclusion } from '@kassa/contracts';
import type { PaymentOrder } from '../order/payment-order.ts';
import { disputeOfUncounted, uncountedPayments } from '../order/uncounted-payments.ts';
import { knownDisputes } from './disputes-set-aside.ts';

/** Why an operator must not record a dispute's outcome for the payment that the order counts for an attempt. */
export type PaymentObstacle =
  /**
   * The dispute is over another payment, which the order does not count. So its loss must not reduce the payment that the order
   * counts.
   */
  | { readonly reason: 'payment_not_counted'; readonly paymentReference: string }
  /**
   * The operator has to name the disputed payment, because the channel took several payments for the attempt and did not say
   * which one the dispute is over.
   */
  | { readonly reason: 'payment_needed' }
  | { readonly reason: 'payment_unknown' };

/**
 * Returns why an operator must not record a dispute's outcome for the payment that the order counts for an attempt; undefined
 * if nothing prevents this.
 */
export function obstacleOfPayment(
  order: PaymentOrder,
  attemptId: string | null,
  finding: {
    readonly channelReference: string;
    readonly outcome: DisputeConclusion;
    /** The payment that the operator names. */
    readonly paymentReference?: string;
  },
): PaymentObstacle | undefined {
  const { channelReference, outcome, paymentReference: named } = finding;
  const reported = disputeOfUncounted(order, channelReference);
  if (reported !== undefined) return { reason: 'payment_not_counted', paymentReference: reported };
  const attempt = order.attempts.find((each) => each.attemptId === attemptId);
  if (attempt === undefined) return undefined;
  const uncounted = uncountedPayments(order, attempt.attemptId);
  if (named !== undefined) {
    if (uncounted.some(({ paymentReference }) => paymentReference === named)) {
      return { reason: 'payment_not_counted', paymentReference: named };
    }
    // If the gateway knows that the payment succeeded but not the payment's reference, it accepts any reference.
    const isAnyAccepted = attempt.paymentReference === null && attempt.state === 'SUCCEEDED';
    return isAnyAccepted || named === attempt.paymentReference ? undefined : { reason: 'payment_unknown' };
  }
  const isKnown = knownDisputes(order, attempt.attemptId).some(
    (known) => known.channelReference === channelReference,
  );
  return outcome === 'lost' && uncounted.length > 0 && !isKnown ? { reason: 'payment_needed' } : undefined;
}
