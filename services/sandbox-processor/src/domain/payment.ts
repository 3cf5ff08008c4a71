import assert from 'node:assert/strict';
import type { AnsweredCall } from './answered-call.ts';
import type { CardSummary } from './card.ts';
import type { Reporting } from './deliver.ts';
import type { Device } from './device.ts';
import { type Dispute, disputedMinor } from './dispute.ts';
import type { Failure } from './failure.ts';
import { type PaymentMove, type PaymentStatus, statusAfter } from './payment-status.ts';
import { type Refund, reservedMinor } from './refund.ts';
import type { Scenario } from './test-cards.ts';

export type PaymentMethod = 'card' | 'wallet' | 'bank_transfer';

/**
 * The form of the processor's browser library in which the payer types the card. Without such a form, the shop's server sends
 * the card.
 */
export type PaymentClient = 'element' | 'component';

/** The buttons on the processor's own pages. */
export type PageDecision = 'pay' | 'refuse' | 'cancel' | 'approve' | 'fail';

/** What the processor will do next without a call, and when. */
export interface NextStep {
  readonly kind: 'settle' | 'open_dispute';
  readonly dueAt: Date;
}

/** A payment with its refunds, dispute and callbacks. It is stored and changed as one document. */
export interface Payment extends Reporting {
  readonly status: PaymentStatus;
  readonly amountMinor: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
  readonly method: PaymentMethod;
  /** The merchant's own ID for it. */
  readonly reference: string;
  readonly returnUrl: string;
  /**
   * The form in which the payer types the card. Null if there is none: the shop's server sends the card, or the method needs no
   * card.
   */
  readonly client: PaymentClient | null;
  /** A random part of the links to the payment's pages, so that nobody can guess them. */
  readonly pageToken: string;
  /** The secret with which the payer's browser confirms the payment and reads its status; null if there is no browser form. */
  readonly clientToken: string | null;
  readonly card: CardSummary | null;
  readonly device: Device | null;
  readonly scenario: Scenario;
  readonly failure: Failure | null;
  readonly pageDecision: PageDecision | null;
  readonly nextStep: NextStep | null;
  /** Whether refunds stay pending until a tester gives them a result. */
  readonly holdsRefunds: boolean;
  readonly refunds: readonly Refund[];
  readonly dispute: Dispute | null;
  readonly answeredCalls: readonly AnsweredCall[];
  /** Whether the processor's own books hide the payment. A tester can cause that. */
  readonly isHidden: boolean;
  readonly createdAt: Date;
  /** When it reached its status. */
  readonly statusAt: Date;
  readonly updatedAt: Date;
}

/** An event that a callback reports. */
export type PaymentEvent =
  | { readonly type: 'payment.succeeded' | 'payment.failed' | 'payment.cancelled' }
  | { readonly type: 'refund.succeeded' | 'refund.failed'; readonly refund: Refund }
  | { readonly type: 'dispute.opened' | 'dispute.won' | 'dispute.lost'; readonly dispute: Dispute };

/** A change that was decided but not stored yet: the changed payment, and the events to report. */
export interface PaymentChange {
  readonly payment: Payment;
  readonly events: readonly PaymentEvent[];
}

/** Changes the status. A move that the table of moves does not allow is a bug in the caller. */
export function moved(payment: Payment, move: PaymentMove, now: Date): Payment {
  const status = statusAfter(payment.status, move);
  assert(status !== undefined, `a ${payment.status} payment cannot ${move}`);
  return { ...payment, status, nextStep: null, statusAt: now, updatedAt: now };
}

/** The amount that can still be refunded. Refunded, pending, disputed and lost amounts are subtracted. */
export function refundableMinor(payment: Payment): number {
  if (payment.status !== 'succeeded') return 0;
  return Math.max(0, payment.amountMinor - reservedMinor(payment.refunds) - disputedMinor(payment.dispute));
}
