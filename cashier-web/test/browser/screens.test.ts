import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FakeCheckoutService } from '../../../sdk-browser/test/fake-checkout/fake-checkout-service.ts';
import {
  CashierLab,
  desktop,
  expectAccessible,
  fillCard,
  phone,
  takeScreenshot,
} from './cashier-in-browser.ts';

let lab: CashierLab;

beforeAll(async () => {
  lab = await CashierLab.start();
});
afterAll(() => lab.stop());

const looks = [
  { look: 'phone', viewport: phone, colorScheme: 'light', locale: 'en-GB' },
  { look: 'desktop', viewport: desktop, colorScheme: 'light', locale: 'de-DE' },
  { look: 'phone-dark', viewport: phone, colorScheme: 'dark', locale: 'ar-EG' },
  { look: 'desktop-dark', viewport: desktop, colorScheme: 'dark', locale: 'en-US' },
] as const;

interface ScreenCase {
  readonly screen: string;
  /** Brings the service where the screen needs it, before the page is opened. */
  readonly prepare?: (service: FakeCheckoutService) => void;
  readonly reach: (page: Page, service: FakeCheckoutService) => Promise<void>;
}

const number = (page: Page) => page.locator('.kassa-number input');
const payButton = (page: Page) => page.locator('.pay button[aria-disabled="false"]');
const title = (page: Page) => page.locator('.title');

async function payWith(page: Page, card: string): Promise<void> {
  await number(page).fill(card);
  await page.locator('.kassa-expiry input').fill('12/34');
  await page.locator('.kassa-security-code input').fill('123');
  await payButton(page).click();
}

const cases: readonly ScreenCase[] = [
  { screen: 'choosing', reach: (page) => payButton(page).waitFor() },
  {
    screen: 'wallet',
    reach: async (page) => {
      await page.getByRole('radio').nth(1).check();
      await payButton(page).waitFor();
    },
  },
  {
    screen: 'card-mistakes',
    reach: async (page) => {
      await number(page).fill('4242424242424241');
      await page.locator('.kassa-expiry input').fill('01/20');
      await payButton(page).click();
      await page.locator('.kassa-error:not(:empty)').nth(2).waitFor();
    },
  },
  {
    screen: 'processing',
    reach: async (page) => {
      await payWith(page, '4000000000000119');
      await title(page).waitFor();
    },
  },
  {
    screen: 'unfinished-elsewhere',
    reach: async (page, service) => {
      await page.getByRole('radio').nth(1).check();
      await payButton(page).click();
      await page.waitForURL(/processor/);
      await page.goto(service.payUrl);
      await page.locator('.offered button').waitFor();
    },
  },
  {
    screen: 'failed',
    reach: async (page) => {
      await payWith(page, '4000000000009995');
      await page.getByRole('alert').waitFor();
    },
  },
  {
    screen: 'paid',
    reach: async (page) => {
      await payWith(page, '4242424242424242');
      await page.locator('.way-back button').nth(1).click();
    },
  },
  {
    screen: 'already-paid',
    prepare: (service) => service.order.move('PAY_SUCCESS'),
    reach: (page) => page.locator('.way-back button').waitFor(),
  },
  {
    screen: 'expired',
    prepare: (service) => service.order.move('CLOSE'),
    reach: (page) => title(page).waitFor(),
  },
  {
    screen: 'link-invalid',
    prepare: (service) => service.failNext('/order', 'SESSION_INVALID'),
    reach: (page) => title(page).waitFor(),
  },
  {
    screen: 'unreachable',
    prepare: (service) =>
      service.failNext('/order', 'drop', 'drop', 'drop', 'drop', 'drop', 'drop', 'drop', 'drop'),
    reach: (page) => page.locator('.retry button').waitFor(),
  },
];

describe.each(looks)('on a $look in $locale', ({ look, viewport, colorScheme, locale }) => {
  test.concurrent.each(cases)(
    '$screen is accessible and keeps the content security policy',
    async (screenCase) => {
      const service = await lab.startService();
      const { page, violations } = await lab.openPage({ viewport, colorScheme, locale });
      screenCase.prepare?.(service);
      await page.goto(service.payUrl);
      await screenCase.reach(page, service);
      await takeScreenshot(page, `${screenCase.screen}-${look}`);
      await expectAccessible(page);
      expect(violations).toEqual([]);
      await page.context().close();
      await service.stop();
    },
  );
});

test('the form of a method is labelled for people and for autofill', async () => {
  const service = await lab.startService();
  const { page } = await lab.openPage();
  await page.goto(service.payUrl);
  await fillCard(page, '4242424242424242');
  for (const [label, autocomplete] of [
    ['Card number', 'cc-number'],
    ['Expiry date', 'cc-exp'],
    ['Security code', 'cc-csc'],
  ] as const) {
    const input = page.getByLabel(label);
    expect(await input.getAttribute('autocomplete')).toBe(autocomplete);
    expect(await input.getAttribute('inputmode')).toBe('numeric');
    expect(await input.getAttribute('name')).toBeNull();
  }
  await page.context().close();
  await service.stop();
});
