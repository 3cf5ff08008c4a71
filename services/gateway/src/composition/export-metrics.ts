import type { Container } from 'inversify';
import { exportBacklog } from '../adapters/outbound/metrics/backlog-metrics.ts';
import { exportBuildInfo } from '../adapters/outbound/metrics/build-info.ts';
import { exportCommandTimes, type TimedClient } from '../adapters/outbound/mongo/command-times.ts';
import { exportDatabasePool } from '../adapters/outbound/mongo/database-pool-metrics.ts';
import { ReadBacklog } from '../application/health/read-backlog.ts';
import { tokens } from './tokens.ts';

/**
 * Exports the metrics that concern the gateway as a whole: the backlog, the database's connections and commands, and which
 * version runs.
 */
export function exportMetrics(container: Container): void {
  const registry = container.get(tokens.metrics);
  const { environment, roles } = container.get(tokens.config);
  const readBacklog = container.get(ReadBacklog);
  exportBacklog(registry, () => readBacklog.execute());
  const client = container.get(tokens.connection).getClient();
  exportDatabasePool(registry, client);
  exportCommandTimes(registry, client as unknown as TimedClient);
  exportBuildInfo(registry, environment, roles);
}
