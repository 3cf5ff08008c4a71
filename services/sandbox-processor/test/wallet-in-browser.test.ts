import { chromiumLaunchOptions, findOrInstallChromium } from '@kassa/local-browser';
import { findBarriers } from '@kassa/local-browser/find-barriers';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ShopPage } from './support/shop-page.ts';
import { ShopSite } from './support/shop-site.ts';
import { startTestBench, type TestBench } from './support/test-bench.ts';

let bench: TestBench;
let site: ShopSite;
let browser: Browser;
let shop: ShopPage;
const complaints: string[] = [];

beforeAll(async () => {
  bench = await startTestBench();
  site = await ShopSite.start(bench.processor.baseUrl);
  const { executablePath } = await findOrInstallChromium({ onProgress: console.log });
  browser = await chromium.launch({ executablePath, ...chromiumLaunchOptions() });
});
beforeEach(async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  // These include violations of the content security policies of the shop and of the sheet.
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  shop = new ShopPage(page, bench, site.url);
});
afterEach(async () => {
  await shop.page.context().close();
  expect(complaints.splice(0)).toEqual([]);
});
afterAll(async () => {
  await browser.close();
  await site.stop();
  await bench.stop();
});

const button = () => shop.page.getByRole('button', { name: 'Sandbox Pay' });
const sheet = () => shop.page.frameLocator('dialog iframe');
const approve = () => sheet().getByRole('button', { name: 'Pay €42.50' }).click();

it.each([
  ['Succeeds', 'succeeded', (id: string) => ({ paymentIntent: { id, status: 'succeeded' } })],
  ['Declined', 'failed', () => ({ error: { type: 'card_error', code: 'card_declined' } })],
])('pays with what the payer has approved in the wallet: %s', async (card, status, expected) => {
  expect(await shop.openExpress()).toEqual(['sandboxPay']);
  await button().click();
  await sheet().getByText(card).click();
  await approve();
  await shop.heard('approved');
  const { body } = await bench.client.create({ client: 'element' });
  const confirmed = await shop.run(`shop.confirmExpress(${JSON.stringify(body.client_secret)})`);
  expect(confirmed).toMatchObject(expected(body.id));
  await bench.receiver.waitFor(body.id, `payment.${status}`);
  expect(await shop.page.getByRole('dialog').count()).toBe(0);
});

it('can be dismissed with Escape or a button, and the focus returns to where it was', async () => {
  await shop.openExpress();
  await button().press('Enter');
  await sheet().getByRole('button', { name: 'Pay €42.50' }).waitFor();
  expect((await findBarriers(shop.page)).map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  await sheet().getByRole('button', { name: 'Pay €42.50' }).press('Escape');
  await shop.heard('dismissed', 1);
  expect(await button().evaluate((element) => element.matches(':focus'))).toBe(true);
  await button().click();
  await sheet().getByRole('button', { name: 'Cancel' }).click();
  await shop.heard('dismissed', 2);
  expect(await shop.run('shop.heard.includes("approved")')).toBe(false);
});
