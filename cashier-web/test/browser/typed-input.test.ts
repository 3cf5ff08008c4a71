import type { Page } from 'playwright-core';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { FakeCheckoutService } from '../../../sdk-browser/test/fake-checkout/fake-checkout-service.ts';
import { fillCard } from './cashier-lab.ts';
import { expectAccessible } from './expect-accessible.ts';
import { useTill } from './use-till.ts';

const till = useTill();
let service: FakeCheckoutService;
let page: Page;

beforeEach(async () => {
  ({ service, page } = till);
  await page.goto(service.payUrl);
});

const method = (code: string) => page.locator(`input[value="${code}"]`);
const typed = () =>
  page
    .locator('.kassa-field input')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
const everything = ['4242 4242 4242 4242', '12/34', '123'];

test('the input is kept while the consumer looks at another method, and then pays', async () => {
  await fillCard(page, '4242424242424242');
  await method('sandbox_wallet').check();
  await page.getByRole('button', { name: 'Continue with Sandbox Wallet' }).waitFor();
  expect(await typed()).toEqual([]);
  await method('card').check();
  const pay = page.locator('.actions > button[aria-disabled="false"]', { hasText: 'Pay €' });
  await pay.waitFor();
  expect(await typed()).toEqual(everything);
  await pay.click();
  await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
  expect(service.order.submits[0]?.card?.number).toBe('4242424242424242');
});

test('the input stays when the language changes, and its mistakes are shown in the new language', async () => {
  await fillCard(page, '4242424242424241');
  await page.getByRole('button', { name: /^Pay €/ }).click();
  await page.getByText('Your card number is invalid').waitFor();
  await page.getByLabel('Language').selectOption('de');
  await page.getByText('Die Kartennummer ist ungültig.').waitFor();
  expect(await typed()).toEqual(['4242 4242 4242 4241', '12/34', '123']);
  await page.getByLabel('Sprache').selectOption('ar');
  await page.getByRole('button', { name: /^ادفع/ }).waitFor();
  expect(await typed()).toEqual(['4242 4242 4242 4241', '12/34', '123']);
});

test('the consumer chooses between a card’s two networks in the field, which highlights the chosen one, in every language', async () => {
  // The page of `beforeEach` may have opened an attempt already, with other brands. So use another order.
  const brands = ['visa', 'mastercard', 'cartes_bancaires'];
  const service = await till.lab.startService();
  onTestFinished(() => service.stop());
  service.order.cardBrands = brands;
  service.methods = service.methods.map((one) =>
    one.code === 'card' ? { ...one, supported_card_brands: brands } : one,
  );
  await page.goto(service.payUrl);
  await fillCard(page, '4000002500001001');
  await page.getByLabel('Visa / CB').selectOption('CB');
  const lit = page.locator('svg[data-brand]:not(.dim)');
  expect(await lit.evaluateAll((marks) => marks.map((mark) => mark.getAttribute('data-brand')))).toEqual([
    'cartes_bancaires',
  ]);
  const boxes = await page.locator('.kassa-number').locator('input, select').all();
  const [field, choice] = await Promise.all(boxes.map((box) => box.boundingBox()));
  expect(choice?.y).toBeGreaterThan(field?.y ?? Number.NaN);
  expect((choice?.y ?? 0) + (choice?.height ?? 0)).toBeLessThan((field?.y ?? 0) + (field?.height ?? 0));
  await expectAccessible(page);
  await page.getByLabel('Language').selectOption('de');
  expect(await page.getByLabel('Visa / CB').inputValue()).toBe('cartes_bancaires');
  await page.getByRole('button', { name: /zahlen/ }).click();
  await expect.poll(() => service.order.submits[0]?.card?.network).toBe('cartes_bancaires');
});

test('the input is in no storage, and is gone after a reload', async () => {
  await fillCard(page, '4242424242424242');
  await method('sandbox_wallet').check();
  await page.getByLabel('Language').selectOption('de');
  await page.getByRole('button', { name: 'Weiter mit Sandbox Wallet' }).waitFor();
  const stored = await page.evaluate(async () =>
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      history.state,
      location.href,
      await indexedDB.databases(),
      document.documentElement.outerHTML,
    ]),
  );
  expect(stored).toContain('kassa.session');
  expect(stored.replaceAll(/\D/g, '')).not.toContain('4242424242424242');
  expect(stored).not.toContain('12/34');
  await page.reload();
  await method('card').check();
  await page.locator('.kassa-number input').waitFor();
  expect(await typed()).toEqual(['', '', '']);
});

test('the input is gone once the consumer has left for the wallet’s page', async () => {
  await fillCard(page, '4242424242424242');
  await method('sandbox_wallet').check();
  await page.getByRole('button', { name: 'Continue with Sandbox Wallet' }).click();
  await page.getByRole('link', { name: 'refuse' }).click();
  await page.getByRole('alert').waitFor();
  await method('card').check();
  await page.locator('.kassa-number input').waitFor();
  expect(await typed()).toEqual(['', '', '']);
});
