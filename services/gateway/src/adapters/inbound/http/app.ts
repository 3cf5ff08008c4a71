import type Router from '@koa/router';
import Koa from 'koa';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Alerts } from '../../../ports/alerts.ts';
import type { Tracing } from '../../../ports/tracing.ts';
import { answerErrors } from './middleware/answer-errors.ts';
import { checkHost } from './middleware/check-host.ts';
import { measureRequests } from './middleware/measure-requests.ts';
import { nameRequests } from './middleware/name-requests.ts';
import { refuseOtherMethods } from './middleware/refuse-other-methods.ts';
import { secureTransport } from './middleware/secure-transport.ts';
import { traceRequests } from './middleware/trace-requests.ts';

export interface AppSettings {
  /** Whether the app refuses plain HTTP. True in production for the apps that merchants and consumers call. */
  readonly requiresHttps: boolean;
  /**
   * The number of the operator's own proxies in front of the gateway. Only the X-Forwarded-For entries that these
   * proxies added are trusted.
   */
  readonly trustedProxies: number;
  /** The only host names, besides IP addresses, under which the app can be called. Absent if any name is accepted. */
  readonly hostNames?: readonly string[];
  readonly logger: Logger;
  readonly metrics: Registry;
  readonly alerts: Alerts;
  readonly tracing: Tracing;
  /** A signal that aborts when the gateway stops. Long-poll requests are then answered immediately. */
  readonly stopping: AbortSignal;
}

/** Routes match paths exactly. A path that is capitalised differently, or that ends in a slash, is a different path. */
export const exactPaths = { sensitive: true, strict: true } as const;

/** Creates a Koa app with the middleware that all apps of the gateway start with. */
export function createApp(name: string, settings: AppSettings): Koa {
  const app = new Koa({ proxy: settings.trustedProxies > 0, maxIpsCount: settings.trustedProxies });
  app.use(measureRequests(settings.metrics, name));
  app.use(nameRequests());
  app.use(traceRequests(settings.tracing));
  app.use(answerErrors(settings.logger, settings.alerts));
  app.use(secureTransport(settings));
  app.use(checkHost(settings.hostNames));
  // The error middleware turns every failure into an answer. Koa reports an error here only if that answer could not be
  // sent, usually because the caller has disconnected.
  app.on('error', (error) => settings.logger.info({ err: error }, 'an answer could not be sent'));
  return app;
}

/** Mounts the routers. If a path exists but does not have the requested method, the answer is 405. */
export function mount(app: Koa, ...routers: readonly Router[]): void {
  app.use(refuseOtherMethods());
  for (const router of routers) app.use(router.routes());
}
