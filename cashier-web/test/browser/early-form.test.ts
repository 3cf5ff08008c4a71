import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { firstOf } from '../../../infra/test-run/src/every-combination.ts';
import type { FakeCheckoutService } from '../../../sdk-browser/test/fake-checkout/fake-checkout-service.ts';
import { fillCard } from './cashier-lab.ts';
import { useTill } from './use-till.ts';

/** Tests of the time in which the card form is already drawn, but the gateway has not yet opened the attempt. */

const till = useTill();
let service: FakeCheckoutService;
let page: Page;

beforeEach(() => {
  ({ service, page } = till);
  page.setDefaultTimeout(15_000);
});

const visa = '4242424242424242';
const everything = ['4242 4242 4242 4242', '12/34', '123'];
const typed = () =>
  page
    .locator('.kassa-field input')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
const pay = () => page.locator('.actions > button[aria-disabled="false"]', { hasText: 'Pay €' });
const processing = () => page.getByRole('button', { name: 'Processing…' });
const paid = () => page.getByRole('heading', { name: 'Payment successful' });
const pressEnter = () => page.getByLabel('Security code').press('Enter');

/** Opens the page, and holds back the call that opens the attempt until `release` is called. */
async function openWithHeldAttempt() {
  const asked = Promise.withResolvers<void>();
  const { promise, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/checkout/init', async (route) => {
    asked.resolve();
    await promise;
    await route.continue().catch(() => undefined);
  });
  await page.goto(service.payUrl);
  await asked.promise;
  return { release, answered: () => page.waitForResponse('**/checkout/init') };
}

test('input that was typed before the attempt was open stays, and pays', async () => {
  const { release, answered } = await openWithHeldAttempt();
  await fillCard(page, visa);
  await pay().waitFor();
  const answer = answered();
  release();
  await answer;
  expect(await typed()).toEqual(everything);
  await pay().click();
  await paid().waitFor();
  expect(service.order.submits).toHaveLength(1);
  expect(service.order.inits).toEqual(['card']);
});

test('a payment that is sent before the attempt is open waits for it, and is sent once', async () => {
  const { release } = await openWithHeldAttempt();
  await fillCard(page, visa);
  await pressEnter();
  await processing().waitFor();
  await pressEnter();
  await processing().dispatchEvent('click');
  expect(service.order.submits).toEqual([]);
  release();
  await paid().waitFor();
  expect(service.order.submits).toMatchObject([
    { card: { number: visa }, transactionId: expect.any(String) },
  ]);
  expect(service.order.attemptsLeft).toBe(9);
});

test('wrong input is reported before the attempt is open', async () => {
  await openWithHeldAttempt();
  await fillCard(page, '4242424242424241');
  await pay().click();
  await page.getByText('Your card number is invalid').waitFor();
  expect(service.order.submits).toEqual([]);
});

describe('if the attempt cannot be opened', () => {
  const startAgain = () => page.getByText('Return to the shop to start again.');

  test('because the gateway does not work, the page says so and keeps the input for the next try', async () => {
    const { release } = await openWithHeldAttempt();
    await fillCard(page, visa);
    service.failNext('/checkout/init', 'UNAVAILABLE', 'UNAVAILABLE', 'UNAVAILABLE', 'UNAVAILABLE');
    release();
    await page.getByRole('button', { name: 'Try again' }).click();
    await pay().waitFor();
    expect(await typed()).toEqual(everything);
    await pay().click();
    await paid().waitFor();
    expect(service.order.submits).toHaveLength(1);
  });

  test('because another page has paid, the page shows that, and nothing is sent', async () => {
    const { release } = await openWithHeldAttempt();
    await fillCard(page, visa);
    service.order.move('PAY_SUCCESS');
    release();
    await paid().waitFor();
    expect(service.order.submits).toEqual([]);
  });

  test.each(firstOf(['waits', 'has been sent']))(
    'because there were too many, only the way back remains while the form %s',
    async (form) => {
      const { release } = await openWithHeldAttempt();
      await fillCard(page, visa);
      service.order.attemptsLeft = 0;
      if (form === 'has been sent') await pressEnter();
      release();
      await startAgain().waitFor();
      expect(await page.locator('.kassa-field input').count()).toBe(0);
      expect(service.order.submits).toEqual([]);
    },
  );
});

test.each(firstOf(['waits', 'has been sent']))(
  'if the attempt needs another form after all, the page shows it, and nothing is sent while the card form %s',
  async (form) => {
    const { release } = await openWithHeldAttempt();
    await fillCard(page, visa);
    service.order.renderTypes = { ...service.order.renderTypes, card: 'PROCESSOR_ELEMENT' };
    if (form === 'has been sent') await pressEnter();
    release();
    await page.locator('.fields input:not(.kassa-field input)').waitFor();
    await pay().waitFor();
    expect(await page.locator('.kassa-field').count()).toBe(0);
    expect(service.order.submits).toEqual([]);
  },
);

test.each(firstOf(['card', 'card_element']))(
  'a method whose form the list does not name waits for the attempt: %s',
  async (code) => {
    service.listsCardForms = false;
    if (code === 'card_element') service.offerProcessorForms();
    service.methods = service.methods.filter((method) => method.code === code);
    const { release } = await openWithHeldAttempt();
    await page.locator('.form[aria-busy="true"]').waitFor();
    expect(await page.locator('.kassa-field').count()).toBe(0);
    expect(await pay().count()).toBe(0);
    release();
    await pay().waitFor();
  },
);

test('the order, its methods and the texts are requested while the page’s large scripts still load', async () => {
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/(start|checkout)-/, async (route) => {
    await held.promise;
    await route.continue();
  });
  const asked = ['**/checkout/order?**', '**/checkout/payment-methods?**', '**/assets/en-*.js'].map((part) =>
    page.waitForRequest(part),
  );
  await page.goto(service.payUrl, { waitUntil: 'commit' });
  await Promise.all(asked);
  held.resolve();
  await fillCard(page, visa);
  await pay().click();
  await paid().waitFor();
  expect(service.order.submits).toHaveLength(1);
});
