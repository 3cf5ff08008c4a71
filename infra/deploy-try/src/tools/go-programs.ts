import { delimiter } from 'node:path';
import { installGoProgram, NotInstallable } from '@kassa/local-database';
import { CannotRun } from '../report.ts';
import { runProgram } from '../run-program.ts';

const helmProgram = {
  name: 'helm',
  version: 'v3.22.0',
  package: 'helm.sh/helm/v3/cmd/helm',
  file: 'helm',
};

const kubeconformProgram = {
  name: 'kubeconform',
  version: 'v0.8.0',
  package: 'github.com/yannh/kubeconform/cmd/kubeconform',
  file: 'kubeconform',
};

/** The version of Kubernetes against whose schemas the chart is checked. */
export const KUBERNETES = 'v1.37.2';

/** @throws {CannotRun} */
export const helm = (): Promise<string> => installed(helmProgram);

/** @throws {CannotRun} */
export const kubeconform = (): Promise<string> => installed(kubeconformProgram);

async function installed(program: typeof helmProgram): Promise<string> {
  try {
    return await installGoProgram(program, process.env, console.log);
  } catch (error) {
    if (error instanceof NotInstallable) throw new CannotRun(error.message);
    throw error;
  }
}

/**
 * Downloads the sources of Kubernetes, which contain its own OpenAPI document, and returns their folder.
 *
 * @throws {CannotRun}
 */
export async function kubernetesSources(): Promise<string> {
  const environment = { ...process.env, PATH: [process.env.PATH, '/usr/local/go/bin'].join(delimiter) };
  try {
    const args = ['mod', 'download', '-json', `k8s.io/kubernetes@${KUBERNETES}`];
    const text = await runProgram('go', args, { environment, timeoutMs: 600_000 });
    return (JSON.parse(text) as { Dir: string }).Dir;
  } catch (error) {
    throw new CannotRun(`the sources of Kubernetes could not be downloaded with Go: ${error}`);
  }
}
