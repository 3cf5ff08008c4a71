import { BaseSequencer, type TestSpecification } from 'vitest/node';

interface TestFile {
  readonly moduleId: string;
  readonly project: { readonly name: string };
}

/**
 * Rates a file; files with lower rates start earlier. A worker keeps its modules from one file of a package to the next, so the
 * files of a package stay together. The gateway is last, because it has by far the most short files, which keep every worker
 * busy until the end. Files that are loaded through Vite start first, because each of them needs a separate worker. Within the
 * gateway's files, the model tests start first: before a first run has measured them, Vitest assumes that they are fast,
 * because the files are short.
 */
export function turnOf({ project, moduleId }: TestFile): number {
  if (project.name === 'through-vite') return 0;
  if (project.name !== 'gateway') return 1;
  return moduleId.includes('/test/model/') ? 2 : 3;
}

/** Orders test files so that no worker is idle at the end of the run. Within a package, files that take longer start earlier. */
export class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const longestFirst = await super.sort(files);
    return longestFirst.toSorted((one, other) => turnOf(one) - turnOf(other));
  }
}
