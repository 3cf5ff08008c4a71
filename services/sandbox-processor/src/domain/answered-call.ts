import type { PaymentStatus } from './payment-status.ts';

/**
 * A call that changed the payment, kept so that its repetition gets the first answer. A key belongs to one
 * operation on one payment. A refused call changed nothing and leaves its key free.
 */
export interface AnsweredCall {
  readonly operation: 'create' | 'confirm' | 'cancel';
  readonly key: string;
  /** Identifies what the body says, without its card number and security code. */
  readonly fingerprint: string;
  readonly status: PaymentStatus;
  /** Since when it had that status. Absent in calls that earlier versions answered; for them, `at` is that time. */
  readonly statusAt?: Date;
  readonly at: Date;
}
