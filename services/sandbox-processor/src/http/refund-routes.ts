import type Router from '@koa/router';
import { refundView } from '../api/refund-view.ts';
import { createRefund } from '../operations/create-refund.ts';
import { findRefund, listRefunds } from '../operations/find-refunds.ts';
import type { ProcessorContext } from '../operations/processor-context.ts';
import { ApiError } from './api-error.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { limitOf, nextOf, referenceOf, spanOf } from './query.ts';
import { createRefundSchema } from './schemas.ts';
import { bodyReader } from './validated-body.ts';

const readCreate = bodyReader(createRefundSchema);

export function addRefundRoutes(router: Router, processor: ProcessorContext): void {
  router.post('/v1/refunds', async (context) => {
    const key = idempotencyKey(context);
    const body = await readCreate(context);
    const result = await createRefund(processor, key, {
      paymentId: body.payment_id,
      amountMinor: body.amount_minor,
      currency: body.currency,
      reference: body.reference,
    });
    if (result.kind === 'refused') throw new ApiError(result.code, result.message);
    if (result.replayed) context.set('Idempotent-Replayed', 'true');
    context.status = 201;
    context.body = refundView(result.refund);
  });

  router.get('/v1/refunds/:id', async (context) => {
    const refund = await findRefund(processor, context.params.id ?? '');
    if (refund === null) throw new ApiError('refund_not_found', 'There is no refund with this id.');
    context.body = refundView(refund);
  });

  router.get('/v1/refunds', async (context) => {
    const [span, limit] = [spanOf(context), limitOf(context)];
    if (span !== undefined) {
      const refunds = await processor.books.listRefunds(span, limit);
      const ends = refunds.map(({ updatedAt: at, id }) => ({ at, id }));
      context.body = { refunds: refunds.map(refundView), next: nextOf(ends, limit) };
      return;
    }
    const reference = referenceOf(context);
    if (reference === undefined)
      throw new ApiError('invalid_request', 'Name the refunds to list: `?reference=`, or `?from=&to=`.');
    const refunds = await listRefunds(processor, reference, limit);
    context.body = { refunds: refunds.map(refundView) };
  });
}
