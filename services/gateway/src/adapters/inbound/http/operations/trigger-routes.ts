import {
  compileValidator,
  SandboxTriggerRequest,
  type SandboxTriggerResult,
  succeed,
} from '@kassa/contracts';
import type Router from '@koa/router';
import type { PullSandboxTrigger } from '../../../../application/sandbox/pull-sandbox-trigger.ts';
import { jsonBodyOf } from '../json-body.ts';
import { orInvalid } from '../request-reading.ts';
import type { AuditTrail } from './audit-trail.ts';

const validate = compileValidator(SandboxTriggerRequest);

/** The sandbox's triggers, for `kassa-admin trigger`. Production does not have them. */
export function triggerRoutes(router: Router, pullTrigger: PullSandboxTrigger, audit: AuditTrail): void {
  router.post('/sandbox/trigger', async (ctx) => {
    const { order_id, what } = orInvalid(validate(jsonBodyOf(ctx)));
    const { order } = await audit.change(
      ctx,
      { action: 'sandbox.trigger', about: [order_id], details: { what } },
      () => pullTrigger.execute(order_id, what, null),
    );
    ctx.body = succeed<SandboxTriggerResult>({ order_id, what, state: order.state });
  });
}
