import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromiumLaunchOptions, findOrInstallChromium } from '@kassa/local-browser';
import { findBarriers } from '@kassa/local-browser/find-barriers';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { validCard } from './support/processor-client.ts';
import { startTestBench, type TestBench } from './support/test-bench.ts';

let bench: TestBench;
let shop: Server;
let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  bench = await startTestBench();
  // A shop that redirects to another origin. The pages' content security policy must allow that.
  shop = createServer((request, response) => {
    const { port } = shop.address() as AddressInfo;
    if (request.url === '/return')
      response.writeHead(302, { Location: `http://localhost:${port}/thanks` }).end();
    else response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>The shop</title>');
  }).listen(0, '127.0.0.1');
  await once(shop, 'listening');
  const { executablePath } = await findOrInstallChromium({ onProgress: (line) => console.log(line) });
  browser = await chromium.launch({ executablePath, ...chromiumLaunchOptions() });
  // The accessibility checker axe needs a browser context of its own.
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  page = await context.newPage();
  page.on('console', (message) => complaints.push(message.text()));
});

afterAll(async () => {
  await browser.close();
  shop.closeAllConnections();
  shop.close();
  await bench.stop();
});

function returnUrl(): string {
  return `http://127.0.0.1:${(shop.address() as AddressInfo).port}/return`;
}

it.each([
  ['wallet', 'Pay €19.99', 'payment.succeeded'],
  ['wallet', 'Refuse', 'payment.failed'],
  ['bank_transfer', 'Pay €19.99', 'payment.succeeded'],
  ['bank_transfer', 'Cancel', 'payment.cancelled'],
])('a payer on the %s page presses "%s" and is back at the shop', async (method, button, event) => {
  const { body } = await bench.client.create({ method, return_url: returnUrl() });
  await page.goto(String(body.redirect_url));
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.waitForURL('**/thanks');
  await bench.receiver.waitFor(body.id, event);
});

it.each([
  ['Approve', 'payment.succeeded'],
  ['Fail authentication', 'payment.failed'],
])('a payer on the 3-D Secure page presses "%s" and is back at the shop', async (button, event) => {
  const { body } = await bench.client.create({ return_url: returnUrl() });
  const confirmed = await bench.client.confirm(body.id, { ...validCard, number: '4000000000003220' });
  await page.goto(String(confirmed.body.action_url));
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.waitForURL('**/thanks');
  await bench.receiver.waitFor(body.id, event);
});

it.each(['de', 'ar'])('pages fit a phone in %s', async (locale) => {
  const { body } = await bench.client.create({ return_url: returnUrl(), reference: 'x'.repeat(128) });
  const confirmed = await bench.client.confirm(body.id, { ...validCard, number: '4000000000003220' });
  await page.goto(`${confirmed.body.action_url}?locale=${locale}`);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  expect(complaints).toEqual([]);
});

it('pages fit a phone, carry their style, and leave the browser nothing to complain about', async () => {
  const { body } = await bench.client.create({
    method: 'wallet',
    amount_minor: 999_999_999_999_999,
    reference: 'x'.repeat(128),
    return_url: `https://${'long-'.repeat(11)}name.example/${'path/'.repeat(50)}`,
  });
  for (const url of [`${bench.processor.baseUrl}/`, String(body.redirect_url)]) {
    await page.goto(url);
    const layout = {
      width: await page.evaluate('document.documentElement.scrollWidth'),
      margin: await page.evaluate('getComputedStyle(document.body).marginTop'),
    };
    expect(layout).toEqual({ width: 390, margin: '0px' });
  }
  expect(complaints).toEqual([]);
});

it('a payer copies from a voucher’s page what the bank asks for, and comes back', async () => {
  const { body } = await bench.client.call('POST', '/v1/vouchers', {
    amount_minor: 1_999,
    currency: 'EUR',
    reference: 'txn_1',
    return_url: returnUrl(),
    due_at: '2090-05-06T10:00:00Z',
  });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const locale of ['de', 'ar', 'en']) {
    await page.goto(`${body.page_url}?locale=${locale}`);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    const violations = await findBarriers(page);
    expect(violations.map(({ id }) => id)).toEqual([]);
  }
  const copied = () => page.evaluate('navigator.clipboard.readText()');
  for (const [name, value] of [
    ['Copy: IBAN', 'DE89370400440532013000'],
    ['Copy: Payment reference', body.transfer_reference],
    ['Copy: Amount', '19.99'],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('status').getByText('Copied.').waitFor();
    expect(await copied()).toBe(value);
  }
  expect(complaints).toEqual([]);
  await page.getByRole('link', { name: 'open the test bank' }).click();
  await page.getByRole('button', { name: 'Transfer what is missing' }).click();
  await bench.receiver.waitFor(body.id, 'voucher.paid');
  await page.getByRole('link', { name: 'Back to the reference' }).click();
  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await page.waitForURL('**/thanks');
});
