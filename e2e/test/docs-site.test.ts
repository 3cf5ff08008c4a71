import { orderStates } from '@kassa/contracts';
import { findBarriers } from '@kassa/local-browser/find-barriers';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { everyCombination } from '../../infra/test-run/src/every-combination.ts';
import { phone, WholeSystem } from './fixtures/whole-system.ts';

let system: WholeSystem;
let docs = '';
/** The faults of the present page, such as forbidden requests and errors. */
let faults: string[] = [];

beforeAll(async () => {
  system = await WholeSystem.start();
  docs = `${system.demo.facts.merchant_base_url}/docs`;
});
afterAll(() => system?.stop());
afterEach((context) => system.leavePages(context));

const desktop = { width: 1280, height: 900 };

/** Opens a page and records its faults: requests that leave the gateway, violations of the security policy, and errors. */
async function watchedPage(options: Parameters<WholeSystem['openPage']>[0]): Promise<Page> {
  const page = await system.openPage(options);
  faults = [];
  const { origin } = new URL(docs);
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && url.protocol !== 'data:') faults.push(`asked ${url}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  return page;
}

const contrast = 'color-contrast';
const rules = {
  all: {},
  'all but contrast': { rules: { [contrast]: { enabled: false } } },
  contrast: { runOnly: { type: 'rule' as const, values: [contrast] } },
};

/** Returns the violations of the chosen accessibility rules. */
async function violationsOf(page: Page, chosen: keyof typeof rules): Promise<string[]> {
  const violations = await findBarriers(page, rules[chosen]);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/**
 * One page of each kind. All pages of a kind are built by the same templates and use the same colours, so `npm test` examines one
 * of them. `npm run combinations` examines them all.
 */
const kindsOfPages = ['/', '/guides/first-payment', '/api/payments', '/errors', '/states'];
const furtherPages = ['/quick-start', '/api/', '/events', '/sdk-node/'];
const pages = everyCombination ? [...kindsOfPages, ...furtherPages] : kindsOfPages;

/** The pages that `npm test` examines in the dark: they show most of the colours. `npm run combinations` examines each kind. */
const darkPages = everyCombination ? kindsOfPages : ['/guides/first-payment', '/api/payments'];

describe.each([
  { colorScheme: 'light', looked: pages, ofKind: 'all', ofOther: 'all but contrast' },
  { colorScheme: 'dark', looked: darkPages, ofKind: 'contrast', ofOther: 'contrast' },
] as const)('the docs in $colorScheme', ({ colorScheme, looked, ofKind, ofOther }) => {
  test('are accessible, fit on a phone, and load nothing from other origins', async () => {
    const page = await watchedPage({ colorScheme });
    const violations: unknown[] = [];
    for (const path of looked) {
      await page.setViewportSize(desktop);
      const answer = await page.goto(docs + path);
      expect([path, answer?.status()]).toEqual([path, 200]);
      const isOfOwnKind = kindsOfPages.includes(path);
      const found = await violationsOf(page, isOfOwnKind ? ofKind : ofOther);
      violations.push(...found.map((violation) => `${path} ${violation}`));
      await page.setViewportSize(phone);
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect([path, beyond]).toEqual([path, 0]);
    }
    expect(violations).toEqual([]);
    expect(faults).toEqual([]);
  });
});

describe('the docs', () => {
  test('draw every state of an order by its name', async () => {
    const page = await watchedPage({ viewport: desktop });
    await page.goto(`${docs}/states`);
    const names = await page.locator('.state-diagram').first().locator('.state text').allTextContents();
    expect(names.toSorted()).toEqual([...orderStates].sort());
  });

  test('link from a guide to the repository’s pages about the subject', async () => {
    const page = await watchedPage({ viewport: desktop });
    await page.goto(`${docs}/guides/going-live`);
    await page.locator('main').getByRole('link', { name: 'the required events' }).click();
    await page.waitForURL('**/docs/gateway#environment-variables');
    // Wait for the heading, because the address changes before the page does.
    await page.getByRole('heading', { name: 'Environment variables' }).waitFor();
  });

  test('can be searched without leaving the page', async () => {
    const page = await watchedPage({ viewport: desktop });
    await page.goto(`${docs}/`);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill('DUPLICATE_TRANSACTION');
    await page.getByRole('option').filter({ hasText: 'DUPLICATE_TRANSACTION' }).first().click();
    await page.waitForURL('**/docs/errors#DUPLICATE_TRANSACTION');
    // Wait for the heading, because the address changes before the page does.
    await page.getByRole('heading', { name: /^DUPLICATE_TRANSACTION/ }).waitFor();
    expect(faults).toEqual([]);
  });

  test('do not run a script that was injected into a page', async () => {
    const page = await watchedPage({ viewport: desktop });
    await page.goto(`${docs}/errors`);
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'document.title = "taken"';
      document.head.append(script);
    });
    expect(await page.title()).not.toBe('taken');
    expect(faults.join()).toContain('Content Security Policy');
  });
});
