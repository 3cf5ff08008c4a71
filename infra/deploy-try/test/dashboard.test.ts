import { expect, it } from 'vitest';
import { readRepositoryFile } from './repository-file.ts';

it('the dashboard shows only metrics that the monitoring guide lists', () => {
  const dashboard = readRepositoryFile('deploy/grafana/dashboards/kassa.json');
  const guide = readRepositoryFile('docs/guides/monitoring.md');
  const metrics = new Set(dashboard.match(/\bkassa_[a-z_]+/g));
  expect(metrics.size).toBeGreaterThan(8);
  const unknown = [...metrics].filter(
    (name) => !guide.includes(`\`${name.replace(/_(bucket|count)$/, '')}\``),
  );
  expect(unknown).toEqual([]);
});
