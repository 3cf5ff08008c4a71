import type Router from '@koa/router';
import type { Context } from 'koa';
import { clientAccessView, libraryView } from '../api/client-access-view.ts';
import { paymentView } from '../api/payment-view.ts';
import type { Payment } from '../domain/payment.ts';
import { cancelPayment } from '../operations/cancel-payment.ts';
import { confirmPayment } from '../operations/confirm-payment.ts';
import { createPayment, type PaymentAnswer } from '../operations/create-payment.ts';
import type { ProcessorContext } from '../operations/processor-context.ts';
import { ApiError } from './api-error.ts';
import { cardDetailsOf } from './card-details.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { limitOf, nextOf, referenceOf, spanOf } from './query.ts';
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
  readingRoutes(router, processor);
  const answer: Answer = (context, status, result, more = () => ({})) => {
    if (result.kind === 'refused') throw new ApiError(result.code, result.message);
    if (result.replayed) context.set('Idempotent-Replayed', 'true');
    context.status = status;
    context.body = { ...paymentView(result.payment, processor.publicBaseUrl), ...more(result.payment) };
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
      client: body.client ?? null,
    };
    if (request.client !== null && request.method !== 'card')
      throw new ApiError('invalid_request', '`client` is allowed only with the method card.');
    const created = await createPayment(processor, key, request);
    answer(context, 201, created, (payment) => clientAccessView(payment, processor));
  });

  router.post('/v1/payments/:id/confirm', async (context) => {
    const key = idempotencyKey(context);
    const { card, device } = await readConfirm(context);
    const result = await confirmPayment(processor, context.params.id ?? '', key, {
      from: 'server',
      wallet: null,
      card: card === undefined ? null : cardDetailsOf(card),
      device:
        device === undefined
          ? null
          : {
              id: device.id ?? null,
              terminal: device.terminal ?? null,
              userAgent: device.user_agent ?? null,
            },
    });
    const isFirstAnswer = result.kind === 'answered' && !result.replayed;
    if (isFirstAnswer && result.payment.scenario === 'times_out') await holdAnswer();
    answer(context, 200, result);
  });

  router.post('/v1/payments/:id/cancel', async (context) => {
    const key = idempotencyKey(context);
    await readCancel(context);
    answer(context, 200, await cancelPayment(processor, context.params.id ?? '', key));
  });
}

type Answer = (
  context: Context,
  status: number,
  result: PaymentAnswer,
  more?: (payment: Payment) => object,
) => void;

function readingRoutes(router: Router, processor: ProcessorContext): void {
  router.get('/v1/library', (context) => {
    context.body = libraryView(processor);
  });

  router.get('/v1/payments/:id', async (context) => {
    const payment = await processor.payments.find(context.params.id ?? '');
    if (payment === null || payment.isHidden)
      throw new ApiError('payment_not_found', 'There is no payment with this id.');
    context.body = paymentView(payment, processor.publicBaseUrl);
  });

  router.get('/v1/payments', async (context) => {
    const [span, limit] = [spanOf(context), limitOf(context)];
    const payments =
      span === undefined
        ? await processor.payments.list(referenceOf(context), limit)
        : await processor.books.listPayments(span, limit);
    context.body = {
      payments: payments.map((payment) => paymentView(payment, processor.publicBaseUrl)),
      ...(span !== undefined && {
        next: nextOf(
          payments.map(({ statusAt: at, id }) => ({ at, id })),
          limit,
        ),
      }),
    };
  });
}
