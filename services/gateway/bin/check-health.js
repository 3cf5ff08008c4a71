#!/usr/bin/env node
/**
 * The health check of a container: prints what the gateway in the same container says about its readiness, and exits with 0 if it
 * is ready. Slim images have no curl.
 */
const port = process.env.KASSA_OPERATIONS_PORT ?? '10040';
const host = process.env.KASSA_OPERATIONS_HOST ?? '127.0.0.1';
const anyAddress = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };
const address = anyAddress[host] ?? (host.includes(':') ? `[${host}]` : host);
try {
  const response = await fetch(`http://${address}:${port}/health/ready`, {
    signal: AbortSignal.timeout(4_000),
  });
  console.log(await response.text());
  process.exitCode = response.ok ? 0 : 1;
} catch (error) {
  console.log(`The gateway does not answer at ${address}:${port}: ${error.cause?.code ?? error.name}`);
  process.exitCode = 1;
}
