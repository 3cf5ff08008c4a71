import { randomUUID } from 'node:crypto';
import {
  type BookChange,
  withChangedBooks,
  withChangedDispute,
  withChangedRefund,
  withInventedRefund,
} from '../domain/books.ts';
import type { DisputeStatus } from '../domain/dispute.ts';
import type { Payment } from '../domain/payment.ts';
import type { PaymentStatus } from '../domain/payment-status.ts';
import type { RefundStatus } from '../domain/refund.ts';
import { newPayment } from './create-payment.ts';
import { derivedId } from './identifiers.ts';
import type { ProcessorContext } from './processor-context.ts';

/**
 * Functions with which testers change the processor's books without a callback. They return null if the entry to change does
 * not exist.
 */

export interface InventedEntry {
  readonly amountMinor: number;
  readonly reference: string;
  readonly at: Date;
}

/**
 * Adds a successful payment that no shop has requested. Testers use it to make the processor's books differ from the gateway's.
 */
export async function inventPayment(
  { payments }: ProcessorContext,
  { amountMinor, reference, at, currency }: InventedEntry & { readonly currency: string },
): Promise<Payment> {
  const request = { amountMinor, currency, reference, method: 'card', returnUrl: '', client: null } as const;
  const opened = newPayment(derivedId('sbx_pay_', randomUUID()), request, at);
  const payment: Payment = { ...opened, status: 'succeeded' };
  await payments.insert(payment);
  return payment;
}

export async function changePaymentInBooks(
  { payments, now }: ProcessorContext,
  paymentId: string,
  change: BookChange<PaymentStatus>,
): Promise<Payment | null> {
  const result = await payments.change(paymentId, (payment) => ({
    outcome: null,
    next: withChangedBooks(payment, change, now()),
  }));
  return result.kind === 'decided' ? result.changed : null;
}

export async function inventRefund(
  { payments }: ProcessorContext,
  paymentId: string,
  entry: InventedEntry,
): Promise<Payment | null> {
  const id = derivedId('sbx_ref_', randomUUID());
  const result = await payments.change(paymentId, (payment) => ({
    outcome: null,
    next: withInventedRefund(payment, { ...entry, id }),
  }));
  return result.kind === 'decided' ? result.changed : null;
}

export async function changeRefundInBooks(
  { payments, refundClaims }: ProcessorContext,
  refundId: string,
  change: BookChange<RefundStatus>,
): Promise<Payment | null> {
  const claim = await refundClaims.find(refundId);
  if (claim === null) return null;
  const result = await payments.change(claim.paymentId, (payment) => ({
    outcome: null,
    next: withChangedRefund(payment, refundId, change),
  }));
  return result.kind === 'decided' ? result.changed : null;
}

export async function changeDisputeInBooks(
  { payments, books, now }: ProcessorContext,
  disputeId: string,
  change: BookChange<DisputeStatus>,
): Promise<Payment | null> {
  const disputed = await books.findDisputed(disputeId);
  if (disputed === null) return null;
  const result = await payments.change(disputed.id, (payment) => ({
    outcome: null,
    next: withChangedDispute(payment, change, now()),
  }));
  return result.kind === 'decided' ? result.changed : null;
}
