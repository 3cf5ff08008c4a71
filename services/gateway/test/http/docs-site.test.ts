import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import Router from '@koa/router';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, exactPaths, mount } from '../../src/adapters/inbound/http/app.ts';
import { docsRoutes } from '../../src/adapters/inbound/http/docs/docs-routes.ts';
import { DocsSite } from '../../src/adapters/inbound/http/docs/docs-site.ts';
import { untraced } from '../../src/adapters/outbound/tracing/untraced.ts';
import { RecordedAlerts } from '../in-memory/recorded-alerts.ts';
import { send } from './support/http-call.ts';

const folder = mkdtempSync(join(tmpdir(), 'kassa-docs-'));
const policy = "default-src 'none'; script-src 'self' 'sha256-abc'";
const page = '<!doctype html><title>API</title>';

const app = createApp('merchant', {
  requiresHttps: false,
  trustedProxies: 0,
  logger: pino({ level: 'silent' }),
  metrics: new Registry(),
  alerts: new RecordedAlerts(),
  tracing: untraced,
  stopping: new AbortController().signal,
});
const router = new Router(exactPaths);
docsRoutes(router, new DocsSite(join(folder, 'dist')));
mount(app, router);
const server = createServer(app.callback());
let baseUrl = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const get = (target: string, headers: Readonly<Record<string, string>> = {}) =>
  send(baseUrl, { method: 'GET', target, headers });

function build(files: Readonly<Record<string, string | Buffer>>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, 'dist', name);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, content);
  }
}

describe('the docs', () => {
  it('say how to build them, and are served after the build without a restart', async () => {
    const before = await get('/docs/');
    expect(before.status).toBe(404);
    expect(before.text).toContain('npm run docs');
    expect(before.headers['cache-control']).toBe('no-store');
    build({
      'index.html': '<!doctype html><title>Home</title>',
      'api/index.html': page,
      'api/payments.html': page,
      'api/payments.html.br': brotliCompressSync(page),
      '404.html': '<!doctype html><title>Nothing here</title>',
      'openapi.json': '{"openapi":"3.1.1"}',
      'assets/app.abc.js': 'export {};',
      'content-security-policy.txt': `${policy}\n`,
      'playground.html': page,
      'playground.content-security-policy.txt': "default-src 'none'; frame-src http://localhost:*",
    });
    const after = await get('/docs/');
    expect(after.status).toBe(200);
    expect(after.text).toContain('Home');
  });

  it('have pages without extensions, under the policy that was built with them, and nobody may frame them', async () => {
    const { status, text, headers } = await get('/docs/api/payments');
    expect([status, text]).toEqual([200, page]);
    expect(headers['content-security-policy']).toBe(`${policy}; frame-ancestors 'none'`);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
    const again = await get('/docs/api/payments', { 'if-none-match': String(headers.etag) });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('have a separate policy if the build wrote one', async () => {
    const { headers } = await get('/docs/playground');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; frame-src http://localhost:*; frame-ancestors 'none'",
    );
  });

  it('are sent compressed to clients that accept that', async () => {
    const { headers, bytes } = await get('/docs/api/payments', { 'accept-encoding': 'br' });
    expect(headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(bytes).toString()).toBe(page);
  });

  it('are also found without the slash at the end of a folder', async () => {
    for (const [target, location] of [
      ['/docs', '/docs/'],
      ['/docs/api', '/docs/api/'],
    ]) {
      const { status, headers } = await get(String(target));
      expect([status, headers.location]).toEqual([302, location]);
    }
  });

  it('let browsers keep built files for ever and documents for an hour', async () => {
    expect((await get('/docs/assets/app.abc.js')).headers['cache-control']).toContain('immutable');
    const { headers, text } = await get('/docs/openapi.json');
    expect(JSON.parse(text)).toEqual({ openapi: '3.1.1' });
    expect(headers['cache-control']).toBe('public, max-age=3600');
  });

  it.each([
    '/docs/nothing',
    '/docs/../package.json',
    '/docs/%2e%2e/x',
    '/docs/api/payments.html',
    '/docs/%00',
  ])('have a page for unknown addresses: %s', async (target) => {
    const { status, text, headers } = await get(target);
    expect(status).toBe(404);
    expect(text).toContain('Nothing here');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });
});
