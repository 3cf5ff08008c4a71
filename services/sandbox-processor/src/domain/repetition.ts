import type { AnsweredCall } from './answered-call.ts';
import type { Payment } from './payment.ts';

export type Repetition =
  | { readonly kind: 'first_call' }
  | { readonly kind: 'replay'; readonly answer: Payment }
  | { readonly kind: 'key_reused' };

/** Says whether a call is new, repeats an earlier call, or is another call with the same idempotency key. */
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

export function withAnsweredCall(
  payment: Payment,
  call: Omit<AnsweredCall, 'status' | 'statusAt' | 'at'>,
): Payment {
  const { status, statusAt, updatedAt: at } = payment;
  const answered = { ...call, status, statusAt, at };
  return { ...payment, answeredCalls: [...payment.answeredCalls, answered] };
}

/**
 * Returns the payment as the first answer to the call showed it, without what happened later. A repeated call gets this answer
 * again.
 */
function asAnswered(payment: Payment, call: AnsweredCall): Payment {
  return {
    ...payment,
    status: call.status,
    statusAt: call.statusAt ?? call.at,
    updatedAt: call.at,
    card: call.operation === 'create' ? null : payment.card,
    device: call.operation === 'create' ? null : payment.device,
    failure: null,
    refunds: [],
    dispute: null,
  };
}
