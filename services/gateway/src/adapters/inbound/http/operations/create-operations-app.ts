import Router from '@koa/router';
import type Koa from 'koa';
import type { JudgeReadiness } from '../../../../application/health/judge-readiness.ts';
import { type AppSettings, createApp, exactPaths } from '../app.ts';
import { healthRoutes } from './health-routes.ts';

export interface OperationsPortSettings extends Omit<AppSettings, 'requiresHttps' | 'trustedProxies'> {
  readonly judgeReadiness: JudgeReadiness;
}

/**
 * Creates the app of the operations port, and the router for what everybody may call there: health checks and metrics.
 *
 * The port accepts plain HTTP even in production, because probes and metrics scrapers inside a deployment use it. It ignores
 * X-Forwarded-For: its callers do not come through the public proxies, so they could write anything into the header. If the
 * port believed the header, somebody who guesses tokens could use a new address for each guess, and the audit log would contain
 * false addresses.
 */
export function createOperationsApp(settings: OperationsPortSettings): {
  readonly app: Koa;
  readonly open: Router;
} {
  const app = createApp('operations', { ...settings, requiresHttps: false, trustedProxies: 0 });
  const open = new Router(exactPaths);
  healthRoutes(open, settings.judgeReadiness, settings.metrics);
  return { app, open };
}
