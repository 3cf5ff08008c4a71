import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { chromiumLaunchOptions, findOrInstallChromium } from '@kassa/local-browser';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { FakeCheckoutService } from '../../../sdk-browser/test/fake-checkout/fake-checkout-service.ts';
import { buildCashier, type ServedFile, serveCashier } from './built-cashier.ts';

const screenshots = join(import.meta.dirname, '../../.kassa/screenshots');

/** Only the browser knows this address; what lies there is made up for it. */
const embedder = 'http://shop.localhost:8099';

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

  /** The merchant may show the cashier in frames: the fake's own policy forbids them. */
  async allowFrames(page: Page, service: FakeCheckoutService): Promise<void> {
    await page.context().route(`${service.baseUrl}/checkout/**`, async (route) => {
      const response = await route.fetch({ maxRedirects: 0 });
      const headers = { ...response.headers() };
      headers['content-security-policy'] = (headers['content-security-policy'] ?? '').replace(
        "frame-ancestors 'none'",
        `frame-src 'self'; frame-ancestors 'self' ${embedder}`,
      );
      await route.fulfill({ response, headers });
    });
  }

  /** A page of the merchant's at another origin, with a frame, that writes down what it hears. */
  async openEmbedder(page: Page, frame: { readonly [attribute: string]: string }): Promise<void> {
    const attributes = Object.entries(frame).map(([name, value]) => `${name}="${value}"`);
    const body = `<!doctype html><html lang="en"><title>The shop</title><main aria-label="Shop"><h1>The shop</h1>
      <ol id="heard"></ol>
      <iframe title="Checkout" width="360" height="600" ${attributes.join(' ')}></iframe></main>
      <script>addEventListener('message', ({ data, origin }) => {
        const row = document.createElement('li');
        row.textContent = JSON.stringify(data) + ' from ' + origin;
        document.querySelector('#heard').append(row);
      })</script>`;
    await page
      .context()
      .route(`${embedder}/**`, (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.goto(`${embedder}/cart`);
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
