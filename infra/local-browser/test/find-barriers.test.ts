import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBarriers } from '../src/find-barriers.ts';
import { chromiumLaunchOptions, findOrInstallChromium } from '../src/index.ts';

let browser: Browser;
beforeAll(async () => {
  const { executablePath } = await findOrInstallChromium({ onProgress: console.log });
  browser = await chromium.launch({ executablePath, ...chromiumLaunchOptions() });
});
afterAll(() => browser?.close());

const whole = '<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1>IMAGE</main></html>';
const image = '<img src="data:,">';
const frameOf = (html: string) =>
  `<iframe title="A frame" srcdoc="${whole.replace('IMAGE', html).replaceAll('"', '&quot;')}"></iframe>`;

test.each([
  ['nothing on a page without any', whole.replace('IMAGE', ''), []],
  ['an image without a text', whole.replace('IMAGE', image), ['image-alt']],
  ['one in a frame', whole.replace('IMAGE', frameOf(image)), ['image-alt']],
])('finds %s', async (_what, html, found) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.setContent(html);
  const rules = ['wcag2a', 'wcag2aa'];
  expect((await findBarriers(page, { runOnly: rules })).map(({ id }) => id)).toEqual(found);
  await context.close();
});

test('finds one in a frame that answers only after seconds', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  // Hands each message on after two seconds.
  const slow = `<script>addEventListener('message', (event) => {
    if (!event.isTrusted) return;
    event.stopImmediatePropagation();
    const { data, origin, source, ports } = event;
    setTimeout(() => dispatchEvent(new MessageEvent('message', { data, origin, source, ports })), 2000);
  });</script>`;
  await page.setContent(whole.replace('IMAGE', frameOf(slow + image)));
  const found = await findBarriers(page, { runOnly: ['wcag2a', 'wcag2aa'] });
  expect(found.map(({ id }) => id)).toEqual(['image-alt']);
  await context.close();
});

test('finds one in a frame that the page replaces during the search', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const silent = `<script>addEventListener('message', (event) => {
    event.stopImmediatePropagation();
    parent.postMessage('replace', '*');
  });</script>`;
  await page.setContent(whole.replace('IMAGE', frameOf(silent)));
  await page.evaluate((html) => {
    addEventListener('message', ({ data }) => {
      const frame = document.querySelector('iframe');
      if (data === 'replace' && frame) frame.outerHTML = html;
    });
  }, frameOf(image));
  const found = await findBarriers(page, { runOnly: ['wcag2a', 'wcag2aa'] }, 3_000);
  expect(found.map(({ id }) => id)).toEqual(['image-alt']);
  await context.close();
});

test('fails if a frame never answers', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const silent = `<script>addEventListener('message', (event) => event.stopImmediatePropagation());</script>`;
  await page.setContent(whole.replace('IMAGE', frameOf(silent)));
  await expect(findBarriers(page, {}, 500)).rejects.toThrow('timed out');
  await context.close();
});
