import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeKubernetesSchemas } from './kubernetes-schemas.ts';
import type { Report } from './report.ts';
import { runProgram, tryProgram } from './run-program.ts';
import { helm, KUBERNETES, kubeconform, kubernetesSources } from './tools/go-programs.ts';

const CHART = 'deploy/chart/kassa';

/** The least that an operator sets. */
const domains = ['merchantDomain=api.pay.example', 'checkoutDomain=pay.example'];

/** Settings of the chart to try. Together they use each option of the chart. */
const deployments: Readonly<Record<string, readonly string[]>> = {
  production: domains,
  'a sandbox without extras': [
    ...domains,
    'environment=sandbox',
    'settings.SANDBOX_PROCESSOR_URL=https://processor.example',
    'api.autoscaling.enabled=false',
    'ingress.enabled=false',
    'networkPolicy.enabled=false',
    'migration.enabled=false',
    'bootstrapToken=false',
    'scrapeAnnotations=false',
    'image.pullSecrets={registry}',
  ],
};

/** Renders the chart with Helm, and checks the result against Kubernetes' own schemas. */
export async function tryChart(report: Report, repository: string, workFolder: string): Promise<void> {
  const program = await report.step('Install Helm', helm);
  if (program === undefined) return report.cannotRun('The chart', 'Helm is missing');
  const inRepository = { folder: repository };
  await report.step('Lint the chart', () =>
    runProgram(program, ['lint', CHART, '--strict', ...set(domains)], inRepository),
  );
  await report.step('Refuse a deployment without domains, and say what to set', async () => {
    const { exitCode, errors } = await tryProgram(program, template([]), inRepository);
    if (exitCode === 0 || !errors.includes('Set merchantDomain')) throw new Error(errors);
  });
  const folder = join(workFolder, 'chart');
  mkdirSync(folder, { recursive: true });
  const files: string[] = [];
  for (const [name, values] of Object.entries(deployments)) {
    await report.step(`Render the chart for ${name}`, async () => {
      const file = join(folder, `${name.replaceAll(' ', '-')}.yaml`);
      writeFileSync(file, await runProgram(program, template(values), inRepository));
      files.push(file);
    });
  }
  await checkSchemas(report, folder, files);
}

async function checkSchemas(report: Report, folder: string, files: readonly string[]): Promise<void> {
  const schemas = join(folder, 'schemas');
  const program = await report.step(
    `Take the schemas of Kubernetes ${KUBERNETES} from its sources`,
    async () => {
      writeKubernetesSchemas(await kubernetesSources(), schemas);
      return kubeconform();
    },
  );
  if (program === undefined) {
    return report.cannotRun('The check of the chart against Kubernetes’ schemas', 'a program is missing');
  }
  const location = join(schemas, '{{ .ResourceKind }}{{ .KindSuffix }}.json');
  const check = ['-strict', '-summary', '-schema-location', location];
  await report.step('Check the rendered chart with kubeconform', async (detail) => {
    detail((await runProgram(program, [...check, ...files])).trim());
  });
  await report.step('Notice an object that Kubernetes would refuse', async () => {
    const file = join(folder, 'wrong.yaml');
    writeFileSync(file, 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: wrong}\ndatum: {}\n');
    const { exitCode } = await tryProgram(program, [...check, file]);
    if (exitCode === 0) throw new Error('kubeconform accepted a member that does not exist');
  });
}

function template(values: readonly string[]): readonly string[] {
  return ['template', 'kassa', CHART, '--kube-version', KUBERNETES, ...set(values)];
}

function set(values: readonly string[]): readonly string[] {
  return values.flatMap((value) => ['--set', value]);
}
