import type { Payment } from './payment.ts';
import type { PaymentStatus } from './payment-status.ts';

/**
 * A call that changed the payment, kept so that its repetition gets the first answer. A key belongs to one
 * operation on one payment; calls that were refused changed nothing and leave their key free.
 */
export interface AnsweredCall {
  readonly operation: 'create' | 'confirm' | 'cancel';
  readonly key: string;
  /** The body's meaning without card number and security code. */
  readonly fingerprint: string;
  readonly status: PaymentStatus;
  readonly at: Date;
}

export type Repetition =
  | { readonly kind: 'first_call' }
  | { readonly kind: 'replay'; readonly answer: Payment }
  | { readonly kind: 'key_reused' };

/** Tells a first call from its repetition, and from another call under the same key. */
export function repetitionOf(
  payment: Payment,
  call: Pick<AnsweredCall, 'operation' | 'key' | 'fingerprint'>,
): Repetition {
  const answered = payment.answeredCalls.find(
    ({ operation, key }) => operation === call.operation && key === call.key,
  );
  if (answered === undefined) return { kind: 'first_call' };
  if (answered.fingerprint !== call.fingerprint) return { kind: 'key_reused' };
  return { kind: 'replay', answer: asAnswered(payment, answered) };
}

export function withAnsweredCall(payment: Payment, call: Omit<AnsweredCall, 'status' | 'at'>): Payment {
  const answered = { ...call, status: payment.status, at: payment.updatedAt };
  return { ...payment, answeredCalls: [...payment.answeredCalls, answered] };
}

/** The payment as the first answer showed it: no recorded call is answered after a result or a refund. */
function asAnswered(payment: Payment, call: AnsweredCall): Payment {
  return {
    ...payment,
    status: call.status,
    updatedAt: call.at,
    card: call.operation === 'create' ? null : payment.card,
    failure: null,
    refunds: [],
    dispute: null,
  };
}
