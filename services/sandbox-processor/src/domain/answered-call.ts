import type { PaymentStatus } from './payment-status.ts';

/**
 * A call that changed a payment. It is stored with the payment, so that a repeated call gets the first answer again. A refused
 * call is not stored, because it changed nothing, and its idempotency key can be used again.
 */
export interface AnsweredCall {
  readonly operation: 'create' | 'confirm' | 'cancel';
  readonly key: string;
  /** A hash of the call's body, without the card number and the security code. */
  readonly fingerprint: string;
  readonly status: PaymentStatus;
  /**
   * When the payment reached the status in the call's answer. Missing if an earlier version stored the call; the time of the
   * call (`at`) is then used instead.
   */
  readonly statusAt?: Date;
  readonly at: Date;
}
