import type Router from '@koa/router';
import Koa from 'koa';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Environment } from '../../../domain/environment.ts';
import { answerErrors } from './middleware/answer-errors.ts';
import { measureRequests } from './middleware/measure-requests.ts';
import { nameRequests } from './middleware/name-requests.ts';
import { secureTransport } from './middleware/secure-transport.ts';
import { refused } from './refused-error.ts';

export interface AppSettings {
  readonly environment: Environment;
  /** How many proxies in front are ours; only what they added to X-Forwarded-For counts. */
  readonly trustedProxies: number;
  readonly logger: Logger;
  readonly metrics: Registry;
}

/** What every app of the gateway begins with. */
export function createApp(name: string, settings: AppSettings): Koa {
  const app = new Koa({ proxy: settings.trustedProxies > 0, maxIpsCount: settings.trustedProxies });
  app.use(measureRequests(settings.metrics, name));
  app.use(nameRequests());
  app.use(answerErrors(settings.logger));
  app.use(secureTransport(settings.environment));
  return app;
}

/** Adds routers; a known path with a wrong method is answered 405 with the methods it has. */
export function mount(app: Koa, ...routers: readonly Router[]): void {
  for (const router of routers) {
    app.use(router.routes());
    app.use(
      router.allowedMethods({
        throw: true,
        methodNotAllowed: () => refused('METHOD_NOT_ALLOWED', 'Use one of the methods in Allow.'),
        notImplemented: () => refused('METHOD_NOT_ALLOWED', 'Use one of the methods in Allow.'),
      }),
    );
  }
}
