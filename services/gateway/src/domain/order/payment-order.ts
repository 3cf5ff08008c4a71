import type { Money, OrderState } from '@kassa/contracts';
import type { PaymentAttempt } from '../attempt/payment-attempt.ts';
import type { Dispute, DisputeReport } from '../dispute/dispute.ts';
import type { Refund, RefundResult } from '../refund/refund.ts';
import type { CaseKind } from './case-kind.ts';
import type { OrderChangeRecord } from './order-change-record.ts';
import type { OrderEvent } from './order-event.ts';

/**
 * The aggregate: one payment order with everything that belongs to it. The gateway reads and writes an order as a whole. A
 * pure function decides each change from the stored order, and the change is written only if nothing else changed the order
 * meanwhile.
 */
export interface PaymentOrder {
  readonly orderId: string;
  readonly merchantId: string;
  readonly merchantTransactionId: string;
  /** Hash of the creation request's business fields, to tell a repetition from another order. */
  readonly fingerprint: string;
  readonly amount: Money;
  readonly description: string | null;
  readonly products: readonly OrderProduct[];
  readonly customerName: string | null;
  readonly redirectUrl: string;
  readonly cancelUrl: string | null;
  readonly state: OrderState;
  /** Grows by one with each change; the conditional write names the version that it expects. */
  readonly version: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly paidAt: Date | null;
  readonly closedAt: Date | null;
  /** The attempt whose money pays the order; money of any other success is returned. */
  readonly paidByAttemptId: string | null;
  readonly attempts: readonly PaymentAttempt[];
  readonly refunds: readonly Refund[];
  /** Refund IDs that another order received, with the claim's epoch at that time. */
  readonly releasedRefundNumbers: readonly ReleasedRefundNumber[];
  readonly dispute: Dispute | null;
  /** Disputes that were won before the current one. */
  readonly wonDisputes: readonly Dispute[];
  /** Disputes that were lost before the current one; the lost money counts. */
  readonly lostDisputes: readonly Dispute[];
  /** Results that contradict the order; they changed nothing and wait for an operator. */
  readonly quarantine: readonly QuarantinedResult[];
  readonly settledCases: readonly SettledCase[];
  /** Every change of the order, the oldest first. */
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
  /** The attempt whose money the result concerns. */
  readonly attemptId: string;
  /** The amount that the channel reported, which may be invalid. A failed refund reports no amount; then the refund's own. */
  readonly reported: Money;
  readonly receivedAt: Date;
  /** The channel's reference of the payment, if it is a further payment of an attempt that has paid. */
  readonly paymentReference?: string;
  /** What part of the attempt the report concerns; the payment itself if absent. */
  readonly subject?: QuarantinedSubject;
}

export type QuarantinedSubject =
  | {
      readonly kind: 'refund';
      readonly refundId: string;
      /** `pending`: the channel has the refund, although the gateway withdrew it as not sent. */
      readonly result: RefundResult['kind'] | 'pending';
    }
  | { readonly kind: 'dispute'; readonly channelReference: string; readonly result: DisputeReport['kind'] };

export interface SettledCase {
  readonly caseId: string;
  readonly kind: CaseKind;
  /** The `since` of the settled case. A later case with the same ID has a different `since` and is a new case. */
  readonly since: Date;
  readonly at: Date;
  /** What the operator found and did, in the operator's words. */
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
