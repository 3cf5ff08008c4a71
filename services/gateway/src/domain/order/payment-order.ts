import type { Money, OrderState } from '@kassa/contracts';
import type { PaymentAttempt } from '../attempt/payment-attempt.ts';
import type { Dispute, DisputeReport } from '../dispute/dispute.ts';
import type { Refund, RefundResult } from '../refund/refund.ts';
import type { CaseKind } from './case-kind.ts';
import type { OrderChangeRecord } from './order-change-record.ts';
import type { OrderEvent } from './order-event.ts';

/**
 * The aggregate: one payment order with all that belongs to it. It is read and written as a whole; a
 * change is decided purely, from the order as it is, and written only if nothing else changed it.
 */
export interface PaymentOrder {
  readonly orderId: string;
  readonly merchantId: string;
  readonly merchantTransactionId: string;
  /** Hash of the business fields of its creation, to tell a repetition from another order. */
  readonly fingerprint: string;
  readonly amount: Money;
  readonly description: string | null;
  readonly products: readonly OrderProduct[];
  readonly customerName: string | null;
  readonly redirectUrl: string;
  readonly cancelUrl: string | null;
  readonly state: OrderState;
  /** Grows by one with each change; the conditional write names the one it expects. */
  readonly version: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly paidAt: Date | null;
  readonly closedAt: Date | null;
  /** The attempt whose money pays the order; any other success is returned. */
  readonly paidByAttemptId: string | null;
  readonly attempts: readonly PaymentAttempt[];
  readonly refunds: readonly Refund[];
  /** Refund numbers that were given to another order, with the claim's epoch at that time. */
  readonly releasedRefundNumbers: readonly ReleasedRefundNumber[];
  readonly dispute: Dispute | null;
  /** Disputes that were won before the one that the order has now. */
  readonly wonDisputes: readonly Dispute[];
  /** Disputes that were lost before the one that the order has now; their money counts. */
  readonly lostDisputes: readonly Dispute[];
  /** Results that contradict the order; they changed nothing and wait for an operator. */
  readonly quarantine: readonly QuarantinedResult[];
  readonly settledCases: readonly SettledCase[];
  /** Every change there was, the oldest first. */
  readonly history: readonly OrderChangeRecord[];
  readonly lastSequence: number;
  /** Events not yet copied into the event log. */
  readonly outbox: readonly OrderEvent[];
}

export interface OrderProduct {
  readonly productId: string;
  readonly name: string;
  readonly price: Money;
  readonly quantity: number;
}

export interface QuarantinedResult {
  /** The attempt whose money it is about. */
  readonly attemptId: string;
  /** What the channel named; it may be no amount at all. A failed refund names none: then the refund's. */
  readonly reported: Money;
  readonly receivedAt: Date;
  /** What the channel calls a payment, where it is a further one of an attempt that has paid. */
  readonly paymentReference?: string;
  /** What of the attempt was reported on; the payment itself when it is absent. */
  readonly subject?: QuarantinedSubject;
}

export type QuarantinedSubject =
  | {
      readonly kind: 'refund';
      readonly refundId: string;
      /** `pending`: the channel has it, and it was withdrawn here as not sent. */
      readonly result: RefundResult['kind'] | 'pending';
    }
  | { readonly kind: 'dispute'; readonly channelReference: string; readonly result: DisputeReport['kind'] };

export interface SettledCase {
  readonly caseId: string;
  readonly kind: CaseKind;
  readonly at: Date;
  /** What was found and done, in the operator's words. */
  readonly note: string;
}

export interface ReleasedRefundNumber {
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
  | 'redirectUrl'
  | 'cancelUrl'
  | 'createdAt'
  | 'expiresAt'
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

/** The outcome of a pure decision about an order. */
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
