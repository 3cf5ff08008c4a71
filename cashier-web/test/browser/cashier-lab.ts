import { chromiumLaunchOptions, findOrInstallChromium } from '@kassa/local-browser';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type FrameLocator,
  type Page,
} from 'playwright-core';
import { FakeCheckoutService } from '../../../sdk-browser/test/fake-checkout/fake-checkout-service.ts';
import { EmbeddingShop, type FrameAttributes } from './embedding-shop.ts';
import { type ServedFile, serveCashier } from './served-cashier.ts';

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1280, height: 800 };

/** A browser and the built cashier, for one test file. */
export class CashierLab {
  readonly #browser: Browser;
  readonly #files: ReadonlyMap<string, ServedFile>;
  readonly #shop: EmbeddingShop;

  private constructor(browser: Browser, files: ReadonlyMap<string, ServedFile>, shop: EmbeddingShop) {
    this.#browser = browser;
    this.#files = files;
    this.#shop = shop;
  }

  static async start(files: ReadonlyMap<string, ServedFile>): Promise<CashierLab> {
    const { executablePath } = await findOrInstallChromium({ onProgress: console.log });
    const [browser, shop] = await Promise.all([
      chromium.launch({ executablePath, ...chromiumLaunchOptions() }),
      EmbeddingShop.start(),
    ]);
    return new CashierLab(browser, files, shop);
  }

  async startService(): Promise<FakeCheckoutService> {
    const files = serveCashier(this.#files, () => `${service.payUrl}&returned=1`);
    const service: FakeCheckoutService = await FakeCheckoutService.start(files);
    return service;
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
    page.setDefaultTimeout(90_000);
    const violations: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy|violates the following/.test(message.text()))
        violations.push(message.text());
    });
    page.on('pageerror', (error) => violations.push(String(error)));
    return { page, violations };
  }

  /** The merchant may show the cashier in frames. */
  allowFrames(service: FakeCheckoutService): void {
    service.order.order = { ...service.order.order, allowed_origins: [this.#shop.origin] };
  }

  /** A page of the merchant's at another origin, with a frame, that writes down what it hears. */
  async openEmbedder(page: Page, frame: FrameAttributes): Promise<void> {
    await page.goto(this.#shop.pageWith(frame));
  }

  /** A page of the merchant's at another origin that shows the cashier with the SDK's embedCashier. */
  async openEmbedded(
    page: Page,
    service: FakeCheckoutService,
    { sandbox = '', payUrl = service.payUrl } = {},
  ): Promise<FrameLocator> {
    this.allowFrames(service);
    await page.goto(this.#shop.embeddedAt(payUrl, sandbox));
    return page.frameLocator('#cashier iframe');
  }

  async stop(): Promise<void> {
    await Promise.all([this.#browser.close(), this.#shop.stop()]);
  }
}

/** A picture of the whole page, in a window that it fits into: the pay button would stick to the edge of a lower one. */
export async function takePicture(page: Page, path: string): Promise<void> {
  const viewport = page.viewportSize() ?? phone;
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ ...viewport, height: Math.max(height, viewport.height) });
  await page.screenshot({ path, fullPage: true, animations: 'disabled' });
  await page.setViewportSize(viewport);
}

export async function fillCard(page: Page, number: string, expiry = '12/34', code = '123'): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill(expiry);
  await page.getByLabel('Security code').fill(code);
}
