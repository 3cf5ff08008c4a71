import Router from '@koa/router';
import type Koa from 'koa';
import type { JudgeReadiness } from '../../../../application/health/judge-readiness.ts';
import { type AppSettings, createApp, exactPaths, mount } from '../app.ts';
import { healthRoutes } from './health-routes.ts';

export interface HealthAppSettings extends Omit<AppSettings, 'requiresHttps'> {
  readonly judgeReadiness: JudgeReadiness;
}

/** The app on the operations port of an instance that is only a worker: health checks and metrics, but no administration. */
export function healthApp(settings: HealthAppSettings): Koa {
  const app = createApp('operations', { ...settings, requiresHttps: false });
  const open = new Router(exactPaths);
  healthRoutes(open, settings.judgeReadiness, settings.metrics);
  mount(app, open);
  return app;
}
