import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as endpoints from '@kassa/contracts/endpoints';

import { afterAll, describe, expect, test } from 'vitest';
import { OperationsClient } from '../../src/cli/operations/operations-client.ts';
import { CliError } from '../../src/cli/terminal/cli-error.ts';
import { failureOf, fileFault, reasonOf } from '../../src/cli/terminal/failure.ts';

const folder = mkdtempSync(join(tmpdir(), 'kassa-failure-'));
afterAll(() => rmSync(folder, { recursive: true }));

function errorOf(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('nothing failed');
}

describe('a command that fails', () => {
  test('because of a file names the file and what is wrong with it', () => {
    const file = join(folder, 'none', 'archive');
    const error = errorOf(() => writeFileSync(file, ''));
    expect(reasonOf(error)).toBe(`${file}: there is no such file or folder (ENOENT)`);
    expect(fileFault(error)).toBe('there is no such file or folder (ENOENT)');
    expect(failureOf(error, 'Run the command again.')).toMatchObject({
      outcome: 'refused',
      message: `${file}: there is no such file or folder (ENOENT). Run the command again.`,
    });
  });

  test('because the database failed ends as without a database', () => {
    const error = Object.assign(new Error('The database failed: it closes the connection.'), {
      name: 'DatabaseFailed',
    });
    expect(failureOf(error, 'Run the command again.')).toMatchObject({
      outcome: 'unreachable',
      message: 'The database failed: it closes the connection. Run the command again.',
    });
  });

  test('for a reason that is already stated keeps that reason', () => {
    const error = new CliError('usage', 'The folder is not empty.');
    expect(failureOf(error, 'Run the command again.')).toBe(error);
  });
});

describe('a gateway that cannot be called', () => {
  async function reasonAt(baseUrl: string): Promise<unknown> {
    const client = new OperationsClient({ baseUrl, token: 'token' });
    return client.call(endpoints.listMerchants, { query: {} });
  }

  test('because nothing listens there', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    expect(await reasonAt(`http://127.0.0.1:${port}`)).toEqual({
      kind: 'unreachable',
      reason: 'nothing listens there',
    });
  });

  test('because the connection is closed', async () => {
    const server = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    expect(await reasonAt(`http://127.0.0.1:${port}`)).toEqual({
      kind: 'unreachable',
      reason: 'the connection was closed before the answer was complete',
    });
    server.close();
  });

  test('because the port does not speak TLS', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write('HTTP/1.1 400 Bad Request\r\n\r\n');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    expect(await reasonAt(`https://127.0.0.1:${port}`)).toEqual({
      kind: 'unreachable',
      reason: 'the port does not speak TLS: use http instead of https',
    });
    server.close();
  });
});
