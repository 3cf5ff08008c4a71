import type Router from '@koa/router';
import { paymentView } from '../api/payment-view.ts';
import type { Payment } from '../domain/payment.ts';
import {
  changeDisputeInBooks,
  changePaymentInBooks,
  changeRefundInBooks,
  inventPayment,
  inventRefund,
} from '../operations/change-books.ts';
import type { ProcessorContext } from '../operations/processor-context.ts';
import { ApiError } from './api-error.ts';
import {
  changeDisputeInBooksSchema,
  changePaymentInBooksSchema,
  changeRefundInBooksSchema,
  inventPaymentSchema,
  inventRefundSchema,
} from './schemas.ts';
import { bodyReader } from './validated-body.ts';

const readInvention = bodyReader(inventPaymentSchema);
const readInventedRefund = bodyReader(inventRefundSchema);
const readPaymentChange = bodyReader(changePaymentInBooksSchema);
const readDisputeChange = bodyReader(changeDisputeInBooksSchema);
const readRefundChange = bodyReader(changeRefundInBooksSchema);

/**
 * Adds the routes with which testers change the processor's books. No callback reports such a change, so the books then
 * disagree with the shop's.
 */
export function addBookRoutes(router: Router, processor: ProcessorContext): void {
  const shown = (payment: Payment | null) => {
    if (payment === null)
      throw new ApiError('not_found', 'There is no payment, refund or dispute with this id.');
    return paymentView(payment, processor.publicBaseUrl);
  };
  const momentOf = (at: string | undefined) => (at === undefined ? processor.now() : new Date(at));

  router.post('/control/books/payments', async (context) => {
    const { amount_minor: amountMinor, currency, reference, at } = await readInvention(context);
    context.status = 201;
    context.body = shown(
      await inventPayment(processor, { amountMinor, currency, reference, at: momentOf(at) }),
    );
  });

  router.post('/control/books/payments/:id', async (context) => {
    const change = changeOf(await readPaymentChange(context));
    context.body = shown(await changePaymentInBooks(processor, context.params.id ?? '', change));
  });

  router.post('/control/books/payments/:id/refunds', async (context) => {
    const { amount_minor: amountMinor, reference, at } = await readInventedRefund(context);
    context.status = 201;
    context.body = shown(
      await inventRefund(processor, context.params.id ?? '', { amountMinor, reference, at: momentOf(at) }),
    );
  });

  router.post('/control/books/refunds/:id', async (context) => {
    const change = changeOf(await readRefundChange(context));
    context.body = shown(await changeRefundInBooks(processor, context.params.id ?? '', change));
  });

  router.post('/control/books/disputes/:id', async (context) => {
    const change = changeOf(await readDisputeChange(context));
    context.body = shown(await changeDisputeInBooks(processor, context.params.id ?? '', change));
  });
}

function changeOf<Status>({
  hidden,
  amount_minor,
  status,
  at,
}: {
  hidden?: boolean;
  amount_minor?: number;
  status?: Status;
  at?: string;
}) {
  return {
    ...(hidden !== undefined && { isHidden: hidden }),
    ...(amount_minor !== undefined && { amountMinor: amount_minor }),
    ...(status !== undefined && { status }),
    ...(at !== undefined && { at: new Date(at) }),
  };
}
