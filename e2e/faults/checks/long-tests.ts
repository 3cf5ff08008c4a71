import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { openLocalDatabase } from '@kassa/local-database';
import type { FaultCheck } from '../report/fault-run.ts';

const repository = join(import.meta.dirname, '../../..');
const SHOWN_CHARACTERS = 3_000;

/** Runs tests of other packages with many more hostile values than `npm test` does. */
export const longTests: readonly FaultCheck[] = [
  longTest('a million signed bodies with different meanings all have different canonical strings', 'bodies'),
  longTest(
    'altered callbacks with a valid signature break no channel, whatever their content is',
    'callbacks',
  ),
];

/** @param name the script `faults:<name>` of the repository runs the tests */
function longTest(title: string, name: string): FaultCheck {
  return {
    title,
    rows: [],
    isOnlyInFullForm: true,
    run: async ({ fault, measure, progress }) => {
      // Hold the tests' database open. Otherwise the test file that starts it stops it while other files still use it.
      const dataFolder = join(repository, '.kassa/test-database');
      const database = await openLocalDatabase({ dataFolder, onProgress: progress });
      const { exitCode, output } = await runScript(`faults:${name}`).finally(() => database.stop());
      const passed = Number(/^\s*Tests\s.*?(\d+) passed/m.exec(output)?.[1] ?? 0);
      measure('tests', passed);
      // Vitest also ends with exit code 0 if a renamed test is not found.
      if (exitCode !== 0 || passed === 0) fault(output.slice(-SHOWN_CHARACTERS));
    },
  };
}

async function runScript(script: string): Promise<{ readonly exitCode: number; readonly output: string }> {
  const child = spawn('npm', ['run', script], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  child.once('error', reject);
  child.once('close', (code) => resolve(code ?? 1));
  return { exitCode: await promise, output: Buffer.concat(chunks).toString('utf8') };
}
