import type { Money, OrderState } from '@kassa/contracts';
import type { PaymentAttempt } from '../attempt/payment-attempt.ts';
import type { Dispute, DisputeReport } from '../dispute/dispute.ts';
import type { Refund, RefundResult } from '../refund/refund.ts';
import type { CaseKind } from './case-kind.ts';
import type { OrderChangeRecord } from './order-change-record.ts';
import type { OrderEvent } from './order-event.ts';

/**
 * A payment order with everything that belongs to it: attempts, refunds, disputes and events. The gateway always reads and
 * writes an order as a whole. A pure function decides each change, and the change is written only if nothing else changed the
 * order meanwhile.
 */
export interface PaymentOrder {
  readonly orderId: string;
  readonly merchantId: string;
  readonly merchantTransactionId: string;
  /**
   * A hash of the business fields of the request that created the order. With this hash, the gateway distinguishes a repeated
   * request from a different one.
   */
  readonly fingerprint: string;
  readonly amount: Money;
  readonly description: string | null;
  readonly products: readonly OrderProduct[];
  readonly customerName: string | null;
  readonly customerEmail?: string;
  /** E.164, such as `+4915112345678`. */
  readonly customerPhone?: string;
  readonly billingAddress?: BillingAddress;
  readonly redirectUrl: string;
  readonly cancelUrl: string | null;
  /** The language that the merchant asked for, as a BCP 47 tag; absent if the page uses the consumer's own language. */
  readonly locale?: string;
  /** The codes of the payment methods that may be used for the order; absent if all may be used. */
  readonly paymentMethods?: readonly string[];
  readonly state: OrderState;
  /**
   * Grows by one with each change of the order. A write names the version that it expects, so that simultaneous changes do not
   * overwrite each other.
   */
  readonly version: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /**
   * How long the gateway waits for the overdue result of an attempt. After that, an operator has to ask the channel
   * (`patienceEndsAt`). Absent if the default applies.
   */
  readonly resultPatienceSeconds?: number;
  /**
   * The trace position of the call that created the order, for operators; absent if the call was not traced. The traces of
   * later work on the order link to it.
   */
  readonly trace?: string;
  readonly paidAt: Date | null;
  readonly closedAt: Date | null;
  /**
   * The ID of the attempt whose money pays the order. If the consumer also pays another attempt, the gateway returns the money
   * of that other attempt.
   */
  readonly paidByAttemptId: string | null;
  readonly attempts: readonly PaymentAttempt[];
  readonly refunds: readonly Refund[];
  /**
   * Refund IDs that this order reserved but never used. The order gave them up, so that another order could use them. Each ID
   * is stored with the number of its reservation (epoch). A late call may still rely on this reservation; with the number, the
   * order recognises such a call, and refuses it.
   */
  readonly releasedRefundNumbers: readonly ReleasedRefundId[];
  readonly dispute: Dispute | null;
  /** Earlier disputes of the order that were won. The current dispute is not among them. */
  readonly wonDisputes: readonly Dispute[];
  /**
   * Earlier disputes of the order that were lost. The gateway treats the money that they took as returned to the consumer. The
   * current dispute is not among them.
   */
  readonly lostDisputes: readonly Dispute[];
  /**
   * Channels' reports that contradict the order. The gateway has not applied them, and keeps them here for an operator to
   * examine.
   */
  readonly quarantine: readonly QuarantinedResult[];
  readonly settledCases: readonly SettledCase[];
  /** The records of every change of the order, the oldest first. */
  readonly history: readonly OrderChangeRecord[];
  readonly lastSequence: number;
  /** Events of the order that are not yet copied into the event log. */
  readonly outbox: readonly OrderEvent[];
}

export interface OrderProduct {
  readonly productId: string;
  readonly name: string;
  readonly price: Money;
  readonly quantity: number;
  readonly imageUrl?: string;
}

/** The address of the consumer's bill. */
export interface BillingAddress {
  readonly line1: string;
  readonly line2?: string;
  readonly city: string;
  readonly postalCode?: string;
  readonly state?: string;
  /** ISO 3166-1 alpha-2, such as `DE`. */
  readonly country: string;
}

export interface QuarantinedResult {
  /** The ID of the attempt that the channel's report is about. */
  readonly attemptId: string;
  /**
   * The amount in the channel's report, even if it is invalid. If a report on a refund contains no amount, for example because
   * the refund failed, this is the refund's amount as the order records it.
   */
  readonly reported: Money;
  readonly receivedAt: Date;
  /**
   * The channel's reference of the reported payment. Set if the channel named it in a report about a payment over a wrong amount,
   * or about a further payment of an attempt that was already paid.
   */
  readonly paymentReference?: string;
  /** The refund or dispute that the report is about; absent if the report is about the payment itself. */
  readonly subject?: QuarantinedSubject;
}

export type QuarantinedSubject =
  | {
      readonly kind: 'refund';
      readonly refundId: string;
      /**
       * The refund's result in the channel's report. `pending` means that the channel is still making the refund. A report with
       * this result contradicts the order, which records that the channel will not make the refund.
       */
      readonly result: RefundResult['kind'] | 'pending';
      /**
       * The channel's reference of the reported refund. Set only if it differs from the reference that the gateway has recorded
       * for this refund ID. There are two possible reasons: the channel has two refunds with the same ID, or its report names
       * only its own reference and may be about this refund.
       */
      readonly channelReference?: string;
      /**
       * The channel's own ID of the report. Set only if the report names just the payment, so that nobody knows which refund it
       * is about. Two such reports can be equal and still be about two different refunds.
       */
      readonly reportId?: string;
      /**
       * When the channel made the report, or last repeated it; absent if the channel does not say, and in reports that earlier
       * versions of the gateway stored. A later report shows that the channel has made the refund again.
       */
      readonly toldAt?: Date;
    }
  | {
      readonly kind: 'dispute';
      readonly channelReference: string;
      readonly result: DisputeReport['kind'];
      /** Set if the report only announces the dispute. In that case, the bank has taken no money. */
      readonly isAnnouncement?: true;
      /**
       * Set if the report does not show which of the payment's disputes it is about. In that case, `channelReference` is the
       * reference of the report, not of a dispute.
       */
      readonly isOfUnknownDispute?: true;
      /** Set if the report takes into account money that the bank has given back (`DisputeReport`). */
      readonly showsMoneyBack?: true;
      /**
       * Whether the order recorded an outcome of the dispute when the gateway stored the report. Absent in a report that an
       * earlier version of the gateway stored.
       */
      readonly isAfterOutcome?: boolean;
      /** The stage of the dispute in the report; absent if this stage is the chargeback. */
      readonly stage?: DisputeReport['stage'];
      /** When the channel made the report, or last repeated it; absent if the channel does not say. */
      readonly toldAt?: Date;
      /** Set if the channel calls the dispute lost but the gateway counts it as won (`DisputeReport`). */
      readonly isCalledLost?: true;
    }
  /**
   * A report about a payment that was itself stored for an operator, and that the order does not count. `paymentReference`
   * names this payment.
   */
  | {
      readonly kind: 'uncounted_payment';
      readonly result:
        | 'refunded'
        | 'refund_failed'
        | 'dispute_opened'
        | 'dispute_won'
        | 'dispute_lost'
        | 'uncollected';
      /** The channel's reference of the refund, the dispute or the event. */
      readonly channelReference: string;
      /** Set if the report only announces a dispute. In that case, the bank has taken no money. */
      readonly isAnnouncement?: true;
      /**
       * The stage of the dispute in the report. Absent if this stage is the chargeback, or if the report is not about a
       * dispute.
       */
      readonly stage?: DisputeReport['stage'];
      /** When the channel made the report, or last repeated it; absent if the channel does not say. */
      readonly toldAt?: Date;
      /** Further facts that the report states about a dispute (`DisputeReport`). */
      readonly showsMoneyBack?: true;
      readonly isCalledLost?: true;
      readonly mayReopen?: true;
      /**
       * The latest facts for the merchant that the channel has reported about the dispute. Among the stored reports about a
       * dispute, only the first has this member.
       */
      readonly facts?: DisputeFactsAside;
    };

/** The facts in a report about a dispute that matter to the merchant. They do not affect the money. */
export type DisputeFactsAside = Pick<DisputeReport, 'respondBy' | 'reason' | 'channelUrl'>;

export interface SettledCase {
  readonly caseId: string;
  readonly kind: CaseKind;
  /**
   * The `since` of the case that was settled. A later case with the same ID has another `since`, so this settlement does not
   * apply to it.
   */
  readonly since: Date;
  readonly at: Date;
  /** What the operator found and did about the case, in the operator's words. */
  readonly note: string;
}

export interface ReleasedRefundId {
  readonly transactionId: string;
  readonly epoch: number;
}

export type NewOrder = Pick<
  PaymentOrder,
  | 'orderId'
  | 'merchantId'
  | 'merchantTransactionId'
  | 'fingerprint'
  | 'amount'
  | 'description'
  | 'products'
  | 'customerName'
  | 'customerEmail'
  | 'customerPhone'
  | 'billingAddress'
  | 'redirectUrl'
  | 'cancelUrl'
  | 'locale'
  | 'paymentMethods'
  | 'createdAt'
  | 'expiresAt'
  | 'resultPatienceSeconds'
  | 'trace'
>;

export function createOrder(order: NewOrder): PaymentOrder {
  return {
    ...order,
    state: 'INIT',
    version: 1,
    paidAt: null,
    closedAt: null,
    paidByAttemptId: null,
    attempts: [],
    refunds: [],
    releasedRefundNumbers: [],
    dispute: null,
    wonDisputes: [],
    lostDisputes: [],
    quarantine: [],
    settledCases: [],
    history: [
      {
        version: 1,
        at: order.createdAt,
        cause: 'payment_created',
        moves: [{ subject: 'order', from: null, to: 'INIT' }],
      },
    ],
    lastSequence: 0,
    outbox: [],
  };
}

/** What a pure function has decided about an order: a changed order, no change, or a refusal with its reason. */
export type Decision<Refusal = never> =
  | { readonly kind: 'changed'; readonly order: PaymentOrder }
  | { readonly kind: 'unchanged' }
  | ([Refusal] extends [never] ? never : { readonly kind: 'refused'; readonly reason: Refusal });

export function latestAttempt(order: PaymentOrder): PaymentAttempt | undefined {
  return order.attempts.at(-1);
}

export function replaceAttempt(order: PaymentOrder, changed: PaymentAttempt): PaymentOrder {
  return {
    ...order,
    attempts: order.attempts.map((attempt) => (attempt.attemptId === changed.attemptId ? changed : attempt)),
  };
}

export function replaceRefund(order: PaymentOrder, changed: Refund): PaymentOrder {
  return {
    ...order,
    refunds: order.refunds.map((refund) => (refund.refundId === changed.refundId ? changed : refund)),
  };
}
