import type { Context, Middleware } from 'koa';
import { Histogram, type Registry } from 'prom-client';

/**
 * The HTTP methods that get separate time series. A stranger can send some thirty other methods, and each would create more
 * time series.
 */
const measuredMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'POST']);

/**
 * Measures how long requests take, labelled by route pattern and status. The label is the pattern and not the path,
 * because every order's path would make another time series.
 */
export function measureRequests(registry: Registry, app: string): Middleware {
  const durations = getOrCreate(registry);
  return async function measureRequest(ctx, next) {
    const startedAtMs = performance.now();
    try {
      await next();
    } finally {
      const method = measuredMethods.has(ctx.method) ? ctx.method : 'other';
      durations.observe(
        { app, method, route: routeOf(ctx) ?? 'none', status: String(ctx.status) },
        (performance.now() - startedAtMs) / 1000,
      );
    }
  };
}

/**
 * Returns the pattern of the call's path; undefined if no route serves it. If a middleware that runs for all paths has
 * answered, the router's match is not the path of a route.
 */
export function routeOf({ _matchedRoute: matched }: Context): string | undefined {
  return typeof matched === 'string' && matched.startsWith('/') ? matched : undefined;
}

const NAME = 'kassa_http_request_duration_seconds';

function getOrCreate(registry: Registry): Histogram {
  const existing = registry.getSingleMetric(NAME);
  if (existing instanceof Histogram) return existing;
  return new Histogram({
    name: NAME,
    help: 'Duration of HTTP requests by app, route pattern and status.',
    labelNames: ['app', 'method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
    registers: [registry],
  });
}
