import Router from '@koa/router';
import type Koa from 'koa';
import type { JudgeReadiness } from '../../../../application/health/judge-readiness.ts';
import { type AppSettings, createApp, exactPaths } from '../app.ts';
import { healthRoutes } from './health-routes.ts';

export interface OperationsPortSettings extends Omit<AppSettings, 'requiresHttps' | 'trustedProxies'> {
  readonly judgeReadiness: JudgeReadiness;
}

/**
 * Creates the app of the operations port, and the router of what everybody may call there: health checks and metrics.
 *
 * The port accepts plain HTTP even in production, because probes and metrics scrapers inside a deployment use it. It does not
 * believe X-Forwarded-For: its callers come without the public proxies, so the header could only be their own invention. A
 * guesser of tokens would have a new address for each guess, and the audit log would name false ones.
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
