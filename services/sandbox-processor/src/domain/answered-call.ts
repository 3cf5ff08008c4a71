import type { PaymentStatus } from './payment-status.ts';

/**
 * A call that changed the payment, kept so that its repetition gets the first answer. A key belongs to one
 * operation on one payment; calls that were refused changed nothing and leave their key free.
 */
export interface AnsweredCall {
  readonly operation: 'create' | 'confirm' | 'cancel';
  readonly key: string;
  /** The body's meaning without card number and security code. */
  readonly fingerprint: string;
  readonly status: PaymentStatus;
  /** Since when it had that status; absent in calls that earlier versions answered, where it was `at`. */
  readonly statusAt?: Date;
  readonly at: Date;
}
