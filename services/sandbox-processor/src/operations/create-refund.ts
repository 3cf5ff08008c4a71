import type { Payment } from '../domain/payment.ts';
import type { Refund } from '../domain/refund.ts';
import { requestRefund } from '../domain/request-refund.ts';
import { changePayment, type DecidedChange } from './change-payment.ts';
import { derivedId, fingerprintOf } from './identifiers.ts';
import type { ProcessorContext } from './processor-context.ts';
import { keyReused, paymentNotFound, type Refusal, refused } from './refusal.ts';

export interface RefundCall {
  readonly paymentId: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly reference: string;
}

export type RefundAnswer =
  | { readonly kind: 'answered'; readonly refund: Refund; readonly replayed: boolean }
  | Refusal;

/**
 * Creates a refund in two steps: it reserves the idempotency key for this call, then adds the refund to its payment, with an ID
 * derived from the key. Repeating a step makes no second refund. If the refund is refused, the key stays reserved for this
 * call, and the processor decides again when the call is repeated.
 */
export async function createRefund(
  context: ProcessorContext,
  key: string,
  call: RefundCall,
): Promise<RefundAnswer> {
  const { paymentId, amountMinor, currency, reference } = call;
  const id = derivedId('sbx_ref_', key);
  const fingerprint = fingerprintOf([paymentId, amountMinor, currency, reference]);
  const claim = await context.refundClaims.claim({
    _id: id,
    paymentId,
    reference,
    fingerprint,
    createdAt: context.now(),
  });
  if (claim.fingerprint !== fingerprint) return keyReused();

  const request = { id, amountMinor, currency, reference };
  const decide = (payment: Payment): DecidedChange<RefundAnswer> => {
    const requested = requestRefund(payment, request, context.now(), context.timing);
    switch (requested.kind) {
      case 'accepted':
        return {
          outcome: { kind: 'answered', refund: requested.refund, replayed: false },
          change: requested,
        };
      case 'repeated':
        return { outcome: { kind: 'answered', refund: requested.refund, replayed: true }, change: null };
      case 'not_refundable':
        return { outcome: refused(requested.code, requested.reason), change: null };
    }
  };
  const result = await changePayment(context, paymentId, 0, decide);
  return result.kind === 'decided' ? result.outcome : paymentNotFound();
}
