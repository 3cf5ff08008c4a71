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
  /** Production's apps do, towards merchants and consumers. */
  readonly requiresHttps: boolean;
  /** How many proxies in front are ours; only what they added to X-Forwarded-For counts. */
  readonly trustedProxies: number;
  readonly logger: Logger;
  readonly metrics: Registry;
  /** Aborts when the gateway stops: whoever waits for something is answered at once. */
  readonly stopping: AbortSignal;
}

/** A path is what is written: neither another case nor a trailing slash is the same path. */
export const exactPaths = { sensitive: true, strict: true } as const;

/** What every app of the gateway begins with. */
export function createApp(name: string, settings: AppSettings): Koa {
  const app = new Koa({ proxy: settings.trustedProxies > 0, maxIpsCount: settings.trustedProxies });
  app.use(measureRequests(settings.metrics, name));
  app.use(nameRequests());
  app.use(answerErrors(settings.logger));
  app.use(secureTransport(settings));
  // Whatever fails after the error handler failed in sending an answer: mostly, the caller has gone.
  app.on('error', (error) => settings.logger.info({ err: error }, 'an answer could not be sent'));
  return app;
}

/** Adds routers, and the answer to methods that their paths do not have. */
export function mount(app: Koa, ...routers: readonly Router[]): void {
  app.use(refuseOtherMethods());
  for (const router of routers) app.use(router.routes());
}
