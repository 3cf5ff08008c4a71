import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { firstOf } from '../../../infra/test-run/src/every-combination.ts';
import type { FakeCheckoutService } from '../../../sdk-browser/test/fake-checkout/fake-checkout-service.ts';
import { languageCodes } from '../../src/i18n/languages.ts';
import { type CashierLab, desktop, phone } from './cashier-lab.ts';
import { expectAccessible } from './expect-accessible.ts';
import { keepPicture } from './keep-picture.ts';
import { useService } from './use-till.ts';

const till = useService();
let lab: CashierLab;
let service: FakeCheckoutService;

beforeEach(() => {
  ({ lab, service } = till);
});

const english = (page: Page) => page.getByText('This payment page hasn’t loaded.');
const german = (page: Page) => page.getByText('Diese Bezahlseite wurde nicht geladen.');
const usableButton = (page: Page) => page.locator('.actions > button[aria-disabled="false"]');

/** Stops the page's timers, so that what the page says at once differs from what it says after a time. */
async function stopTimers(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

test.each(
  firstOf([
    ['phone', phone, 'light'],
    ['desktop', desktop, 'dark'],
  ] as const),
)(
  'without JavaScript, the payment page says immediately, in all languages, what it is and what to do (fault 62): %s',
  async (name, viewport, colorScheme) => {
    const { page } = await lab.openPage({ javaScriptEnabled: false, viewport, colorScheme });
    await page.goto(service.payUrl);
    expect(await page.getByRole('heading', { name: 'Checkout' }).isVisible()).toBe(true);
    expect(await page.locator('.unloaded p').count()).toBe(languageCodes.length);
    for (const text of await page.locator('.unloaded p').all()) expect(await text.isVisible()).toBe(true);
    await keepPicture(page, `without-javascript, ${name}`);
    await page.context().close();
  },
);

test.each(
  firstOf([
    ['light', phone],
    ['dark', desktop],
  ] as const),
)(
  'if a script fails while another one runs, the page says so at once, in the consumer’s language, and a button loads it again (%s)',
  async (colorScheme, viewport) => {
    const { page } = await lab.openPage({ locale: 'de-DE', colorScheme, viewport });
    await stopTimers(page);
    await page.route('**/assets/start-*.js', (route) => route.abort());
    await page.goto(service.payUrl);
    await german(page).waitFor();
    await page.clock.resume();
    expect(await english(page).count()).toBe(0);
    await page.getByRole('heading', { name: 'Kasse' }).waitFor();
    await expectAccessible(page);
    await keepPicture(page, `unloaded, ${colorScheme}`);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
    await usableButton(page).waitFor();
    expect(await german(page).count()).toBe(0);
    await page.context().close();
  },
);

test.each([
  ['zh-CN', 'zh-Hans'],
  ['zh-TW', 'zh-Hant'],
  ['pt-BR', 'pt'],
  ['pt-PT', 'pt-PT'],
])('of the texts in similar languages, a browser in %s keeps the one in %s', async (locale, lang) => {
  const { page } = await lab.openPage({ locale });
  await page.route('**/assets/start-*.js', (route) => route.abort());
  await page.goto(service.payUrl);
  await page.locator('.unloaded.now p').waitFor();
  expect(await page.locator('.unloaded p').getAttribute('lang')).toBe(lang);
  await page.context().close();
});

test('if the texts of the language do not load, the page immediately says what to do', async () => {
  const { page } = await lab.openPage({ locale: 'de-DE' });
  await stopTimers(page);
  await page.route('**/assets/de-*.js', (route) => route.abort());
  await page.goto(service.payUrl);
  await german(page).waitFor();
  await page.context().close();
});

test.each(firstOf(['**/assets/*.css', '**/assets/apply-branding-*.js', '**/*.svg']))(
  'without %s the page opens',
  async (file) => {
    const branding = { logo_url: `${service.baseUrl}/logos/hillside.svg`, accent_color: '#0b6e4f' };
    service.order.order = { ...service.order.order, branding };
    const { page } = await lab.openPage();
    await page.route(file, (route) => route.abort());
    await page.goto(service.payUrl);
    await page.getByRole('radio', { name: 'Sandbox Wallet' }).check();
    await page.getByRole('button', { name: 'Continue with Sandbox Wallet' }).click();
    await page.waitForURL(/processor/);
    await page.context().close();
  },
);

test('if the page cannot draw its panel, it says so at once and offers to load the page again (fault 62)', async () => {
  const { page } = await lab.openPage({ locale: 'de-DE' });
  await page.addInitScript(() => {
    const { cloneNode } = Node.prototype;
    Node.prototype.cloneNode = function clone(deep) {
      if (this instanceof Element && this.matches('.pay')) throw new Error('The panel cannot be drawn.');
      return cloneNode.call(this, deep);
    };
  });
  await page.goto(service.payUrl);
  await german(page).waitFor();
  const { y = Infinity, height = 0 } =
    (await page.getByRole('button', { name: 'Noch einmal versuchen' }).boundingBox()) ?? {};
  expect(y + height).toBeLessThan(phone.height);
  await page.context().close();
});

/** Whether the browser has painted anything but a blank page. */
const hasPainted = (page: Page) =>
  page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length > 0);

test('if a style sheet hangs, the payment page opens without it and applies it once it has loaded (fault 62)', async () => {
  const { page, violations } = await lab.openPage();
  let come: () => void = () => undefined;
  const hanging = new Promise<void>((resolve) => {
    come = resolve;
  });
  await page.route('**/assets/*.css', (route) => hanging.then(() => route.continue()));
  await page.goto(service.payUrl, { waitUntil: 'commit' });
  await expect.poll(() => hasPainted(page)).toBe(true);
  await usableButton(page).waitFor();
  expect(await english(page).count()).toBe(0);
  const isStyled = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent') !== '');
  expect(await isStyled()).toBe(false);
  come();
  await expect.poll(isStyled).toBe(true);
  expect(violations).toEqual([]);
  await page.context().close();
});

test('if a style sheet and the script of the payment page hang, the page still tells the consumer what to do (fault 62)', async () => {
  const { page } = await lab.openPage();
  await page.route('**/assets/*.css', () => undefined);
  await page.route('**/assets/start-*.js', () => undefined);
  await page.goto(service.payUrl, { waitUntil: 'commit' });
  await expect.poll(() => hasPainted(page)).toBe(true);
  expect(await english(page).isVisible()).toBe(true);
  await page.context().close();
});

test('if everything loads, nobody sees the text, not even for a moment', async () => {
  const { page, violations } = await lab.openPage();
  await page.addInitScript(() => {
    const seen = { frames: 0, text: false };
    Object.assign(window, { seen });
    const look = () => {
      seen.frames += 1;
      const text = document.querySelector('.unloaded');
      if (text?.checkVisibility({ visibilityProperty: true })) seen.text = true;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.route('**/assets/start-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await page.goto(service.payUrl);
  await usableButton(page).waitFor();
  const seen = await page.evaluate(() => Reflect.get(window, 'seen') as { frames: number; text: boolean });
  expect(seen.frames).toBeGreaterThan(10);
  expect(seen.text).toBe(false);
  expect(await page.locator('.unloaded').count()).toBe(0);
  expect(violations).toEqual([]);
  await page.context().close();
});
