import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const program = resolve(import.meta.dirname, '../../bin/kassa-admin.js');

test('if the program that reads the output stops early, as `head` does, the command still ends with success and without an error', async () => {
  const command = spawn(process.execPath, [program, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
  command.stdout.destroy();
  const [errors, [exitCode]] = await Promise.all([text(command.stderr), once(command, 'close')]);
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' });
});
