import type { Report } from './report.ts';
import { runProgram } from './run-program.ts';
import { debianProgram } from './tools/debian-program.ts';

/** Lets promtool, Prometheus' own tool, check the configuration that the compose file uses, and check and test its rules. */
export async function tryPrometheus(report: Report, repository: string): Promise<void> {
  // promtool plays hours of the stories. On a busy machine that takes minutes.
  const inRepository = { folder: repository, timeoutMs: 600_000 };
  await report.step('Check Prometheus’ configuration and rules with promtool', async (detail) => {
    const promtool = await debianProgram('prometheus', 'promtool');
    const check = ['check', 'config', 'deploy/prometheus/prometheus.yaml'];
    const answer = await runProgram(promtool, check, inRepository);
    detail(/\d+ rules found/.exec(answer)?.[0] ?? 'no rules');
  });
  await report.step('Let the rules fire and end on stories of counters', async () => {
    const promtool = await debianProgram('prometheus', 'promtool');
    const stories = ['alert-rules', 'tries-to-pay'].map((name) => `infra/deploy-try/${name}.try.yaml`);
    await runProgram(promtool, ['test', 'rules', ...stories], inRepository);
  });
}
