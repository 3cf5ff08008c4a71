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

/** The form of the processor's browser library that takes the card, where the shop's server does not send it. */
export type PaymentClient = 'element' | 'component';

/** The buttons of the processor's own pages. */
export type PageDecision = 'pay' | 'refuse' | 'cancel' | 'approve' | 'fail';

/** What the processor will do by itself, and when. */
export interface NextStep {
  readonly kind: 'settle' | 'open_dispute';
  readonly dueAt: Date;
}

/** A payment with everything that belongs to it: it is stored and changed as one document. */
export interface Payment extends Reporting {
  readonly status: PaymentStatus;
  readonly amountMinor: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
  readonly method: PaymentMethod;
  /** The merchant's own ID for it. */
  readonly reference: string;
  readonly returnUrl: string;
  /** Null: the shop's server sends the card, if there is one. */
  readonly client: PaymentClient | null;
  /** Makes the links to the payment's pages unguessable. */
  readonly pageToken: string;
  /** Lets a payer's browser confirm this payment and read its status; null without a client. */
  readonly clientToken: string | null;
  readonly card: CardSummary | null;
  readonly device: Device | null;
  readonly scenario: Scenario;
  readonly failure: Failure | null;
  readonly pageDecision: PageDecision | null;
  readonly nextStep: NextStep | null;
  /** Whether refunds stay pending until a tester settles them. */
  readonly holdsRefunds: boolean;
  readonly refunds: readonly Refund[];
  readonly dispute: Dispute | null;
  readonly answeredCalls: readonly AnsweredCall[];
  /** Whether the processor's own books have lost it, which a tester can cause. */
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

/** A decided change: the new payment, and the events to report. */
export interface PaymentChange {
  readonly payment: Payment;
  readonly events: readonly PaymentEvent[];
}

/** Moves the status; a move that the table does not allow is a defect of the caller. */
export function moved(payment: Payment, move: PaymentMove, now: Date): Payment {
  const status = statusAfter(payment.status, move);
  assert(status !== undefined, `a ${payment.status} payment cannot ${move}`);
  return { ...payment, status, nextStep: null, statusAt: now, updatedAt: now };
}

/** What can still be refunded: not what is refunded, being refunded, disputed or lost. */
export function refundableMinor(payment: Payment): number {
  if (payment.status !== 'succeeded') return 0;
  return Math.max(0, payment.amountMinor - reservedMinor(payment.refunds) - disputedMinor(payment.dispute));
}
