import { readFileSync } from 'node:fs';
import { Gauge, type Registry } from 'prom-client';

const packageFile = new URL('../../../../package.json', import.meta.url);

/** Exports which version of the gateway runs, on which Node.js and in which environment. The value is always 1. */
export function exportBuildInfo(registry: Registry, environment: string, roles: readonly string[]): void {
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
  new Gauge({
    name: 'kassa_build_info',
    help: 'Always 1. The labels name the version of the gateway, of Node.js, the environment and the roles.',
    labelNames: ['version', 'node', 'environment', 'roles'],
    registers: [registry],
  }).set({ version, node: process.version, environment, roles: roles.join(',') }, 1);
}
