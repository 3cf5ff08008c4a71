import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { longTest } from '../../../infra/test-run/src/long-test.ts';
import { kassaFile, runKassaProcess } from './support/kassa-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'kassa-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));

const red = '\u001B[31m';

/** Returns what a terminal shows of a command whose settings are missing. The program `script` provides the terminal. */
function inTerminal(variables: NodeJS.ProcessEnv): string {
  const { NO_COLOR: _none, FORCE_COLOR: _forced, CI: _ci, ...inherited } = process.env;
  const command = `'${process.execPath}' '${kassaFile}' order list`;
  const environment = { ...inherited, TERM: 'xterm-256color', ...variables };
  const run = spawnSync('script', ['-qec', command, '/dev/null'], {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  expect(run.error).toBeUndefined();
  return run.stdout;
}

describe.skipIf(process.platform !== 'linux')('in a terminal (given by `script` of Linux)', () => {
  test('errors have their colour', () => {
    expect(inTerminal({})).toContain(`${red}error:`);
  });

  longTest('NO_COLOR takes it away', () => {
    const shown = inTerminal({ NO_COLOR: '1' });
    expect(shown).toContain('error:');
    expect(shown).not.toContain('\u001B[');
  });
});

test('without a terminal, there are no colours', async () => {
  const { errors } = await runKassaProcess(['order', 'list'], { folder, variables: { NO_COLOR: undefined } });
  expect(errors).toMatch(/^error:/);
});
