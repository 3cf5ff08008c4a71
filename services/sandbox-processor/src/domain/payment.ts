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
import type { sandboxPay } from './wallet.ts';

export type PaymentMethod = 'card' | 'wallet' | 'bank_transfer';

/** The kind of card form in the payer's browser. A payment without such a form gets its card from the shop's server. */
export type PaymentClient = 'element' | 'component';

/** The buttons on the processor's own pages. */
export type PageDecision = 'pay' | 'refuse' | 'cancel' | 'approve' | 'fail';

/** A change that the processor has planned to make by itself, and when. */
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
   * The kind of card form in which the payer types the card. Null if the shop's server sends the card, or if the method needs
   * no card.
   */
  readonly client: PaymentClient | null;
  /** A random part of the links to the payment's pages. Without knowing it, nobody can open the pages. */
  readonly pageToken: string;
  /**
   * The secret with which the payer's browser confirms the payment and reads its status. Null if the payment has no card form
   * in the browser.
   */
  readonly clientToken: string | null;
  readonly card: CardSummary | null;
  /** The wallet in which the payer has approved the payment; null if there was none. */
  readonly wallet: typeof sandboxPay | null;
  readonly device: Device | null;
  readonly scenario: Scenario;
  readonly failure: Failure | null;
  readonly pageDecision: PageDecision | null;
  readonly nextStep: NextStep | null;
  /** Whether the payment's refunds stay pending until a tester releases them. */
  readonly holdsRefunds: boolean;
  readonly refunds: readonly Refund[];
  readonly dispute: Dispute | null;
  readonly answeredCalls: readonly AnsweredCall[];
  /** Whether a tester has hidden the payment from the processor's own books. */
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

/** A change that is decided but not stored yet: the changed payment, and the events that callbacks will report. */
export interface PaymentChange {
  readonly payment: Payment;
  readonly events: readonly PaymentEvent[];
}

/**
 * Changes a payment's status by a transition such as `cancel`. The caller must make sure that the present status allows the
 * transition.
 */
export function moved(payment: Payment, move: PaymentMove, now: Date): Payment {
  const status = statusAfter(payment.status, move);
  assert(status !== undefined, `a ${payment.status} payment cannot ${move}`);
  return { ...payment, status, nextStep: null, statusAt: now, updatedAt: now };
}

/**
 * Returns how much of a payment can still be refunded. It does not include money that was or is being refunded, or that is in
 * an open or lost dispute.
 */
export function refundableMinor(payment: Payment): number {
  if (payment.status !== 'succeeded') return 0;
  return Math.max(0, payment.amountMinor - reservedMinor(payment.refunds) - disputedMinor(payment.dispute));
}
