import type { CDPSession, Page } from 'playwright-core';
import type { CashierLab } from './cashier-lab.ts';

/** What a consumer on a phone experiences while the page loads for the first time. */
export interface FirstLoad {
  /** From the first byte asked for until the card number can be typed. */
  readonly usableMs: number;
  /** How long tasks kept the page from answering: of each task, what exceeds 50 ms (Total Blocking Time). */
  readonly blockedMs: number;
  /** How much moved by itself (Cumulative Layout Shift). */
  readonly shift: number;
}

/** The goals for a phone on a slow 4G line with a processor that is four times slower than this machine's. */
export const mostUsableMs = 1_000;
export const mostBlockedMs = 120;
export const mostShift = 0.01;

/** What the line does on its way to the page and back. */
export const slow4G = { latencyMs: 150, bytesPerMs: 200 };

/** Opens the page in a new context, so with an empty cache, as a phone on a slow 4G line does. */
export async function measureFirstLoad(
  lab: CashierLab,
  address: string,
  { slowerBy = 4 } = {},
): Promise<FirstLoad> {
  const { page, devTools } = await openOnLine(lab, slow4G.latencyMs, slow4G.bytesPerMs * 1000);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowerBy });
  const load = await loadUntilUsable(page, devTools, address);
  await page.context().close();
  return load;
}

/** What the first load asks of the line, whatever the line and the machine are. */
export interface CountedLoad {
  /** How many trips there and back follow one another until the card number can be typed. */
  readonly trips: number;
  /** How many bytes have come by then, compressed and with their headers. */
  readonly bytes: number;
  readonly shift: number;
}

const longTripMs = 3_000;

/** Counts on a line whose trips take seconds, so that the time that the machine takes does not add a trip. */
export async function countFirstLoad(lab: CashierLab, address: string): Promise<CountedLoad> {
  const { page, devTools } = await openOnLine(lab, longTripMs, -1);
  let bytes = 0;
  devTools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  const { usableMs, shift } = await loadUntilUsable(page, devTools, address);
  await page.context().close();
  return { trips: Math.floor(usableMs / longTripMs), bytes, shift };
}

/** A page of a phone, with an empty cache, on a line with these properties; -1 stands for no limit. */
async function openOnLine(
  lab: CashierLab,
  latencyMs: number,
  bytesPerSecond: number,
): Promise<{ page: Page; devTools: CDPSession }> {
  const { page } = await lab.openPage({ isMobile: true, hasTouch: true });
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond / 2,
  });
  return { page, devTools };
}

const usable = 'The card number can be typed.';

/**
 * Opens the page and types. Playwright's locators would put a large script into the page meanwhile, which keeps a slow processor
 * busy for up to a tenth of a second. So the page itself tells when it is usable, and the rest uses the browser's protocol.
 */
async function loadUntilUsable(page: Page, devTools: CDPSession, address: string): Promise<FirstLoad> {
  await observe(page);
  const told = page.waitForEvent('console', (message) => message.text() === usable);
  await page.goto(address, { waitUntil: 'commit' });
  await told;
  await evaluate(devTools, `document.querySelector('.kassa-number input').focus()`);
  await page.keyboard.type('42');
  const [typed, load] = await evaluate<[string, FirstLoad]>(
    devTools,
    `new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))
      .then(() => [document.querySelector('.kassa-number input').value, firstLoad])`,
  );
  if (typed !== '42') throw new Error(`The field contains “${typed}”.`);
  return load;
}

async function evaluate<Result>(devTools: CDPSession, expression: string): Promise<Result> {
  const options = { expression, awaitPromise: true, returnByValue: true };
  const { result, exceptionDetails } = await devTools.send('Runtime.evaluate', options);
  if (exceptionDetails) throw new Error(exceptionDetails.text);
  return result.value;
}

/** Lets the page write down its first load. */
async function observe(page: Page): Promise<void> {
  await page.addInitScript((usable) => {
    const load = { usableMs: 0, blockedMs: 0, shift: 0 };
    Object.assign(window, { firstLoad: load });
    new MutationObserver((_, observer) => {
      if (!document.querySelector('.kassa-number input')) return;
      observer.disconnect();
      load.usableMs = performance.now();
      console.debug(usable);
    }).observe(document, { childList: true, subtree: true });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) load.blockedMs += Math.max(0, duration - 50);
    }).observe({ type: 'longtask', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // What moves at once because it was asked for does not count.
        if (!Reflect.get(entry, 'hadRecentInput')) load.shift += Reflect.get(entry, 'value');
      }
    }).observe({ type: 'layout-shift', buffered: true });
  }, usable);
}
