import type { Report } from './report.ts';
import { runProgram } from './run-program.ts';
import { debianProgram } from './tools/debian-program.ts';

/** Lets Prometheus' own tool check the configuration of the compose file, and the rules that it names. */
export async function tryPrometheus(report: Report, repository: string): Promise<void> {
  await report.step('Check Prometheus’ configuration and rules with promtool', async (detail) => {
    const promtool = await debianProgram('prometheus', 'promtool');
    const answer = await runProgram(promtool, ['check', 'config', 'deploy/prometheus/prometheus.yaml'], {
      folder: repository,
    });
    detail(/\d+ rules found/.exec(answer)?.[0] ?? 'no rules');
  });
}
