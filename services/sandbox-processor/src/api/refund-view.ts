import type { Refund } from '../domain/refund.ts';

/** A refund as the API and the callbacks show it. */
export function refundView(refund: Refund) {
  return {
    id: refund.id,
    payment_id: refund.paymentId,
    status: refund.status,
    amount_minor: refund.amountMinor,
    currency: refund.currency,
    reference: refund.reference,
    failure: refund.failure,
    created_at: refund.createdAt.toISOString(),
    updated_at: refund.updatedAt.toISOString(),
  };
}
