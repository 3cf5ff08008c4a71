#!/usr/bin/env node
/**
 * The health check of a container: exits with 0 if the gateway in the same container is ready. Slim images have no curl.
 */
const port = process.env.KASSA_OPERATIONS_PORT ?? '10040';
const host = process.env.KASSA_OPERATIONS_HOST ?? '127.0.0.1';
const anyAddress = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };
const address = anyAddress[host] ?? (host.includes(':') ? `[${host}]` : host);
try {
  const { ok } = await fetch(`http://${address}:${port}/health/ready`, {
    signal: AbortSignal.timeout(4_000),
  });
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
