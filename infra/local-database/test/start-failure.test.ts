import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ServerPlan } from '../src/database-source.ts';
import { startFailure } from '../src/supervisor/start-failure.ts';
import { temporaryFolder } from './temporary-folder.ts';

const plan = { source: 'documentdb', processes: [{ name: 'postgresql' }] } as unknown as ServerPlan;

function failureWith(log: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'postgresql.log'), log);
  writeFileSync(join(folder, 'supervisor.log'), 'Error: it ended\n    at start (supervisor.ts:3:1)\n');
  return startFailure(folder, plan, 'postgresql ends as soon as it is started.').message.replaceAll(
    folder,
    '…',
  );
}

test.each([
  [
    'FATAL: could not write to file "pg_wal/1": No space left on device\n',
    'The disk is full. Free some space',
  ],
  ['PANIC: could not locate a valid checkpoint record\n', 'Its data in … is damaged. Move this folder away'],
  ['FATAL: could not create lock file: Permission denied\n', 'It may not write into …'],
  ['LOG: could not bind: Address already in use\n', 'Another program took its port'],
  ['something new\n', 'postgresql ends as soon as it is started. The end of its logs may say why.'],
])('a database that did not start because of “%s” says what to do, without a stack', (log, text) => {
  const message = failureWith(log);
  expect(message.split('\n')[0]).toContain(text);
  expect(message).not.toContain('    at ');
});
