import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { readme } from './support/readme.ts';
import { openShop, shop, visit } from './support/shop-visit.ts';

openShop();
beforeAll(async () => {
  const script = shop.file('kassa.js');
  shop.own.set('/kassa.js', { type: 'text/javascript', body: script.toString() });
  shop.own.set('/pay.js', { type: 'text/javascript', body: readme.blocks('js')[0] ?? '' });
});

async function openPage(hash: string): Promise<void> {
  const body = (readme.blocks('html').find((block) => block.includes('/kassa.js')) ?? '').replace(
    'sha384-…',
    hash,
  );
  expect(body).toContain(hash);
  shop.own.set('/script-tag', { type: 'text/html', body: `<!doctype html>${body}` });
  const { payUrl } = visit.service;
  shop.own.set('/pay-url', { type: 'application/json', body: JSON.stringify({ payUrl }) });
  await visit.page.goto(`${shop.origin}/script-tag?order=1`);
}

test('a page with a script tag and the hash of the build pays, with all renderers in the one file', async () => {
  const { 'kassa.js': hash } = JSON.parse(shop.file('integrity.json').toString());
  expect(hash).toBe(`sha384-${createHash('sha384').update(shop.file('kassa.js')).digest('base64')}`);
  const asked: string[] = [];
  visit.allowCardFields();
  visit.page.on('request', (request) => asked.push(request.url()));
  await openPage(hash);
  await visit.fillCard('4242424242424242', visit.fields);
  await visit.page.getByRole('button', { name: 'Pay' }).click();
  await visit.page.waitForFunction(() => document.title === 'paid');
  expect(asked.filter((url) => url.startsWith(shop.origin) && url.endsWith('.mjs'))).toEqual([]);
  expect(visit.violations).toEqual([]);
});

test('a file that was changed does not run', async () => {
  await openPage(`sha384-${createHash('sha384').update('other').digest('base64')}`);
  expect(await visit.page.evaluate(() => 'Kassa' in window)).toBe(false);
});

test('a page with an import map takes the package by its name from where its folder is served', async () => {
  const map = readme.blocks('html').find((block) => block.includes('importmap')) ?? '';
  const head = map.replaceAll('/kassa/', '/sdk/').replace('/pay.js', '/module.js');
  const inline = /<script type="importmap">(.*?)<\/script>/s.exec(head)?.[1] ?? '';
  shop.directives = { 'script-src': `'sha256-${createHash('sha256').update(inline).digest('base64')}'` };
  const script = `import { createCheckout } from '@kassa/sdk-browser';
    import { embedCashier } from '@kassa/sdk-browser/embed';
    const checkout = await createCheckout({ payUrl: ${JSON.stringify(visit.service.payUrl)} });
    const payment = await checkout.mount('card', document.body, { ownForm: true });
    document.title = [payment.renderType, typeof embedCashier].join(' ');`;
  shop.own.set('/module.js', { type: 'text/javascript', body: script });
  shop.own.set('/import-map', { type: 'text/html', body: `<!doctype html><body>${head}` });
  await visit.page.goto(`${shop.origin}/import-map`);
  await visit.page.waitForFunction(() => document.title === 'OWN_FORM function');
  expect(visit.violations).toEqual([]);
});
