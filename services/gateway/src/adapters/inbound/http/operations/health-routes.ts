import * as endpoints from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import type { Registry } from 'prom-client';
import type { JudgeReadiness } from '../../../../application/health/judge-readiness.ts';
import { register } from '../route.ts';

/** Serves liveness and readiness to orchestrators, and metrics to Prometheus. */
export function healthRoutes(router: Router, judgeReadiness: JudgeReadiness, metrics: Registry): void {
  register(router, endpoints.isAlive, (ctx) => {
    ctx.body = { status: 'alive' };
  });

  register(router, endpoints.isReady, async (ctx) => {
    const readiness = await judgeReadiness.execute();
    if (readiness.kind === 'ready') {
      const { warnings } = readiness;
      ctx.body = { status: 'ready', ...(warnings.length > 0 && { warnings }) };
    } else {
      ctx.status = 503;
      ctx.body = { status: 'not ready', faults: readiness.faults };
    }
  });

  register(router, endpoints.readMetrics, async (ctx) => {
    ctx.type = metrics.contentType;
    ctx.body = await metrics.metrics();
  });
}
