import { decideOnPage, type PageKind, type PageOutcome } from '../domain/decide-on-page.ts';
import type { PageDecision, Payment } from '../domain/payment.ts';
import { changePayment, type DecidedChange } from './change-payment.ts';
import { isSameToken } from './identifiers.ts';
import type { ProcessorContext } from './processor-context.ts';

/** Finds the payment whose page a link opens. Null if the processor has never given out that link. */
export async function findByPageLink(
  context: ProcessorContext,
  paymentId: string,
  token: string,
): Promise<Payment | null> {
  const payment = await context.payments.find(paymentId);
  return payment !== null && isSameToken(token, payment.pageToken) ? payment : null;
}

export async function pressPageButton(
  context: ProcessorContext,
  paymentId: string,
  page: PageKind,
  decision: PageDecision,
): Promise<PageOutcome['kind']> {
  const decide = (payment: Payment): DecidedChange<PageOutcome['kind']> => {
    const outcome = decideOnPage(payment, page, decision, context.now(), context.timing);
    return { outcome: outcome.kind, change: outcome.kind === 'decided' ? outcome : null };
  };
  const result = await changePayment(context, paymentId, context.timing.callbackDelayMs, decide);
  return result.kind === 'decided' ? result.outcome : 'finished';
}
