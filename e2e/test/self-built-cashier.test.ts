import { readFileSync } from 'node:fs';
import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { everyCombination } from '../../infra/test-run/src/every-combination.ts';
import { cards } from './fixtures/buyer.ts';
import { phone, WholeSystem } from './fixtures/whole-system.ts';

/** Tests of the demo shop's own cashier, the example from which a merchant's developer starts. */

let system: WholeSystem;
let page: Page;
let number: string;

beforeAll(async () => {
  system = await WholeSystem.start();
});
afterAll(() => system?.stop());
beforeEach(async () => {
  page = await system.openPage({ viewport: phone });
  const order = await system.buy('own');
  number = order.number;
  await page.goto(order.address);
});
afterEach(async (context) => {
  await system.leavePages(context);
  expect(system.violations.splice(0)).toEqual([]);
});

async function pays(code: string, card: string): Promise<void> {
  const form = await choose(code);
  await enter(form, card);
  await payButton().click();
}

async function choose(code: string): Promise<FrameLocator> {
  await page.locator(`input[value=${code}]`).check();
  await payButton().and(page.locator(':enabled')).waitFor();
  return page.frameLocator('#form iframe');
}

async function enter(form: FrameLocator, card: string): Promise<void> {
  await form.locator('input[autocomplete="cc-number"]').fill(card);
  await form.locator('input[autocomplete="cc-exp"]').fill('12/34');
  await form.locator('input[autocomplete="cc-csc"]').fill('123');
}

const payButton = () => page.getByRole('button', { name: /^Pay / });
const backInTheShop = () => page.waitForURL((url) => url.href.includes(`/thank-you?order=${number}`));

async function untilState(state: string): Promise<void> {
  await vi.waitFor(async () => expect((await system.kassa.payments.retrieve(number)).state).toBe(state), {
    timeout: 90_000,
    interval: 100,
  });
}

const everyCard = ['card', 'card_element', 'card_component'];

describe('a cashier of at most 100 lines', () => {
  test.each(everyCombination ? everyCard : ['card_component'])(
    '%s accepts another card after a decline',
    async (code) => {
      await pays(code, cards.declined);
      await page.getByText('The payment did not go through. Try again.').waitFor();
      await untilState('PAY_FAIL');
      await pays(code, cards.succeeds);
      await backInTheShop();
      await untilState('PAY_SUCCESS');
    },
  );

  test.each(everyCombination ? everyCard : ['card'])(
    '%s shows 3-D Secure without leaving the page',
    async (code) => {
      await pays(code, cards.asksForThreeDSecure);
      const bank = page.frameLocator('iframe[name="kassa-challenge"], dialog iframe, [role=dialog] iframe');
      await bank.getByRole('button', { name: 'Approve' }).click();
      await backInTheShop();
    },
  );
});

test('a wallet’s page leads back to the shop’s own cashier, which continues', async () => {
  await choose('sandbox_wallet');
  await payButton().click();
  await page.waitForURL(/\/pay\//);
  await page.getByRole('button', { name: 'Refuse' }).click();
  await page.waitForURL((url) => url.pathname === '/own-cashier');
  await pays('card', cards.succeeds);
  await backInTheShop();
});

test('a consumer who presses Back on a wallet’s page can continue there', async () => {
  await choose('sandbox_wallet');
  await payButton().click();
  await page.waitForURL(/\/pay\//);
  await page.goBack();
  await page.getByRole('link', { name: 'Go on with your payment' }).click();
  await page.waitForURL(/\/pay\//);
  await payButton().click();
  await backInTheShop();
});

test('it has at most 100 lines', () => {
  const folder = new URL('../../infra/demo/src/shop/self-built/', import.meta.url);
  const lines = ['cashier.html', 'cashier.js'].map(
    (file) => readFileSync(new URL(file, folder), 'utf8').trimEnd().split('\n').length,
  );
  expect(lines.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(100);
});
