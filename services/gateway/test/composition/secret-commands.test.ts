import { randomBytes } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { runSecretCommand } from '../../src/composition/secret-command.ts';
import { readConfig } from '../../src/index.ts';

const key = randomBytes(32).toString('base64');
const secrets = {
  MONGODB_URI: 'mongodb://127.0.0.1:27017',
  KASSA_OPERATIONS_TOKEN: 'operations-token-1',
  KASSA_SESSION_KEYS: key,
  KASSA_ENCRYPTION_KEY: key,
  KASSA_ALERT_WEBHOOK: 'https://chat.example/hooks/secret-hook',
  KASSA_ALERT_MAIL_SERVER: 'smtps://kassa:secret-password@smtp.example',
  SANDBOX_PROCESSOR_API_KEY: 'processor-api-key-1',
  SANDBOX_PROCESSOR_CALLBACK_SECRET: 'callback-secret-1',
};
const complete = {
  ...secrets,
  SANDBOX_PROCESSOR_URL: 'http://127.0.0.1:10050',
  KASSA_ALERT_MAIL_FROM: 'kassa@pay.example',
  KASSA_ALERT_MAIL_TO: 'on-call@shop.example',
};

/** A command that runs a program of Node. */
const program = (code: string) => JSON.stringify([process.execPath, '-e', code]);

const withToken = (source: Readonly<Record<string, string>>) => {
  const { KASSA_OPERATIONS_TOKEN: _, ...others } = complete;
  return readConfig({ ...others, ...source });
};

describe('a secret from a command', () => {
  it.each(Object.entries(secrets))('is read like the secret itself: %s', (name, value) => {
    const { [name as keyof typeof secrets]: _, ...others } = complete;
    expect(readConfig({ ...others, [`${name}_COMMAND`]: `echo  ${value}` })).toEqual(readConfig(complete));
  });

  it('can have arguments with white space, as a JSON array', () => {
    const command = program('process.stdout.write("operations" + "-token-1\\n\\n")');
    expect(withToken({ KASSA_OPERATIONS_TOKEN_COMMAND: command }).operationsToken).toBe('operations-token-1');
  });

  it('is not interpreted by a shell', () => {
    const { operationsToken } = withToken({ KASSA_OPERATIONS_TOKEN_COMMAND: 'echo $HOME;$(id)|`id`>x&' });
    expect(operationsToken).toBe('$HOME;$(id)|`id`>x&');
  });

  it.each([
    ['KASSA_OPERATIONS_TOKEN', 'KASSA_OPERATIONS_TOKEN_COMMAND'],
    ['KASSA_OPERATIONS_TOKEN_FILE', 'KASSA_OPERATIONS_TOKEN_COMMAND'],
  ])('is refused if %s is set too', (one, other) => {
    expect(() => withToken({ [one]: 'operations-token-1', [other]: 'echo operations-token-2' })).toThrow(
      new RegExp(`:\n  ${one} and ${other} are both set\\. Set only one of them\\.$`),
    );
  });

  it.each([
    [
      'fails',
      program('console.log("a-good-secret-1"); process.exit(3)'),
      'its command ended with exit code 3',
    ],
    [
      'is killed',
      program('console.log("a-good-secret-1"); process.kill(process.pid)'),
      'its command was ended by SIGTERM',
    ],
    ['is missing', '/none/a-good-secret-1', 'its command cannot be run (ENOENT)'],
    ['prints nothing', 'true', 'its command printed nothing'],
    ['prints a secret that is too short', 'echo a-good-secret', 'its command printed something else'],
    [
      'prints bytes that are no text',
      program('process.stdout.write(Buffer.from([0xff, 0xfe]))'),
      'its command printed something that is not text',
    ],
    [
      'prints without end',
      program('for (;;) process.stdout.write("a-good-secret-1".repeat(9_999))'),
      'its command printed more than 64 KiB',
    ],
    [
      'complains',
      program('console.error("a-good-secret-1"); process.exit(1)'),
      'its command ended with exit code 1',
    ],
    ['is empty', ' ', 'it is neither words separated by white space nor a JSON array of strings'],
    [
      'is no array of strings',
      '["echo", 1]',
      'it is neither words separated by white space nor a JSON array of strings',
    ],
    [
      'is a damaged array',
      '["echo',
      'it is neither words separated by white space nor a JSON array of strings',
    ],
    [
      'has a null character',
      '["echo", "\\u0000"]',
      'it is neither words separated by white space nor a JSON array of strings',
    ],
  ])('is refused if the command %s, and the error shows nothing that it printed', (_, command, reason) => {
    const read = () => withToken({ KASSA_OPERATIONS_TOKEN_COMMAND: command });
    expect(read).toThrow(
      `\n  KASSA_OPERATIONS_TOKEN_COMMAND gives no value: ${reason}. It must be a command that prints at least 16`,
    );
    expect(read).not.toThrow('a-good-secret');
  });
});

test('a command that does not end is killed, so that the start fails instead of hanging', () => {
  const hangs = program('console.log("a-good-secret-1"); setInterval(() => {}, 1_000)');
  expect(runSecretCommand(hangs, 500)).toEqual({
    kind: 'failed',
    reason: 'its command took longer than 0.5 s',
  });
});

test('a command gets no input, so that it cannot wait for a password', () => {
  expect(runSecretCommand('cat')).toEqual({ kind: 'failed', reason: 'its command printed nothing' });
});
