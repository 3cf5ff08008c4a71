import type { Money, OrderState } from '@kassa/contracts';
import type { PaymentAttempt } from '../attempt/payment-attempt.ts';
import type { Dispute, DisputeReport } from '../dispute/dispute.ts';
import { isAutomatic, type Refund, type RefundResult, reservesAmount } from '../refund/refund.ts';
import type { CaseKind } from './case-kind.ts';
import type { OrderChangeRecord } from './order-change-record.ts';
import type { OrderEvent } from './order-event.ts';
import { setAsideIdOf } from './order-identifiers.ts';

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
  readonly wonDisputes: readonly WonDispute[];
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
  /** Absent where an earlier version settled it. */
  readonly kind?: CaseKind;
  readonly at: Date;
  /** What was found and done, in the operator's words. */
  readonly note: string;
}

export interface ReleasedRefundNumber {
  readonly transactionId: string;
  readonly epoch: number;
}

/** Orders of earlier versions kept no more of such a dispute than the channel's reference. */
export type WonDispute = Dispute | Pick<Dispute, 'channelReference'>;

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

/**
 * Returned and lost to disputes, of the money that pays the order, in minor units. It is more than the order's amount
 * where a refund was under way when the dispute took the same money.
 */
export function refundedMinor(order: PaymentOrder): number {
  const made = order.refunds.filter((refund) => countsTowardOrder(refund) && refund.state === 'SUCCESS');
  return sumMinor(made) + lostMinor(order);
}

/** Lost to disputes, in minor units. */
export function lostMinor(order: PaymentOrder): number {
  return lostDisputesOf(order).reduce((sum, { amount }) => sum + amount.amountMinor, 0);
}

/** A dispute can be reported before the payment it is about; until then nothing was there to lose. */
export function lostDisputesOf({ paidAt, dispute, lostDisputes }: PaymentOrder): readonly Dispute[] {
  if (paidAt === null) return [];
  return dispute?.state === 'lost' ? [...lostDisputes, dispute] : lostDisputes;
}

/** Held by merchants' refunds that are made or pending, or that may have been made after all, in minor units. */
export function reservedMinor(order: PaymentOrder): number {
  const reserved = order.refunds.filter((refund) => countsTowardOrder(refund) && reservesAmount(refund));
  return sumMinor(reserved) + doubtfulMinor(order);
}

/**
 * Of merchants' refunds that ended without money, in minor units, where the channel has reported since that they were
 * made, or that it has them. Such a report is set aside; until an operator has settled its case, the money may be with the consumer.
 */
export function doubtfulMinor(order: PaymentOrder): number {
  const ended = order.refunds.filter((refund) => countsTowardOrder(refund) && !reservesAmount(refund));
  return sumMinor(ended.filter((refund) => mayBeMade(order, refund)));
}

/** Whether a report that speaks for it, set aside because the refund had ended, waits for an operator. */
export function mayBeMade(
  { orderId, quarantine, settledCases }: PaymentOrder,
  { refundId }: Pick<Refund, 'refundId'>,
): boolean {
  return quarantine.some(({ subject, receivedAt }, index) => {
    if (subject?.kind !== 'refund' || subject.refundId !== refundId) return false;
    const id = setAsideIdOf(orderId, index + 1);
    const isSettled = settledCases.some(({ caseId, at }) => caseId === id && at >= receivedAt);
    return subject.result !== 'failed' && !isSettled;
  });
}

/** What may still be asked back, in minor units: pending refunds count as if they were made. */
export function refundableMinor(order: PaymentOrder): number {
  if (order.paidAt === null) return 0;
  return Math.max(order.amount.amountMinor - reservedMinor(order) - lostMinor(order), 0);
}

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

/** Automatic refunds return money that never paid the order, so they leave its amount alone. */
function countsTowardOrder(refund: Refund): boolean {
  return !isAutomatic(refund);
}

function sumMinor(refunds: readonly Refund[]): number {
  return refunds.reduce((sum, refund) => sum + refund.amount.amountMinor, 0);
}
