import { existsSync } from 'node:fs';
import type { Check } from './check.ts';
import { runCommand, type Share } from './run-command.ts';
import type { Tally } from './tally.ts';
/** The checks that search for files themselves. Another program that writes files meanwhile could disturb them. */
export function listChecksOfFiles(): readonly Check[] {
  return [
    { name: 'format and lint', command: 'biome', arguments: ['ci', '--colors=off', '.'] },
    {
      name: 'layers',
      command: 'depcruise',
      arguments: ['--config', '.dependency-cruiser.js', ...layersCache, ...layeredFolders()],
    },
    { name: 'page of states', command: 'node', arguments: ['contracts/docs/run-docs.ts', '--check'] },
    {
      name: 'page of faults',
      command: 'node',
      arguments: ['infra/test-run/src/run-docs.ts', '--check'],
    },
    { name: 'licences', command: 'node', arguments: ['infra/test-run/src/run-licences.ts'] },
    { name: 'dead code', command: 'knip', arguments: ['--no-config-hints'] },
  ];
}

/**
 * Options that keep the imports of all files on disk. If no file's content has changed, the next check reads no file's imports.
 */
const layersCache = ['--cache', 'node_modules/.cache/kassa-layers', '--cache-strategy', 'content'];

function layeredFolders(): readonly string[] {
  return [
    'contracts',
    'docs/build',
    'docs/.vitepress',
    'docs/test',
    'services',
    'sdk-node',
    'sdk-browser',
    'cashier-web/src',
    'infra',
    'samples',
    'e2e',
  ].filter((folder) => existsSync(folder));
}

export interface RunChecksOptions {
  readonly share: Share;
  /** How many checks run at the same time. */
  readonly atOnce: number;
  readonly tell: (text: string) => void;
}

/** Runs the checks, which read the code without running it, and reports the output of those that fail. */
export async function runChecks(
  checks: readonly Check[],
  { share, atOnce, tell }: RunChecksOptions,
): Promise<Tally> {
  const queue = [...checks];
  const tally: Tally = { passed: 0, failed: 0, skipped: 0 };
  const workThrough = async (): Promise<void> => {
    for (let check = queue.shift(); check !== undefined; check = queue.shift()) {
      const { exitCode, output, seconds } = await runCommand(check.command, check.arguments, 'kept', share);
      if (exitCode === 0) tally.passed += 1;
      else tally.failed += 1;
      tell(`${exitCode === 0 ? '✓' : '✗'} ${check.name} (${seconds.toFixed(1)} s)`);
      if (exitCode !== 0) tell(output.trimEnd());
    }
  };
  await Promise.all(Array.from({ length: atOnce }, workThrough));
  return tally;
}
