import * as endpoints from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import type { Registry } from 'prom-client';
import type { Health } from '../../../../ports/health.ts';
import { register } from '../route.ts';

/** Serves liveness and readiness to orchestrators, and metrics to Prometheus. */
export function healthRoutes(router: Router, health: Health, metrics: Registry): void {
  register(router, endpoints.isAlive, (ctx) => {
    ctx.body = { status: 'alive' };
  });

  register(router, endpoints.isReady, async (ctx) => {
    const faults = await health.faults();
    ctx.status = faults.length === 0 ? 200 : 503;
    ctx.body = faults.length === 0 ? { status: 'ready' } : { status: 'not ready', faults };
  });

  register(router, endpoints.readMetrics, async (ctx) => {
    ctx.type = metrics.contentType;
    ctx.body = await metrics.metrics();
  });
}
