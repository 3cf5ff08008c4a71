import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumLaunchOptions, findOrInstallChromium } from '@kassa/local-browser';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Frame,
  type FrameLocator,
  type Page,
} from 'playwright-core';
import { build } from 'tsdown';
import { expect } from 'vitest';
import type { Checkout, CheckoutPhase, Payment, PaymentResult } from '../../src/index.ts';
import { FakeCheckoutService } from '../fake-checkout/fake-checkout-service.ts';

declare global {
  interface Window {
    sdk: typeof import('../../src/index.ts');
    embedCashier: typeof import('../../src/embed.ts').embedCashier;
    checkout: Checkout;
    payment: Payment;
    results: PaymentResult[];
    phases: CheckoutPhase[];
    fakeLibrary: { calls: unknown[][] };
  }
}

const html = `<!doctype html><html lang="en"><title>Self-built</title><h1>Shop</h1><button id="pay">Pay</button>
<div id="form"></div><script type="module" src="/page.js"></script></html>`;

const script = `import * as sdk from '/sdk/index.mjs';
import { embedCashier } from '/sdk/embed.mjs';
Object.assign(window, { sdk, embedCashier, results: [], phases: [] });
const payUrl = new URLSearchParams(location.search).get('pay_url');
if (payUrl) {
  window.checkout = await sdk.createCheckout({ payUrl, returnUrl: location.href });
  checkout.on('result', (result) => results.push(result));
  checkout.on('change', ({ phase }) => phases.push(phase));
}
document.documentElement.dataset.ready = '';`;

/** The package's files. They are built once for all test files of a worker. */
let filesOfThisRun: Promise<ReadonlyMap<string, Buffer>> | undefined;

async function buildPackage(): Promise<ReadonlyMap<string, Buffer>> {
  const outDir = await mkdtemp(join(tmpdir(), 'kassa-sdk-browser-'));
  await build({ cwd: join(import.meta.dirname, '../..'), outDir, dts: false, logLevel: 'error' });
  const files = new Map<string, Buffer>();
  for (const name of await readdir(outDir)) files.set(name, await readFile(join(outDir, name)));
  await rm(outDir, { recursive: true });
  return files;
}

/** A merchant's own page at an origin of its own, with the package as it is published and a strict content security policy. */
export class Shop {
  readonly origin: string;
  readonly browser: Browser;
  /** Origins that the page's content security policy allows in addition to its own. */
  permitted: readonly string[] = [];
  /** What the content security policy allows in addition, by directive. */
  directives: Readonly<Record<string, string>> = {};
  /** Additional files and pages of a test, by path. */
  readonly own = new Map<string, { readonly type: string; readonly body: string }>();
  readonly #files: ReadonlyMap<string, Buffer>;
  readonly #server: Server;

  private constructor(server: Server, browser: Browser, files: ReadonlyMap<string, Buffer>) {
    this.#server = server;
    this.browser = browser;
    this.#files = files;
    this.origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    server.on('request', ({ url = '/' }, response) => {
      const { pathname, searchParams } = new URL(url, this.origin);
      if (pathname === '/blog') {
        response.setHeader('Content-Type', 'text/html');
        response.end(`<!doctype html><title>Blog</title><iframe ${searchParams.get('frame')}></iframe>`);
        return;
      }
      const own = this.own.get(pathname);
      if (own) {
        response.setHeader('Content-Type', own.type).setHeader('Content-Security-Policy', this.#policy());
        response.end(own.body);
        return;
      }
      const file = this.#files.get(pathname.replace('/sdk/', ''));
      const isScript = file !== undefined || pathname === '/page.js';
      response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
      response.setHeader('Content-Security-Policy', this.#policy());
      response.end(file ?? (isScript ? script : html));
    });
  }

  static async open(): Promise<Shop> {
    const { executablePath } = await findOrInstallChromium({ onProgress: console.log });
    filesOfThisRun ??= buildPackage();
    const files = await filesOfThisRun;
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Shop(server, await chromium.launch({ executablePath, ...chromiumLaunchOptions() }), files);
  }

  /** Returns the address of a page of another site, which has a frame with these attributes. */
  blogAddress(frame: string): string {
    const { port } = new URL(this.origin);
    return `http://127.0.0.1:${port}/blog?frame=${encodeURIComponent(frame)}`;
  }

  async close(): Promise<void> {
    await this.browser.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  file(name: string): Buffer {
    const file = this.#files.get(name);
    if (!file) throw new Error(`The build has no ${name}.`);
    return file;
  }

  #policy(): string {
    const fetched = ['script-src', 'style-src', 'connect-src', 'frame-src', 'img-src'].map(
      (name) => `${name} 'self' ${this.permitted.join(' ')} ${this.directives[name] ?? ''}`,
    );
    return ["default-src 'none'", "base-uri 'none'", ...fetched].join('; ');
  }
}

/** A visit to the shop's page with one order of the fake gateway. */
export class ShopVisit {
  readonly service: FakeCheckoutService;
  readonly page: Page;
  /** Violations of the page's content security policy, and unhandled errors. */
  readonly violations: string[] = [];
  readonly #shop: Shop;

  private constructor(shop: Shop, service: FakeCheckoutService, page: Page) {
    this.#shop = shop;
    this.service = service;
    this.page = page;
    page.setDefaultTimeout(90_000);
    page.on('pageerror', (error) => this.violations.push(String(error)));
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) this.violations.push(message.text());
    });
  }

  static async begin(shop: Shop, options: BrowserContextOptions = {}): Promise<ShopVisit> {
    const service = await FakeCheckoutService.start();
    shop.permitted = [service.baseUrl, service.processor.origin];
    shop.directives = {};
    const context = await shop.browser.newContext(options);
    return new ShopVisit(shop, service, await context.newPage());
  }

  get address(): string {
    return `${this.#shop.origin}/?pay_url=${encodeURIComponent(this.service.payUrl)}`;
  }

  async open(): Promise<void> {
    await this.page.goto(this.address);
    await this.page.waitForSelector('html[data-ready]');
  }

  /** The shop may show the gateway's card fields, which are in a frame. */
  allowCardFields(...origins: readonly string[]): void {
    const allowed = origins.length > 0 ? origins : [this.#shop.origin];
    this.service.order.order = { ...this.service.order.order, allowed_origins: [...allowed] };
    this.service.cardFrame = this.#shop.file('card-frame.mjs');
  }

  /** The document with the card fields. */
  get fields(): FrameLocator {
    return this.page.frameLocator('.kassa-payment iframe');
  }

  /**
   * Mounts a method; by default, a card in the page's own form. Afterwards, `window.payment` is the mounted method, and the
   * page's button pays. Pass `ownForm: false` for the gateway's card fields.
   */
  async mount(methodCode: string, options: object = {}): Promise<void> {
    await this.page.evaluate(
      async ([code, given]) => {
        window.payment = await window.checkout.mount(
          code,
          document.querySelector('#form') ?? document.body,
          given,
        );
        const button = document.querySelector<HTMLButtonElement>('#pay');
        if (button) button.onclick = () => void window.payment.submit().catch(() => undefined);
      },
      [methodCode, { ownForm: true, ...options }] as const,
    );
  }

  /** Mounts a method that cannot be mounted. Returns the parts of the error that can leave the browser. */
  mountError(methodCode: string, options: object = {}) {
    return this.page.evaluate(
      ([code, given]) =>
        window.checkout.mount(code, document.querySelector('#form') ?? document.body, given).then(
          () => null,
          ({ kind, name, code, message, retryable }) => ({ kind, name, code, message, retryable }),
        ),
      [methodCode, options] as const,
    );
  }

  /** Submits the payment. Returns the outcome or the error. */
  submit(): Promise<{ status?: string; url?: string; kind?: string; name?: string; code?: string }> {
    return this.page.evaluate(() =>
      window.payment
        .submit()
        .catch(({ kind, name, code }: { kind: string; name: string; code?: string }) => ({
          kind,
          name,
          ...(code !== undefined && { code }),
        })),
    );
  }

  /** Fills in the SDK's own card form. */
  async fillCard(number: string, page: Page | Frame | FrameLocator = this.page): Promise<void> {
    await page.getByLabel('Card number').fill(number);
    await page.getByLabel('Expiry date').fill('12/34');
    await page.getByLabel('Security code').fill('123');
  }

  /** Enters a card into the only field of the stand-in library's form, and submits it. */
  async paysWithForm(): Promise<void> {
    await this.page.getByLabel('Card number').fill('4242424242424242');
    await this.submit();
    expect(await this.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
  }

  results(): Promise<PaymentResult[]> {
    return this.page.evaluate(() => window.results);
  }

  async resultsCome(count: number): Promise<PaymentResult[]> {
    await this.page.waitForFunction((wanted) => window.results.length >= wanted, count);
    return this.results();
  }

  async phaseBecomes(phase: CheckoutPhase): Promise<void> {
    await this.page.waitForFunction((wanted) => window.checkout.snapshot.phase === wanted, phase);
  }

  /** Decides on the processor's page and returns to this page. */
  async decideAtProcessor(decision: 'approve' | 'refuse'): Promise<void> {
    await this.page.waitForURL(/\/processor\//);
    await this.page.getByRole('link', { name: decision }).click();
    await this.page.waitForURL(this.address);
    await this.page.waitForSelector('html[data-ready]');
  }

  /** Makes the browser's storage unavailable, as in a private window or in a frame on another site. */
  async forbidStorage(): Promise<void> {
    await this.page.addInitScript(() => {
      for (const name of ['sessionStorage', 'localStorage']) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('Storage is switched off.', 'SecurityError');
          },
        });
      }
    });
  }

  async end(): Promise<void> {
    await this.page.context().close();
    await this.service.stop();
  }
}
