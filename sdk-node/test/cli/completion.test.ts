import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventTypes, orderStates } from '@kassa/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longTest } from '../../../infra/test-run/src/long-test.ts';
import { complete } from '../../src/cli/completion/complete.ts';
import { completionScript } from '../../src/cli/completion/completion-scripts.ts';
import { kassaProgram } from '../../src/cli/kassa-program.ts';
import { kassaFile } from './support/kassa-process.ts';
import { quietWorld } from './support/quiet-world.ts';

const cases: { typed: string[]; gives: readonly string[] }[] = [
  { typed: ['pay'], gives: ['payment'] },
  { typed: ['payment', ''], gives: ['create', 'show'] },
  { typed: ['event', 're'], gives: ['resend'] },
  { typed: ['trigger', 'order.dispute.'], gives: eventTypes.filter((type) => type.includes('dispute')) },
  { typed: ['trigger', '--json', 'order.payment.f'], gives: ['order.payment.failed'] },
  { typed: ['trigger', 'order.payment.failed', ''], gives: [] },
  { typed: ['order', 'list', '--state', ''], gives: orderStates },
  { typed: ['order', 'list', '--state=PAY_'], gives: ['--state=PAY_SUCCESS', '--state=PAY_FAIL'] },
  { typed: ['order', 'list', '--state', '=', 'PAY_S'], gives: ['PAY_SUCCESS'] },
  { typed: ['payment', 'create', '--currency', 'KW'], gives: ['KWD'] },
  { typed: ['payment', 'create', '--amount', '10', '--cu'], gives: ['--currency', '--customer-name'] },
  { typed: ['payment', 'create', '--amount', ''], gives: [] },
  { typed: ['payment', 'create', '--data', 'ord'], gives: [':files'] },
  { typed: ['completion', ''], gives: ['bash', 'zsh'] },
  { typed: ['sign', 'P'], gives: ['POST'] },
];

describe('completion', () => {
  test.for(cases)('gives $gives for $typed', ({ typed, gives }) => {
    expect(complete(kassaProgram(quietWorld), typed)).toEqual(gives);
  });
});

describe('in a shell', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kassa-cli-'));
  beforeAll(() => {
    writeFileSync(join(folder, 'kassa'), `#!/bin/sh\nexec '${process.execPath}' '${kassaFile}' "$@"\n`);
    chmodSync(join(folder, 'kassa'), 0o755);
    writeFileSync(join(folder, 'order one.json'), '{}');
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const environment = () => ({ ...process.env, PATH: `${folder}:${process.env.PATH}` });

  /** Returns what bash offers as completions after the given words. The last word is the one being typed. */
  function inBash(...words: string[]): string[] {
    const script = [
      'source <(kassa completion bash)',
      'COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))',
      // Call the function that bash calls when the user presses Tab in this command.
      '"$(complete -p kassa | sed "s/.*-F \\([^ ]*\\).*/\\1/")"',
      'for found in "$' + '{COMPREPLY[@]}"; do echo "$found"; done',
    ].join('\n');
    const args = ['-c', script, 'bash', 'kassa', ...words];
    return execFileSync('bash', args, { cwd: folder, env: environment(), encoding: 'utf8' })
      .split('\n')
      .filter((line) => line !== '');
  }

  longTest('bash completes commands, event types, options’ values and files', () => {
    expect(inBash('tri')).toEqual(['trigger']);
    expect(inBash('trigger', 'order.refund.')).toEqual(['order.refund.succeeded', 'order.refund.failed']);
    expect(inBash('payment', 'create', '--currency', 'US')).toEqual(['USD', 'USN']);
    expect(inBash('payment', 'create', '--data', 'ord')).toEqual(['order one.json']);
  });

  test('zsh completes them too', ({ skip }) => {
    const { error } = spawnSync('zsh', ['--version']);
    if (error !== undefined) {
      console.log(
        `zsh is not on this machine (${(error as NodeJS.ErrnoException).code}), so its script is not run`,
      );
      skip();
    }
    // Press Tab to complete the command. Then go to the start of the line with Ctrl-A and put `echo` in front, so that the
    // shell prints the completed line.
    const [begun, turned] = ['kassa trigger order.refund.f\\t', '\\x01echo became: \\nexit\\n'];
    const prepare = 'bindkey -e; autoload -U compinit; compinit -u -D; source <(kassa completion zsh)';
    const driver = [
      'zmodload zsh/zpty',
      'zpty shell zsh -f -i',
      `zpty -w shell "PS1=; ${prepare}; print begun"`,
      'zpty -r -m shell text "*begun*"',
      `zpty -w -n shell $'${begun}'`,
      // Wait until the completion has ended. Text that is typed before would become part of the line.
      'zpty -r -m shell text "*refund.failed*"',
      `zpty -w -n shell $'${turned}'`,
      'while zpty -r shell line; do print -r -- "$line"; done',
    ].join('\n');
    const output = execFileSync('zsh', ['-f', '-c', driver], {
      cwd: folder,
      env: environment(),
      encoding: 'utf8',
    });
    expect(output).toContain('became: kassa trigger order.refund.failed');
  });

  test('the scripts of both shells ask the same program', () => {
    expect(completionScript('bash')).toContain('__complete');
    expect(completionScript('zsh')).toContain('__complete');
  });
});
