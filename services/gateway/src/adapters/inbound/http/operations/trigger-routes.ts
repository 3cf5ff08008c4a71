import * as endpoints from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import type { PullSandboxTrigger } from '../../../../application/sandbox/pull-sandbox-trigger.ts';
import { route } from '../route.ts';
import type { AuditTrail } from './audit-trail.ts';

/** The sandbox's triggers, for `kassa-admin trigger`. Production does not have them. */
export function triggerRoutes(router: Router, pullTrigger: PullSandboxTrigger, audit: AuditTrail): void {
  route(router, endpoints.triggerSandboxOfMerchants, async ({ ctx, body: { order_id, what } }) => {
    const { order } = await audit.change(
      ctx,
      { action: 'sandbox.trigger', about: [order_id], details: { what } },
      () => pullTrigger.execute(order_id, what, null),
    );
    return { order_id, what, state: order.state };
  });
}
