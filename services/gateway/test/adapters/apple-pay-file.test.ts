import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Router from '@koa/router';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { applePayRoute } from '../../src/adapters/inbound/http/checkout/apple-pay-route.ts';
import { textFile } from '../../src/composition/setting-readers.ts';
import { LoopbackServer } from '../support/loopback-server.ts';

const PATH = '/.well-known/apple-developer-merchantid-domain-association';

async function fetchFrom(file: string | null): Promise<Response> {
  const router = new Router();
  applePayRoute(router, file);
  const server = await LoopbackServer.start(new Koa().use(router.routes()).callback());
  onTestFinished(() => server.stop());
  return fetch(`${server.url}${PATH}`, { redirect: 'manual' });
}

describe('Apple’s file', () => {
  test('is served unchanged, as plain text and without a redirect', async () => {
    const answer = await fetchFrom('7B227073\n');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await answer.text()).toBe('7B227073\n');
  });

  test('does not exist if the operator names none', async () => {
    expect((await fetchFrom(null)).status).toBe(404);
  });
});

describe('the setting that names the file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'kassa-apple-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const read = (content: string | Buffer) => {
    const path = join(folder, 'file');
    writeFileSync(path, content);
    return textFile('/etc/kassa/file').read(path);
  };

  test('is read if it is text of at most 64 KiB', () => {
    expect(read('7B22\r\n\t{"é"}')).toBe('7B22\r\n\t{"é"}');
    expect(read('a'.repeat(64 * 1024))).toHaveLength(64 * 1024);
  });

  test.each([
    ['an empty file', ''],
    ['a larger file', 'a'.repeat(64 * 1024 + 1)],
    ['a file that is not UTF-8', Buffer.from([0x37, 0xff])],
    ['a file with control characters', '7B\u00007B'],
  ])('is refused: %s', (_, content) => {
    expect(read(content)).toBeUndefined();
  });

  test('is refused if it names no file', () => {
    expect(textFile('/etc/kassa/file').read(join(folder, 'none'))).toBeUndefined();
    expect(textFile('/etc/kassa/file').read(folder)).toBeUndefined();
  });
});
