import { orderStates } from '@kassa/contracts';
import { findBarriers } from '@kassa/local-browser/find-barriers';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { everyCombination } from '../../infra/test-run/src/every-combination.ts';
import { longTest } from '../../infra/test-run/src/long-test.ts';
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
 * of them, and a short one: each element is examined for milliseconds. `npm run combinations` examines them all.
 */
const kindsOfPages = ['/', '/guides/first-payment', '/api/events', '/errors', '/states'];
const furtherPages = ['/quick-start', '/api/', '/api/payments', '/events', '/sdk-node/'];
const pages = everyCombination ? [...kindsOfPages, ...furtherPages] : kindsOfPages;

/** The pages that `npm test` examines in the dark: they show most of the colours. `npm run combinations` examines each kind. */
const darkPages = everyCombination ? kindsOfPages : ['/guides/first-payment', '/api/events'];

async function openPlayground(payUrl: string): Promise<Page> {
  const page = await system.openPage({ viewport: { width: 1280, height: 1400 } });
  await page.goto(`${docs}/playground`);
  await page.getByLabel('Payment address').fill(payUrl);
  await page.getByRole('button', { name: 'Open' }).click();
  return page;
}

describe('the playground of the docs', () => {
  longTest(
    'pays with card fields in frames of their own, styled as chosen, and shows the code for them',
    async () => {
      const order = await system.createOrder();
      const page = await openPlayground(order.payUrl);
      await page.frameLocator('.stage iframe').getByLabel('Card number').waitFor();
      await page.getByLabel('Look').selectOption('dense');
      await page.getByLabel('Card fields').selectOption('separate');
      const [number, expiry, code] = [0, 1, 2].map((at) =>
        page.frameLocator(`.cells > div:nth-child(${at + 1}) iframe`),
      );
      await number?.getByLabel('Card number').fill('4242424242424242');
      await expiry?.getByLabel('Expiry date').fill('12/34');
      await code?.getByLabel('Security code').fill('123');
      const font = await number
        ?.getByLabel('Card number')
        .evaluate((input) => getComputedStyle(input).fontSize);
      expect(font).toBe('14px');
      expect(await page.locator('pre').textContent()).toContain('fields: { number: numberCell');
      await page.getByRole('button', { name: 'Pay', exact: true }).click();
      await page.getByText('result {"outcome":"paid"').waitFor();
      expect(await findBarriers(page)).toEqual([]);
      expect(system.violations.splice(0)).toEqual([]);
    },
  );

  test('shows every render type of the sandbox', async () => {
    const order = await system.createOrder();
    const page = await openPlayground(order.payUrl);
    const renderTypes = {
      card: 'OWN_FORM',
      card_element: 'PROCESSOR_ELEMENT',
      card_component: 'COMPONENT_SDK',
      sandbox_wallet: 'REDIRECT',
    };
    for (const [method, renderType] of Object.entries(renderTypes)) {
      await page.getByLabel('Method').selectOption(method);
      await page.getByText(`checkout.mount('${method}'`).waitFor();
      await expect.poll(() => page.locator('.render-type code').textContent()).toBe(renderType);
    }
    expect(system.violations.splice(0)).toEqual([]);
  });

  longTest('says that it needs a sandbox if none answers', async () => {
    const page = await openPlayground(
      'http://127.0.0.1:9/checkout/ord_5d41402abc4b2a76b9719d911017c592#session=x',
    );
    await page.getByText('needs a running sandbox').waitFor();
  });
});

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
