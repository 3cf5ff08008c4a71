import type Router from '@koa/router';
import { disputeView } from '../api/payment-view.ts';
import type { ProcessorContext } from '../operations/processor-context.ts';
import { ApiError } from './api-error.ts';
import { limitOf, nextOf, spanOf } from './query.ts';

export function addDisputeRoutes(router: Router, processor: ProcessorContext): void {
  router.get('/v1/disputes/:id', async (context) => {
    const payment = await processor.books.findDisputed(context.params.id ?? '');
    if (payment === null || payment.dispute.isHidden)
      throw new ApiError('dispute_not_found', 'There is no dispute with this id.');
    context.body = disputeView(payment.dispute, payment);
  });

  router.get('/v1/disputes', async (context) => {
    const [span, limit] = [spanOf(context), limitOf(context)];
    if (span === undefined) throw new ApiError('invalid_request', 'Name the disputes to list: `?from=&to=`.');
    const disputed = await processor.books.listDisputes(span, limit);
    const ends = disputed.map(({ dispute: { updatedAt: at, id } }) => ({ at, id }));
    context.body = {
      disputes: disputed.map((payment) => disputeView(payment.dispute, payment)),
      next: nextOf(ends, limit),
    };
  });
}
