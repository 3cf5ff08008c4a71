import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumLaunchOptions, findOrInstallChromium } from '@kassa/local-browser';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build } from 'tsdown';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Checkout, PaymentRenderType, PaymentResult } from '../src/index.ts';
import { FakeCheckoutService } from './fake-checkout/fake-checkout-service.ts';

/** A merchant's own page: plain HTML, with the package as it is published. */
const html = `<!doctype html><title>Self-built</title><div id="form"></div>
<script type="module" src="/assets/page.js"></script>`;
const script = `import { createCheckout } from './index.mjs';
window.results = [];
const payUrl = location.origin + location.pathname + location.hash;
window.checkout = await createCheckout({ payUrl });
checkout.on('result', (result) => results.push(result));`;

declare global {
  interface Window {
    checkout: Checkout;
    results: PaymentResult[];
  }
}

let outDir: string;
let browser: Browser;
let service: FakeCheckoutService;
let page: Page;
const files = new Map<string, Buffer>();

beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), 'kassa-sdk-browser-'));
  const { executablePath } = await findOrInstallChromium({ onProgress: console.log });
  await build({ cwd: join(import.meta.dirname, '..'), outDir, dts: false, logLevel: 'error' });
  for (const name of await readdir(outDir)) files.set(name, await readFile(join(outDir, name)));
  browser = await chromium.launch({ executablePath, ...chromiumLaunchOptions() });
});
afterAll(async () => {
  await browser?.close();
  await rm(outDir, { recursive: true, force: true });
});

beforeEach(async () => {
  service = await FakeCheckoutService.start((path) => {
    if (/^\/checkout\/[^/]+$/.test(path)) return { type: 'text/html', body: html };
    if (path === '/assets/page.js') return { type: 'text/javascript', body: script };
    const body = files.get(path.replace('/assets/', ''));
    return body ? { type: 'text/javascript', body } : null;
  });
  page = await browser.newPage();
  await page.goto(service.payUrl);
  await page.waitForFunction(() => window.checkout !== undefined);
});
afterEach(async () => {
  await page.close();
  await service.stop();
});

async function fillCard(number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill('12/34');
  await page.getByLabel('Security code').fill('123');
}

const results = () => page.evaluate(() => window.results);
const until = (count: number) => page.waitForFunction((wanted) => window.results.length === wanted, count);

test('many concurrent submits make one payment with one result', async () => {
  await page.evaluate(async () => {
    const payment = await window.checkout.mount('card', document.body, { ownForm: true });
    Object.assign(window, { payment });
  });
  await fillCard('4242424242424242');
  const outcomes = await page.evaluate(() => {
    const payment = Reflect.get(window, 'payment');
    return Promise.all([1, 2, 3, 4, 5].map(() => payment.submit()));
  });
  expect(outcomes).toEqual(Array(5).fill({ status: 'submitted' }));
  await until(1);
  const again = await page.evaluate(async () => {
    const outcome = await Reflect.get(window, 'payment').submit();
    await window.checkout.refresh();
    return outcome;
  });
  expect(again).toEqual({ status: 'submitted' });
  expect(await results()).toMatchObject([{ outcome: 'paid' }]);
  expect(service.order.submits).toHaveLength(1);
});

test('Enter submits the form, each attempt has its result, and the next submit opens a new attempt', async () => {
  await page.evaluate(async () => {
    await window.checkout.mount('card', document.body, { ownForm: true });
  });
  await fillCard('4000000000000002');
  await page.keyboard.press('Enter');
  await until(1);
  await fillCard('5555555555554444');
  await page.keyboard.press('Enter');
  await until(2);
  expect(await results()).toMatchObject([{ outcome: 'failed', category: 'declined' }, { outcome: 'paid' }]);
  expect(service.order.inits).toEqual(['card', 'card']);
});

test('of two concurrent mounts, the later one stays', async () => {
  const outcomes = await page.evaluate(async () => {
    const mounts = [
      window.checkout.mount('sandbox_wallet', document.body),
      window.checkout.mount('card', document.body, { ownForm: true }),
    ];
    const settled = await Promise.allSettled(mounts);
    return settled.map((one) => (one.status === 'fulfilled' ? one.value.methodCode : one.reason.kind));
  });
  expect(outcomes).toEqual(['superseded', 'card']);
  expect(await page.locator('form').count()).toBe(1);
});

test('closing removes the form and the input from the page', async () => {
  await page.evaluate(async () => {
    await window.checkout.mount('card', document.body, { ownForm: true });
  });
  await fillCard('4242424242424242');
  const left = await page.evaluate(() => {
    const number = document.querySelector('input');
    window.checkout.close();
    return { inputs: document.querySelectorAll('input').length, value: number?.value };
  });
  expect(left).toEqual({ inputs: 0, value: '' });
});

test('card data is in no storage and no address after a payment', async () => {
  await page.evaluate(async () => {
    await window.checkout.mount('card', document.body, { ownForm: true });
  });
  await fillCard('4242424242424242');
  await page.keyboard.press('Enter');
  await until(1);
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]),
  );
  expect(kept).toContain('kassa.session');
  expect(kept).not.toMatch(/4242|4 2 4 2/);
  expect(await page.getByLabel('Card number').inputValue()).toBe('');
});

test('a render type of a later version is refused by name', async () => {
  service.order.renderTypes.card = 'HOLOGRAM' as PaymentRenderType;
  const error = await page.evaluate(() =>
    window.checkout
      .mount('card', document.body, { ownForm: true })
      .catch(({ kind, renderType }) => ({ kind, renderType })),
  );
  expect(error).toEqual({ kind: 'unsupported_render_type', renderType: 'HOLOGRAM' });
});

test('the address may lack its session on return: this tab remembers it, another window does not', async () => {
  const bare = service.payUrl.replace(/#.*/, '');
  await page.goto(bare);
  await page.waitForFunction(() => window.checkout !== undefined);
  expect(await page.evaluate(() => window.checkout.order.order_id)).toBe(service.order.order.order_id);
  const elsewhere = await browser.newPage();
  const thrown = elsewhere.waitForEvent('pageerror');
  await elsewhere.goto(bare);
  expect(String(await thrown)).toContain('No session: open the whole pay_url');
  await elsewhere.close();
});

test('without storage, the return from the processor carries the session', async () => {
  await page.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage'])
      Object.defineProperty(window, name, { value: null });
  });
  await page.goto('about:blank');
  await page.goto(service.payUrl);
  await page.waitForFunction(() => window.checkout !== undefined);
  await page.evaluate(async () => {
    const payment = await window.checkout.mount('sandbox_wallet', document.body);
    // Do not wait for the submit, because the browser may leave the page before it has ended.
    void payment.submit();
  });
  await page.waitForURL(/\/processor\//);
  await page.getByRole('link', { name: 'approve' }).click();
  await page.waitForURL(/\/checkout\/[^/]+#session=/);
  await until(1);
  expect(await results()).toMatchObject([{ outcome: 'paid' }]);
});
