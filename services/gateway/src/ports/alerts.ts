import type { QuarantinedResult } from '../domain/order/payment-order.ts';
import type { Reconciliation } from '../domain/reconciliation/reconciliation.ts';

/** Things an operator has to know of. */
export interface Alerts {
  /** Never throws: whoever has an alert to raise has enough to do. */
  raise(alert: Alert): void;
}

export type Alert =
  | {
      readonly kind: 'result_quarantined';
      readonly orderId: string;
      readonly attemptId: string;
      /** What was reported, where that is not a payment. */
      readonly result?: QuarantinedResult;
    }
  /** A channel reported on what was made at another one: a payment or dispute of an attempt, or a refund. */
  | {
      readonly kind: 'foreign_report';
      readonly channelId: string;
      readonly orderId: string;
      readonly reference: string;
    }
  | { readonly kind: 'money_returned'; readonly orderId: string; readonly origin: string }
  /** Money that came too late or twice could not be sent back. */
  | { readonly kind: 'return_failed'; readonly orderId: string; readonly refundId: string }
  /** The outcome of a dispute should have come long ago. */
  | { readonly kind: 'dispute_unresolved'; readonly orderId: string }
  /** Refunds and lost disputes together took more than was paid. */
  | { readonly kind: 'returned_too_much'; readonly orderId: string }
  /** A channel did not answer for a day whether an attempt is cancelled: it may have been paid there. */
  | { readonly kind: 'cancellation_given_up'; readonly orderId: string; readonly attemptId: string }
  /** A channel could not collect a payment that it had taken as made. */
  | { readonly kind: 'payment_uncollected'; readonly orderId: string; readonly attemptId: string }
  /** A channel reports of the gateway's money what the gateway cannot act on. */
  | {
      readonly kind: 'report_for_operator';
      readonly channelId: string;
      /** Our ID of the attempt or refund. */
      readonly reference: string;
      readonly detail: string;
    }
  /** A channel's own books of a day say something else than the gateway's. */
  | {
      readonly kind: 'reconciliation_difference';
      readonly channelId: string;
      /** `YYYY-MM-DD`, UTC. */
      readonly date: string;
      readonly counts: Reconciliation['counts'];
      /** The first of the orders that it is about. */
      readonly orderIds: readonly string[];
    }
  | { readonly kind: 'channel_unavailable'; readonly channelId: string; readonly detail: string }
  /** Too many calls of a channel failed: no payment is begun there until one that is tried goes well. */
  | {
      readonly kind: 'channel_circuit_opened';
      readonly channelId: string;
      /** Why the latest call failed. */
      readonly detail: string;
    }
  /** An account's credentials cannot be read or have the wrong form: it takes no payments and no callbacks. */
  | { readonly kind: 'account_unusable'; readonly channelId: string; readonly reason: string }
  | {
      readonly kind: 'duty_failed';
      readonly duty: string;
      readonly error: unknown;
      /** Which of the duty's items failed; it is put off, and alerted on each time it fails again. */
      readonly item?: string;
    }
  /** Work that failed too often; nobody tries it any more until an operator resumes it. */
  | {
      readonly kind: 'work_parked';
      readonly duty: string;
      readonly item: string;
      readonly reason: string;
    }
  | {
      readonly kind: 'webhook_failed';
      readonly eventId: string;
      readonly merchantId: string;
      readonly reason: string;
      /** Null when it will not be tried again. */
      readonly nextTryAt: Date | null;
    }
  | { readonly kind: 'event_given_up'; readonly eventId: string; readonly merchantId: string }
  | { readonly kind: 'webhook_switched_off'; readonly merchantId: string };
