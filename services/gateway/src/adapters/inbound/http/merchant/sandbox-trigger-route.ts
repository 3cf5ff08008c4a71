import * as endpoints from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import type { PullSandboxTrigger } from '../../../../application/sandbox/pull-sandbox-trigger.ts';
import { orThrow } from '../refused-error.ts';
import { signedRoute } from './signed-route.ts';

/**
 * Lets a merchant trigger an event at the sandbox's processor, such as a dispute. The route does not exist in
 * production.
 */
export function sandboxTriggerRoute(router: Router, pullTrigger: PullSandboxTrigger): void {
  signedRoute(router, endpoints.triggerSandbox, async ({ merchant, body: { order_id, what }, business }) => {
    const pulled = await pullTrigger.execute(order_id, what, merchant.merchantId);
    return { order_id, what, state: orThrow(pulled, business.prefix).order.state };
  });
}
