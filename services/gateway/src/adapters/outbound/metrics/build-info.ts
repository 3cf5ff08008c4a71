import { Gauge, type Registry } from 'prom-client';
import { gatewayVersion } from '../gateway-version.ts';

/** Exports which version of the gateway runs, on which Node.js and in which environment. The value is always 1. */
export function exportBuildInfo(registry: Registry, environment: string, roles: readonly string[]): void {
  new Gauge({
    name: 'kassa_build_info',
    help: 'Always 1. The labels name the version of the gateway, of Node.js, the environment and the roles.',
    labelNames: ['version', 'node', 'environment', 'roles'],
    registers: [registry],
  }).set({ version: gatewayVersion(), node: process.version, environment, roles: roles.join(',') }, 1);
}
