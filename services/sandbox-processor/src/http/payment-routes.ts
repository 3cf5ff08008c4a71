import type Router from '@koa/router';
import type { Context } from 'koa';
import { paymentView } from '../api/payment-view.ts';
import { cancelPayment } from '../operations/cancel-payment.ts';
import { confirmPayment } from '../operations/confirm-payment.ts';
import { createPayment, type PaymentAnswer } from '../operations/create-payment.ts';
import type { ProcessorContext } from '../operations/processor-context.ts';
import { ApiError } from './api-error.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { limitOf, referenceOf } from './query.ts';
import { checkedReturnUrl } from './return-url.ts';
import { cancelPaymentSchema, confirmPaymentSchema, createPaymentSchema } from './schemas.ts';
import { bodyReader } from './validated-body.ts';

const readCreate = bodyReader(createPaymentSchema);
const readConfirm = bodyReader(confirmPaymentSchema);
const readCancel = bodyReader(cancelPaymentSchema);

export function addPaymentRoutes(
  router: Router,
  processor: ProcessorContext,
  holdAnswer: () => Promise<void>,
): void {
  const answer = (context: Context, status: number, result: PaymentAnswer): void => {
    if (result.kind === 'refused') throw new ApiError(result.code, result.message);
    if (result.replayed) context.set('Idempotent-Replayed', 'true');
    context.status = status;
    context.body = paymentView(result.payment, processor.publicBaseUrl);
  };

  router.post('/v1/payments', async (context) => {
    const key = idempotencyKey(context);
    const body = await readCreate(context);
    const request = {
      amountMinor: body.amount_minor,
      currency: body.currency,
      method: body.method,
      reference: body.reference,
      returnUrl: checkedReturnUrl(body.return_url),
    };
    answer(context, 201, await createPayment(processor, key, request));
  });

  router.post('/v1/payments/:id/confirm', async (context) => {
    const key = idempotencyKey(context);
    const { card } = await readConfirm(context);
    const details =
      card === undefined
        ? null
        : { number: card.number, expMonth: card.exp_month, expYear: card.exp_year, cvc: card.cvc };
    const result = await confirmPayment(processor, context.params.id ?? '', key, details);
    const isFirstAnswer = result.kind === 'answered' && !result.replayed;
    if (isFirstAnswer && result.payment.scenario === 'times_out') await holdAnswer();
    answer(context, 200, result);
  });

  router.post('/v1/payments/:id/cancel', async (context) => {
    const key = idempotencyKey(context);
    await readCancel(context);
    answer(context, 200, await cancelPayment(processor, context.params.id ?? '', key));
  });

  router.get('/v1/payments/:id', async (context) => {
    const payment = await processor.payments.find(context.params.id ?? '');
    if (payment === null) throw new ApiError('payment_not_found', 'There is no payment with this id.');
    context.body = paymentView(payment, processor.publicBaseUrl);
  });

  router.get('/v1/payments', async (context) => {
    const payments = await processor.payments.list(referenceOf(context), limitOf(context));
    context.body = { payments: payments.map((payment) => paymentView(payment, processor.publicBaseUrl)) };
  });
}
