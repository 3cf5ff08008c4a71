import type Router from '@koa/router';
import type { Registry } from 'prom-client';
import type { Health } from '../../../../ports/health.ts';

/** Liveness, readiness and metrics, for orchestrators and scrapers. */
export function healthRoutes(router: Router, health: Health, metrics: Registry): void {
  router.get('/health/live', (ctx) => {
    ctx.body = { status: 'alive' };
  });

  router.get('/health/ready', async (ctx) => {
    const faults = await health.faults();
    ctx.status = faults.length === 0 ? 200 : 503;
    ctx.body = faults.length === 0 ? { status: 'ready' } : { status: 'not ready', faults };
  });

  router.get('/metrics', async (ctx) => {
    ctx.type = metrics.contentType;
    ctx.body = await metrics.metrics();
  });
}
