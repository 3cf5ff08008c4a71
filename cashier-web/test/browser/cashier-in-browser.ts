import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { chromiumLaunchOptions, findOrInstallChromium } from '@kassa/local-browser';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { FakeCheckoutService } from '../../../sdk-browser/test/fake-checkout/fake-checkout-service.ts';
import { buildCashier, type ServedFile, serveCashier } from './built-cashier.ts';

const screenshots = join(import.meta.dirname, '../../.kassa/screenshots');

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1280, height: 800 };

/** A browser and the built cashier, for one test file. */
export class CashierLab {
  readonly #browser: Browser;
  readonly #files: ReadonlyMap<string, ServedFile>;

  private constructor(browser: Browser, files: ReadonlyMap<string, ServedFile>) {
    this.#browser = browser;
    this.#files = files;
  }

  static async start(): Promise<CashierLab> {
    const { executablePath } = await findOrInstallChromium({ onProgress: console.log });
    const [browser, files] = await Promise.all([
      chromium.launch({ executablePath, ...chromiumLaunchOptions() }),
      buildCashier(),
    ]);
    return new CashierLab(browser, files);
  }

  startService(): Promise<FakeCheckoutService> {
    return FakeCheckoutService.start(serveCashier(this.#files));
  }

  /** A page of its own context; what its content security policy refused ends up in `violations`. */
  async openPage(options: BrowserContextOptions = {}): Promise<{ page: Page; violations: string[] }> {
    const context = await this.#browser.newContext({
      viewport: phone,
      locale: 'en-GB',
      reducedMotion: 'reduce',
      ...options,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    const violations: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy|violates the following/.test(message.text()))
        violations.push(message.text());
    });
    page.on('pageerror', (error) => violations.push(String(error)));
    return { page, violations };
  }

  stop(): Promise<void> {
    return this.#browser.close();
  }
}

export async function fillCard(page: Page, number: string, expiry = '12/34', code = '123'): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill(expiry);
  await page.getByLabel('Security code').fill(code);
}

export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

/** Kept for people to look at; nothing compares them. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true });
}
