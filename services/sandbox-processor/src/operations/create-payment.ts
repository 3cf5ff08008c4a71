import type { Payment, PaymentClient, PaymentMethod } from '../domain/payment.ts';
import { repetitionOf, withAnsweredCall } from '../domain/repetition.ts';
import { derivedId, fingerprintOf, newToken } from './identifiers.ts';
import type { ProcessorContext } from './processor-context.ts';
import { keyReused, type Refusal } from './refusal.ts';

export interface PaymentRequest {
  readonly amountMinor: number;
  readonly currency: string;
  readonly method: PaymentMethod;
  readonly reference: string;
  readonly returnUrl: string;
  readonly client: PaymentClient | null;
}

export type PaymentAnswer =
  | { readonly kind: 'answered'; readonly payment: Payment; readonly replayed: boolean }
  | Refusal;

/**
 * Creates a payment. Its ID is derived from the idempotency key. So if several calls have the same key, one creates the payment
 * and the others find it.
 */
export async function createPayment(
  context: ProcessorContext,
  key: string,
  request: PaymentRequest,
): Promise<PaymentAnswer> {
  const { amountMinor, currency, method, reference, returnUrl, client } = request;
  // Include `client` in the fingerprint only if the call has it. A call without `client` then has the same fingerprint as in
  // earlier versions of the sandbox processor. So if an earlier version received the call, a repetition of it is still
  // recognised.
  const fingerprint = fingerprintOf([
    ...[amountMinor, currency, method, reference, returnUrl],
    ...(client === null ? [] : [client]),
  ]);
  const payment = newPayment(derivedId('sbx_pay_', key), request, context.now());
  const call = { operation: 'create', key, fingerprint } as const;

  const created = withAnsweredCall(payment, call);
  if ((await context.payments.insert(created)) === 'inserted')
    return { kind: 'answered', payment: created, replayed: false };

  const earlier = await context.payments.find(payment.id);
  if (earlier === null) throw new Error(`Payment ${payment.id} exists but cannot be read.`);
  const repetition = repetitionOf(earlier, call);
  if (repetition.kind === 'replay') return { kind: 'answered', payment: repetition.answer, replayed: true };
  return keyReused();
}

export function newPayment(id: string, request: PaymentRequest, now: Date): Payment {
  return {
    id,
    version: 1,
    status: 'created',
    ...request,
    pageToken: newToken(),
    clientToken: request.client === null ? null : newToken(),
    card: null,
    wallet: null,
    device: null,
    scenario: 'succeeds',
    failure: null,
    pageDecision: null,
    nextStep: null,
    holdsRefunds: false,
    refunds: [],
    dispute: null,
    callbacks: [],
    lastCallback: null,
    answeredCalls: [],
    isHidden: false,
    createdAt: now,
    statusAt: now,
    updatedAt: now,
  };
}
