import { chromiumLaunchOptions, findOrInstallChromium } from '@kassa/local-browser';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { ShopPage } from './shop-page.ts';
import { ShopSite } from './shop-site.ts';
import { startTestBench, type TestBench } from './test-bench.ts';

/** A processor, and a shop's site that shows its card form in a browser. */
export interface CardFormBench {
  readonly bench: TestBench;
  readonly site: ShopSite;
  readonly context: BrowserContext;
  readonly shop: ShopPage;
}

const complaints: string[] = [];

/**
 * Starts the processor, the shop's site and the browser for the tests of a file, and opens a new page for each test. A test
 * fails if the browser reports something that the test does not expect.
 *
 * @param take receives the parts before each test
 */
export function useCardFormBench(take: (parts: CardFormBench) => void): void {
  let bench: TestBench;
  let site: ShopSite;
  let browser: Browser;
  let context: BrowserContext;

  beforeAll(async () => {
    bench = await startTestBench();
    site = await ShopSite.start(bench.processor.baseUrl);
    const { executablePath } = await findOrInstallChromium({ onProgress: (line) => console.log(line) });
    browser = await chromium.launch({ executablePath, ...chromiumLaunchOptions() });
  });

  beforeEach(async () => {
    context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    // Record the browser's messages. They include violations of the content security policies of the shop and of the frame.
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    take({ bench, site, context, shop: new ShopPage(page, bench, site.url) });
  });

  afterEach(async () => {
    await context.close();
    expect(complaints.splice(0)).toEqual([]);
  });

  afterAll(async () => {
    await browser.close();
    await site.stop();
    await bench.stop();
  });
}

/** Checks that the browser has reported only refused calls. Its messages do not contain the secret. */
export function expectNotesOfRefusedCalls(status: number): void {
  const note = `Failed to load resource: the server responded with a status of ${status}`;
  for (const complaint of complaints.splice(0)) expect(complaint.startsWith(note)).toBe(true);
}
