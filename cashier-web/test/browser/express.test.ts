import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import type { FakeCheckoutService } from '../../../sdk-browser/test/fake-checkout/fake-checkout-service.ts';
import { fillCard } from './cashier-lab.ts';
import { expectAccessible } from './expect-accessible.ts';
import { keepPicture } from './keep-picture.ts';
import { useTill } from './use-till.ts';

/** `e2e/test/hosted-cashier.test.ts` pays with the sandbox's wallet. */

const till = useTill();
let service: FakeCheckoutService;
let page: Page;

beforeEach(() => {
  ({ service, page } = till);
  service.offerExpress();
});

const wallet = () => page.getByRole('button', { name: 'Wallet', exact: true });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

test('a wallet’s decline is shown above all methods, and a card can be used immediately', async () => {
  await page.goto(service.payUrl);
  await wallet().click();
  await press('approve with a declined card');
  await page.getByRole('alert').getByText('Your bank declined this payment.').waitFor();
  const isAbove = page.locator('[role=alert] + .express, [role=alert] ~ .express');
  expect(await isAbove.count()).toBe(1);
  await fillCard(page, '4242424242424242');
  await page.getByRole('button', { name: /^Pay €/ }).click();
  await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
  expect(service.order.submits).toHaveLength(2);
  expect(till.violations).toEqual([]);
});

test.each([
  ['link', 'Link'],
  ['applePay', 'Apple Pay'],
])('the receipt names the wallet that has paid, on every device: %s', async (deviceWallet, name) => {
  await page.addInitScript(
    (own) => Object.assign(globalThis, { deviceWallets: { [own]: true } }),
    deviceWallet,
  );
  await page.goto(`${service.payUrl}&auto_return=0`);
  await wallet().click();
  await press('approve');
  await page.locator('.receipt dd', { hasText: new RegExp(`^${name}$`) }).waitFor();
  const { page: elsewhere } = await till.lab.openPage();
  await elsewhere.goto(service.payUrl);
  await elsewhere.locator('.receipt dd', { hasText: new RegExp(`^${name}$`) }).waitFor();
  await elsewhere.context().close();
  expect(till.violations).toEqual([]);
});

test('the wallet’s button comes first in every language, and nothing moves when it appears', async () => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(service.payUrl);
  await wallet().waitFor();
  await page.locator('.express .or', { hasText: /^or$/ }).waitFor();
  await page.locator('.kassa-number input').waitFor();
  const shifts = await page.evaluate(() => Reflect.get(window, 'shifts') as number[]);
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.01);
  const order = await page
    .locator('.pay :is(button, input)')
    .filter({ visible: true })
    .evaluateAll((all) => all.map((each) => each.textContent || (each as HTMLInputElement).value));
  expect(order[0]).toBe('Wallet');
  await expectAccessible(page);
  await page.getByLabel('Language').selectOption('de');
  await page.locator('.express .or', { hasText: /^oder$/ }).waitFor();
  await wallet().waitFor();
  expect(await wallet().count()).toBe(1);
  await keepPicture(page, 'express, light in de');
});

test('on a device without a wallet, nothing is shown and nothing takes space', async () => {
  await page.addInitScript(() => Object.assign(globalThis, { deviceWallets: {} }));
  await page.goto(service.payUrl);
  await page.locator('.express').waitFor({ state: 'hidden' });
  await page.locator('.kassa-number input').waitFor();
  const space = await page.evaluate(() => {
    const top = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().top ?? 0;
    return top('.pay fieldset') - top('.pay');
  });
  expect(space).toBe(0);
});
