import type { QuarantinedResult } from '../domain/order/payment-order.ts';
import type { Reconciliation } from '../domain/reconciliation/reconciliation.ts';
import type { CardTestingSign } from './payment-meter.ts';
import type { StorageRefused } from './storage-refused.ts';

/** Informs operators of important events, such as a refund that could not be made. */
export interface Alerts {
  /** Raises an alert. Never throws, because the caller is already handling another problem. */
  raise(alert: Alert): void;
}

export type Alert =
  | {
      readonly kind: 'result_quarantined';
      readonly orderId: string;
      readonly attemptId: string;
      /** The refund or dispute that the report is about; absent if the report is about the payment itself. */
      readonly result?: QuarantinedResult;
    }
  /** A channel reported a payment, a dispute or a refund that was made at another channel, so the report was not applied. */
  | {
      readonly kind: 'foreign_report';
      readonly channelId: string;
      readonly orderId: string;
      readonly reference: string;
    }
  | { readonly kind: 'money_returned'; readonly orderId: string; readonly origin: string }
  /** A late or second payment could not be returned. */
  | { readonly kind: 'return_failed'; readonly orderId: string; readonly refundId: string }
  /**
   * A refund has no result after many attempts, so it has become a case for an operator. The alert is raised again if a new
   * case about the refund opens after the operator has settled the first one.
   */
  | { readonly kind: 'refund_unresolved'; readonly orderId: string; readonly refundId: string }
  /** The outcome of a dispute is long overdue. */
  | { readonly kind: 'dispute_unresolved'; readonly orderId: string }
  /** Refunds and lost disputes together have returned more of one payment than was paid. */
  | { readonly kind: 'returned_too_much'; readonly orderId: string }
  /** A channel has not reported in time how an attempt has ended, so the attempt may have been paid there. */
  | { readonly kind: 'cancellation_given_up'; readonly orderId: string; readonly attemptId: string }
  /** A channel could not collect a payment that it had reported as successful. */
  | { readonly kind: 'payment_uncollected'; readonly orderId: string; readonly attemptId: string }
  /**
   * A channel's report about one of the gateway's payments or refunds is of a kind that the gateway cannot process. An operator
   * has to examine the report.
   */
  | {
      readonly kind: 'report_for_operator';
      readonly channelId: string;
      /** The gateway's ID of the attempt or refund that the report is about. */
      readonly reference: string;
      readonly detail: string;
    }
  /** A channel's own books for a day differ from the gateway's books for that day. */
  | {
      readonly kind: 'reconciliation_difference';
      readonly channelId: string;
      /** `YYYY-MM-DD`, UTC. */
      readonly date: string;
      readonly counts: Reconciliation['counts'];
      /** The IDs of the first affected orders. */
      readonly orderIds: readonly string[];
    }
  /**
   * One of four things: a channel gave no usable answer about a refund, a channel did not take a refund, a channel's books of a
   * day cannot be read, or this deployment lacks the channel of a refund or a cancellation.
   */
  | { readonly kind: 'channel_unavailable'; readonly channelId: string; readonly detail: string }
  /**
   * Too many calls to a channel failed. The channel now gets no new payments except single ones, which test whether it works
   * again. After such a test succeeds, it gets all its payments again.
   */
  | {
      readonly kind: 'channel_circuit_opened';
      readonly channelId: string;
      /** Why the latest call failed. */
      readonly detail: string;
    }
  /** An account's credentials cannot be read or have the wrong format. The account can take neither payments nor callbacks. */
  | { readonly kind: 'account_unusable'; readonly channelId: string; readonly reason: string }
  /** This server's clock is wrong, so it runs no duties. `detail` says by how much. */
  | { readonly kind: 'clock_wrong'; readonly detail: string }
  /** For `silentSeconds`, no worker has begun a recurring duty on any instance, so nobody does the due work. */
  | { readonly kind: 'no_worker'; readonly silentSeconds: number }
  /** This instance gets no answer from the database, or the database has the format of another version. `detail` says which. */
  | { readonly kind: 'database_unusable'; readonly detail: string }
  /** The certificate of the public ports expires soon, or the gateway cannot use the new certificate. */
  | { readonly kind: 'certificate_unusable'; readonly detail: string }
  | {
      readonly kind: 'duty_failed';
      readonly duty: string;
      readonly error: unknown;
      /**
       * The item on which the duty failed, such as an order's ID. The duty retries the item later, and raises another alert
       * each time the item fails again.
       */
      readonly item?: string;
    }
  /**
   * Some work is parked: it is not retried until an operator resumes it. It failed too often, or its order has no room for the
   * result, because one of the order's lists is full.
   */
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
      /** Null if there is no further attempt. */
      readonly nextTryAt: Date | null;
    }
  | { readonly kind: 'event_given_up'; readonly eventId: string; readonly merchantId: string }
  | { readonly kind: 'webhook_switched_off'; readonly merchantId: string }
  /** The database permanently refuses an operation. Retries do not help; an operator has to act. */
  | {
      readonly kind: 'storage_refused';
      readonly error: StorageRefused;
      /** The duty and the item for which the gateway needed the operation; absent if it was needed for a call. */
      readonly duty?: string;
      readonly item?: string;
    }
  /** So many payments are declined that somebody probably tries out stolen cards. */
  | {
      readonly kind: 'card_testing';
      /** The merchant at which the latest such payment was attempted. */
      readonly merchantId: string;
      /** What the declined payments have in common, such as their network. */
      readonly sign: CardTestingSign;
      readonly declines: number;
      readonly withinSeconds: number;
      /**
       * The network of a consumer whose payment was refused, so that operators can block it; absent if no payment was refused
       * yet.
       */
      readonly network?: string;
    }
  /** Callers guess secrets or forge calls so often that the gateway refuses their calls without checking them. */
  | {
      readonly kind: 'guesses_refused';
      readonly what: GuessedThing;
      /** The address of the latest refused caller. */
      readonly address: string;
      /** The number of calls that were refused since the last such alert. */
      readonly refused: number;
    };

/** The compiler checks that this record lists every kind of alert. */
const everyKind: Readonly<Record<Alert['kind'], true>> = {
  result_quarantined: true,
  foreign_report: true,
  money_returned: true,
  return_failed: true,
  refund_unresolved: true,
  dispute_unresolved: true,
  returned_too_much: true,
  cancellation_given_up: true,
  payment_uncollected: true,
  report_for_operator: true,
  reconciliation_difference: true,
  channel_unavailable: true,
  channel_circuit_opened: true,
  account_unusable: true,
  clock_wrong: true,
  no_worker: true,
  database_unusable: true,
  certificate_unusable: true,
  duty_failed: true,
  work_parked: true,
  webhook_failed: true,
  event_given_up: true,
  webhook_switched_off: true,
  storage_refused: true,
  card_testing: true,
  guesses_refused: true,
};

export const alertKinds = Object.keys(everyKind) as readonly Alert['kind'][];

export type GuessedThing =
  | 'merchant_signatures'
  | 'callback_signatures'
  | 'checkout_sessions'
  | 'operations_tokens';
