import type Router from '@koa/router';
import type { Context } from 'koa';
import { clientPaymentView } from '../api/client-payment-view.ts';
import type { Payment } from '../domain/payment.ts';
import { cardOfWallet, sandboxPay } from '../domain/wallet.ts';
import { confirmPayment } from '../operations/confirm-payment.ts';
import { findForClient } from '../operations/find-for-client.ts';
import { isSameToken } from '../operations/identifiers.ts';
import type { ProcessorContext } from '../operations/processor-context.ts';
import { ApiError } from './api-error.ts';
import { cardDetailsOf } from './card-details.ts';
import { clientConfirmSchema } from './schemas.ts';
import { bodyReader } from './validated-body.ts';

const readConfirm = bodyReader(clientConfirmSchema);

/**
 * Every confirmation by a browser uses this same idempotency key. A payment is confirmed only once, so the processor treats a
 * second confirmation as a repetition of the first.
 */
const clientKey = 'client';

/**
 * The routes that the card frame calls from the payer's browser. They send no CORS headers, so pages of other origins, such as
 * the shop's, cannot call them. Only the card frame, which has the processor's own origin, handles the card.
 */
export function addClientRoutes(
  router: Router,
  processor: ProcessorContext,
  holdAnswer: () => Promise<void>,
): void {
  const paymentOf = async (context: Context, id: string): Promise<Payment> => {
    const credential = /^Bearer (\S+)$/.exec(context.get('Authorization'))?.[1] ?? '';
    const payment = await findForClient(processor, id, credential);
    // A wrong key, a wrong secret and an unknown payment get the same answer. So nobody can find out which payments exist.
    if (payment === null || !isSameToken(context.get('Sandbox-Public-Key'), processor.publicKey))
      throw new ApiError('unauthorized', 'The public key and the client secret or session open no payment.');
    return payment;
  };
  const answer = async (context: Context, payment: Payment | null): Promise<void> => {
    if (payment === null) throw new ApiError('payment_not_found', 'There is no payment with this id.');
    context.set('Cache-Control', 'no-store');
    context.body = clientPaymentView(payment, processor.publicBaseUrl);
  };

  router.get('/client/payments/:id', async (context) => {
    await answer(context, await paymentOf(context, context.params.id ?? ''));
  });

  router.post('/client/payments/:id/confirm', async (context) => {
    const { id } = await paymentOf(context, context.params.id ?? '');
    const { card, wallet_token: token } = await readConfirm(context);
    const paysWith = card ? cardDetailsOf(card) : token ? cardOfWallet(token, processor.now()) : null;
    const wallet = token ? sandboxPay : null;
    const confirmation = { from: 'client', card: paysWith, wallet, device: null } as const;
    const result = await confirmPayment(processor, id, clientKey, confirmation);
    if (result.kind === 'refused') {
      if (result.code !== 'idempotency_conflict') throw new ApiError(result.code, result.message);
      throw new ApiError('payment_not_confirmable', 'The payment was confirmed with another card already.');
    }
    if (!result.replayed && result.payment.scenario === 'times_out') await holdAnswer();
    // Answer with the payment's present state, even to a repeated call. A payer's page needs the present state, not the first
    // answer.
    await answer(context, await processor.payments.find(id));
  });
}
