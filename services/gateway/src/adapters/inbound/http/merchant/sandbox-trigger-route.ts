import {
  compileValidator,
  SandboxTriggerRequest,
  type SandboxTriggerResult,
  succeed,
} from '@kassa/contracts';
import type Router from '@koa/router';
import type { PullSandboxTrigger } from '../../../../application/sandbox/pull-sandbox-trigger.ts';
import { merchantRequestOf } from '../middleware/authenticate-merchants.ts';
import { orThrow } from '../refused-error.ts';
import { orInvalid, readBusinessBody } from '../request-reading.ts';

const validate = compileValidator(SandboxTriggerRequest);

/** `POST /api/merchant/sandbox/trigger` (decisions, section 10). Production does not have it. */
export function sandboxTriggerRoute(router: Router, pullTrigger: PullSandboxTrigger): void {
  router.post('/api/merchant/sandbox/trigger', async (ctx) => {
    const { merchant, body } = merchantRequestOf(ctx);
    const business = readBusinessBody(body);
    const { order_id, what } = orInvalid(validate(business.value), business.prefix);
    const pulled = await pullTrigger.execute(order_id, what, merchant.merchantId);
    const { order } = orThrow(pulled, business.prefix);
    ctx.body = succeed<SandboxTriggerResult>({ order_id, what, state: order.state });
  });
}
