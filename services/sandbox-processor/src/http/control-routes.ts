import type Router from '@koa/router';
import { paymentView } from '../api/payment-view.ts';
import type { ProcessorContext } from '../operations/processor-context.ts';
import { pullTrigger } from '../operations/pull-trigger.ts';
import { ApiError } from './api-error.ts';
import { triggerSchema } from './schemas.ts';
import { bodyReader } from './validated-body.ts';

const readTrigger = bodyReader(triggerSchema);

/** The routes with which testers trigger events, such as a dispute. No real processor has such routes. */
export function addControlRoutes(router: Router, processor: ProcessorContext): void {
  router.post('/control/payments/:id/trigger', async (context) => {
    const { what } = await readTrigger(context);
    const result = await pullTrigger(processor, context.params.id ?? '', what);
    if (result.kind === 'refused') throw new ApiError(result.code, result.message);
    context.body = paymentView(result.payment, processor.publicBaseUrl);
  });
}
