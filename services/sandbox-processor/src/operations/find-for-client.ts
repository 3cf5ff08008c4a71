import { clientCredentialOf } from '../domain/client-access.ts';
import type { Payment } from '../domain/payment.ts';
import { isSameToken } from './identifiers.ts';
import type { ProcessorContext } from './processor-context.ts';

/**
 * Finds the payment to which a browser's credential gives access. Null if it gives access to none, or to a different payment.
 */
export async function findForClient(
  context: ProcessorContext,
  paymentId: string,
  credential: string,
): Promise<Payment | null> {
  const payment = await context.payments.find(paymentId);
  const expected = payment === null ? null : clientCredentialOf(payment);
  return expected !== null && isSameToken(credential, expected) ? payment : null;
}
