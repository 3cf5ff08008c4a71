import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import type { FakeCheckoutService } from '../../../sdk-browser/test/fake-checkout/fake-checkout-service.ts';
import { type CashierLab, desktop, phone } from './cashier-lab.ts';
import { CompressingServer } from './compressing-server.ts';
import {
  type FirstLoad,
  measureFirstLoad,
  mostBlockedMs,
  mostShift,
  mostUsableMs,
} from './measure-first-load.ts';
import { useService } from './use-till.ts';

const till = useService();
let lab: CashierLab;
let service: FakeCheckoutService;

beforeEach(() => {
  ({ lab, service } = till);
});

/** Sums up what moved by itself, as browsers measure it (Cumulative Layout Shift). */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // What moves at once because it was asked for does not count.
        if (!Reflect.get(entry, 'hadRecentInput')) shifts.push(Reflect.get(entry, 'value'));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(() => (Reflect.get(window, 'shifts') as number[]).reduce((sum, value) => sum + value, 0));
}

/** Slow answers, so that what is shown between them is painted and could be pushed away. */
async function answerSlowly(page: Page, delayMs: number): Promise<void> {
  await page.route(/\/api\/web\/|\/logos\/|\/icons\//, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    await route.continue().catch(() => undefined);
  });
}

const usableButton = (page: Page) => page.locator('.actions > button[aria-disabled="false"]');

test.each([
  ['a phone', phone, 'en-GB', 0],
  ['a phone with slow answers', phone, 'de-DE', 300],
  ['a desktop with slow answers', desktop, 'ar-EG', 300],
])('nothing moves while the page is loading on %s', async (_, viewport, locale, delayMs) => {
  const branding = { logo_url: `${service.baseUrl}/logos/hillside.svg`, accent_color: '#0b6e4f' };
  service.order.order = { ...service.order.order, branding };
  const { page } = await lab.openPage({ viewport, locale });
  const shift = await watchShifts(page);
  if (delayMs > 0) await answerSlowly(page, delayMs);
  await page.goto(service.payUrl);
  await usableButton(page).waitFor();
  await page.locator('details').last().waitFor();
  await page.waitForLoadState('networkidle');
  expect(await shift()).toBeLessThan(0.01);
  await page.context().close();
});

test('nothing moves when another method’s slow form arrives', async () => {
  const { page } = await lab.openPage();
  const shift = await watchShifts(page);
  await page.goto(service.payUrl);
  await usableButton(page).waitFor();
  await answerSlowly(page, 900);
  await page.locator('input[value="bank_transfer"]').check();
  await usableButton(page).waitFor();
  expect(await shift()).toBeLessThan(0.01);
  await page.context().close();
});

test('for a merchant with a colour, the first load stays within 45 kB compressed and uses no other origin', async () => {
  // What only those need who pay without real money is not loaded for others.
  service.methods = service.methods.map(({ test_cards, ...method }) => method);
  service.order.order = {
    ...service.order.order,
    livemode: true,
    branding: { ...service.order.order.branding, accent_color: '#0b6e4f' },
  };
  // No other language's file is larger, compressed.
  const { page, violations } = await lab.openPage({ locale: 'ar-EG' });
  const bodies = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    if (!response.url().includes('/api/web/')) bodies.set(response.url(), response.body());
  });
  await page.goto(service.payUrl);
  await usableButton(page).waitFor();
  await page.locator('html[style*="--brand-light-accent"]').waitFor();
  const files = await Promise.all(
    [...bodies].map(async ([url, body]) => ({ url, bytes: gzipSync(await body, { level: 9 }).length })),
  );
  expect(files.length).toBeGreaterThanOrEqual(6);
  expect(files.filter(({ url }) => !url.startsWith(service.baseUrl))).toEqual([]);
  expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(45_000);
  expect(violations).toEqual([]);
  await page.context().close();
});

test('the card number can be typed soon on slow 4G, nothing blocks the page for long, and nothing moves', {
  timeout: 120_000,
}, async () => {
  const front = await CompressingServer.start(service.baseUrl);
  const address = service.payUrl.replace(service.baseUrl, front.baseUrl);
  // Four trips there and back, of 150 ms each, and 40 kB are 800 ms. The rest is for the machine that tests, which has much else
  // to do. So its processor is not slowed further, and the best of many loads counts. `npm run speed` measures a slow processor.
  const loads: FirstLoad[] = [];
  const best = (of: (load: FirstLoad) => number) => Math.min(...loads.map(of));
  const usableMs = () => best((load) => load.usableMs);
  const blockedMs = () => best((load) => load.blockedMs);
  while (loads.length < 20 && (usableMs() > mostUsableMs || blockedMs() > mostBlockedMs))
    loads.push(await measureFirstLoad(lab, address, { slowerBy: 1 }));
  await front.stop();
  expect(usableMs()).toBeLessThanOrEqual(mostUsableMs);
  expect(blockedMs()).toBeLessThanOrEqual(mostBlockedMs);
  expect(Math.max(...loads.map(({ shift }) => shift))).toBeLessThan(mostShift);
});
