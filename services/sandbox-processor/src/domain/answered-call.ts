import type { PaymentStatus } from './payment-status.ts';

/**
 * A call that changed the payment. It is stored, so that a repetition of the call gets the same answer as the first time. An
 * idempotency key belongs to one operation on one payment. A refused call changed nothing, so its key stays unused.
 */
export interface AnsweredCall {
  readonly operation: 'create' | 'confirm' | 'cancel';
  readonly key: string;
  /** A hash of the call's body, but without the card number and the security code. */
  readonly fingerprint: string;
  readonly status: PaymentStatus;
  /** When the payment reached that status. Calls that earlier versions stored do not have it; for them, `at` is used. */
  readonly statusAt?: Date;
  readonly at: Date;
}
