import { findBarriers } from '@kassa/local-browser/find-barriers';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { longTest } from '../../infra/test-run/src/long-test.ts';
import { WholeSystem } from './fixtures/whole-system.ts';

let system: WholeSystem;

beforeAll(async () => {
  system = await WholeSystem.start();
});
afterAll(() => system?.stop());
afterEach((context) => system.leavePages(context));

async function openPlayground(payUrl: string): Promise<Page> {
  const page = await system.openPage({ viewport: { width: 1280, height: 1400 } });
  await page.goto(`${system.demo.facts.merchant_base_url}/docs/playground`);
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
      expect(system.violations).toEqual([]);
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
    expect(system.violations).toEqual([]);
  });

  longTest('says that it needs a sandbox if none answers', async () => {
    const page = await openPlayground(
      'http://127.0.0.1:9/checkout/ord_5d41402abc4b2a76b9719d911017c592#session=x',
    );
    await page.getByText('needs a running sandbox').waitFor();
  });
});
