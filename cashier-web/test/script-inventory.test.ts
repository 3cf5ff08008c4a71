import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkPolicy, checkServedCashier } from '../build/check-served-cashier.ts';
import { integrityOf, reasonFor, type ScriptInventory } from '../build/script-inventory.ts';
import { builtCashier } from './browser/built-cashier.ts';
import type { ServedFile } from './browser/served-cashier.ts';

let files: Map<string, ServedFile>;
let inventory: ScriptInventory;
beforeAll(() => {
  files = builtCashier();
  inventory = JSON.parse(String(files.get('/script-inventory.json')?.body));
});

describe('the inventory of the build', () => {
  test('names every script and stylesheet, with its hash and a reason', () => {
    const built = [...files.keys()].filter((name) => /\.(js|css)$/.test(name));
    expect(inventory.files.map(({ file }) => `/${file}`).sort()).toEqual(built.sort());
    for (const { file, integrity, bytes, why } of inventory.files) {
      const body = files.get(`/${file}`)?.body ?? '';
      expect(integrityOf(body), file).toBe(integrity);
      expect(Buffer.byteLength(body), file).toBe(bytes);
      expect(why).toMatch(/^[A-Z].{20,}\.$/);
    }
  });

  test.each(['index.html', 'fields.html', 'return.html'])(
    '%s carries the integrity of all that it loads',
    (file) => {
      const page = inventory.pages.find((row) => row.file === file);
      const html = String(files.get(`/${file}`)?.body);
      expect(integrityOf(html)).toBe(page?.integrity);
      const tags = html.match(/<(script|link)\b[^>]*assets\/[^>]*>/g) ?? [];
      expect(tags.length).toBeGreaterThanOrEqual(file === 'fields.html' ? 1 : 2);
      expect(page?.loads).toHaveLength(tags.length);
      for (const tag of tags) {
        const row = inventory.files.find((candidate) => tag.includes(`/${candidate.file}"`));
        expect(row?.loaded).toBe('with the page');
        expect(tag).toContain(`integrity="${row?.integrity}"`);
        expect(tag).toContain('crossorigin');
      }
    },
  );

  test('the built pages contain no inline script and no inline style (fault 43)', () => {
    for (const file of ['/index.html', '/fields.html', '/return.html']) {
      const html = String(files.get(file)?.body);
      expect(html.match(/<script\b[^>]*>[^<]+/g)).toBeNull();
      expect(html).not.toMatch(/<style|\sstyle=|\son[a-z]+=|javascript:/);
    }
  });

  test('a module without a stated reason has none', () => {
    expect(reasonFor('\0virtual:messages/de')).toContain('German');
    expect(reasonFor('/repo/sdk-browser/dist/redirect-CcJxN8Vf.mjs')).toContain('page of a wallet');
    expect(reasonFor('/repo/node_modules/tracker/index.js')).toBeUndefined();
  });
});

describe('a running cashier', () => {
  const policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'";
  let server: Server;
  let baseUrl: string;
  let headers: Record<string, string>;
  let altered: Map<string, string>;
  const check = () => checkServedCashier(baseUrl, inventory);

  beforeAll(async () => {
    server = createServer((request, response) => {
      const page = request.url?.endsWith('/fields') ? '/fields.html' : '/index.html';
      const path = request.url?.startsWith('/checkout/') ? page : String(request.url);
      const body = altered.get(path) ?? files.get(path)?.body;
      response.writeHead(body === undefined || body === '' ? 404 : 200, headers).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    headers = { 'Content-Security-Policy': policy };
    altered = new Map();
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test('has no findings if it serves what was built', async () => {
    expect(await check()).toEqual([]);
  });

  test('the inventory check finds a changed script, an added script and a missing stylesheet (fault 43)', async () => {
    const script = inventory.files.find(({ file }) => /opening-.*\.js$/.test(file))?.file;
    const style = inventory.files.find(({ file }) => /start-.*\.css$/.test(file))?.file;
    altered.set(`/${script}`, `${files.get(`/${script}`)?.body};track()`);
    altered.set(`/${style}`, '');
    altered.set(
      '/index.html',
      String(files.get('/index.html')?.body).replace('</body>', '<script src="//x"></script></body>'),
    );
    const findings = await check();
    expect(findings).toHaveLength(3);
    expect(findings.join('\n')).toContain('is not the page that was built');
    expect(findings.join('\n')).toContain(`/${style} was not found`);
    expect(findings.join('\n')).toContain(`/${script} was changed`);
  });

  test.each([
    [null, ['The page has no content security policy.']],
    [
      policy.replace("'self'", "'self' 'unsafe-inline'"),
      [expect.stringContaining("script-src permits 'unsafe-inline'")],
    ],
    [policy.replace("'self'", '*'), [expect.stringContaining('script-src permits *')]],
    [policy.replace("'self'", 'https:'), [expect.stringContaining('script-src permits https:')]],
    [
      policy.replace("'self'", 'https://*.stripe.com'),
      [expect.stringContaining('permits https://*.stripe.com')],
    ],
    [policy.replace("'self'", "'self' https://js.stripe.com https://*.js.stripe.com"), []],
    [
      policy.replace("style-src 'self'", "style-src 'self' https://*.js.stripe.com"),
      [expect.stringContaining('style-src permits https://*.js.stripe.com')],
    ],
    [policy.replace("style-src 'self'; ", ''), [expect.stringContaining('does not restrict style-src')]],
    [policy.replace("default-src 'none'", "default-src 'self'"), [expect.stringContaining('default-src')]],
  ])('judges the policy %j', (served, expected) => {
    expect(checkPolicy(served)).toEqual(expected);
  });
});
