import { clientCredentialOf } from '../domain/client-access.ts';
import type { Payment } from '../domain/payment.ts';
import { isSameToken } from './identifiers.ts';
import type { ProcessorContext } from './processor-context.ts';

/** Finds a payment for a browser. Returns null if the browser's credential is not that of the payment. */
export async function findForClient(
  context: ProcessorContext,
  paymentId: string,
  credential: string,
): Promise<Payment | null> {
  const payment = await context.payments.find(paymentId);
  const expected = payment === null ? null : clientCredentialOf(payment);
  return expected !== null && isSameToken(credential, expected) ? payment : null;
}
