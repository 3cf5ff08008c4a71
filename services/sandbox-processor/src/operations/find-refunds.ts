import type { Refund } from '../domain/refund.ts';
import type { RefundClaim } from '../store/refund-claims.ts';
import type { ProcessorContext } from './processor-context.ts';

export async function findRefund(context: ProcessorContext, refundId: string): Promise<Refund | null> {
  const claim = await context.refundClaims.find(refundId);
  return claim === null ? null : refundOf(context, claim);
}

/** Newest first. */
export async function listRefunds(
  context: ProcessorContext,
  reference: string,
  limit: number,
): Promise<readonly Refund[]> {
  const claims = await context.refundClaims.list(reference, limit);
  const refunds = await Promise.all(claims.map((claim) => refundOf(context, claim)));
  return refunds.filter((refund) => refund !== null);
}

/**
 * Finds the refund for which a call has reserved an idempotency key. Returns null if the processor did not make the refund, for
 * example because it refused the call. Also returns null if a tester has hidden the refund from the books.
 */
async function refundOf(context: ProcessorContext, claim: RefundClaim): Promise<Refund | null> {
  const payment = await context.payments.find(claim.paymentId);
  return payment?.refunds.find(({ id, isHidden }) => id === claim._id && !isHidden) ?? null;
}
