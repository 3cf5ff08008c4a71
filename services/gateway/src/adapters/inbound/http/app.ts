import type Router from '@koa/router';
import Koa from 'koa';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { answerErrors } from './middleware/answer-errors.ts';
import { measureRequests } from './middleware/measure-requests.ts';
import { nameRequests } from './middleware/name-requests.ts';
import { refuseOtherMethods } from './middleware/refuse-other-methods.ts';
import { secureTransport } from './middleware/secure-transport.ts';

export interface AppSettings {
  /** True for production's apps that merchants and consumers call. */
  readonly requiresHttps: boolean;
  /** The number of our own proxies in front. Only what they added to X-Forwarded-For counts. */
  readonly trustedProxies: number;
  readonly logger: Logger;
  readonly metrics: Registry;
  /** Aborts when the gateway stops, so that waiting callers are answered at once. */
  readonly stopping: AbortSignal;
}

/** Paths match exactly: another case or a trailing slash makes another path. */
export const exactPaths = { sensitive: true, strict: true } as const;

/** Creates an app with the middleware that every app of the gateway starts with. */
export function createApp(name: string, settings: AppSettings): Koa {
  const app = new Koa({ proxy: settings.trustedProxies > 0, maxIpsCount: settings.trustedProxies });
  app.use(measureRequests(settings.metrics, name));
  app.use(nameRequests());
  app.use(answerErrors(settings.logger));
  app.use(secureTransport(settings));
  // An error that passes the error handler means that the answer could not be sent, usually because the caller
  // has disconnected.
  app.on('error', (error) => settings.logger.info({ err: error }, 'an answer could not be sent'));
  return app;
}

/** Mounts routers, and answers 405 if a path exists without the requested method. */
export function mount(app: Koa, ...routers: readonly Router[]): void {
  app.use(refuseOtherMethods());
  for (const router of routers) app.use(router.routes());
}
