/** The reason why the processor refused a call. A refused call has changed nothing. */
export interface Refusal {
  readonly kind: 'refused';
  readonly code: RefusalCode;
  readonly message: string;
}

export type RefusalCode =
  | 'invalid_request'
  | 'payment_not_found'
  | 'voucher_not_found'
  | 'refund_not_found'
  | 'idempotency_conflict'
  | 'payment_not_confirmable'
  | 'trigger_not_possible'
  | 'payment_not_paid'
  | 'voucher_not_paid'
  | 'currency_mismatch'
  | 'payment_in_dispute'
  | 'amount_exceeds_refundable';

export function refused(code: RefusalCode, message: string): Refusal {
  return { kind: 'refused', code, message };
}

export function paymentNotFound(): Refusal {
  return refused('payment_not_found', 'There is no payment with this id.');
}

export function voucherNotFound(): Refusal {
  return refused('voucher_not_found', 'There is no voucher with this id.');
}

export function keyReused(): Refusal {
  return refused(
    'idempotency_conflict',
    'This Idempotency-Key was used with another body before. Use a new key for a new call.',
  );
}
