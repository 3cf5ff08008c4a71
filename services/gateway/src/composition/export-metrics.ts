import type { Container } from 'inversify';
import { exportBacklog } from '../adapters/outbound/metrics/backlog-metrics.ts';
import { exportBuildInfo } from '../adapters/outbound/metrics/build-info.ts';
import { exportDatabasePool } from '../adapters/outbound/mongo/database-pool-metrics.ts';
import { ReadBacklog } from '../application/health/read-backlog.ts';
import { tokens } from './tokens.ts';

/** Exports the metrics that concern the gateway as a whole: the backlog, the database pool, and which version runs. */
export function exportMetrics(container: Container): void {
  const registry = container.get(tokens.metrics);
  const { environment, roles } = container.get(tokens.config);
  const readBacklog = container.get(ReadBacklog);
  exportBacklog(registry, () => readBacklog.execute());
  exportDatabasePool(registry, container.get(tokens.connection).getClient());
  exportBuildInfo(registry, environment, roles);
}
