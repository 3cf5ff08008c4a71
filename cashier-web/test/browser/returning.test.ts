import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FakeCheckoutService } from '../../../sdk-browser/test/fake-checkout/fake-checkout-service.ts';
import type { CashierLab } from './cashier-lab.ts';
import { expectAccessible } from './expect-accessible.ts';
import { useTill } from './use-till.ts';

const till = useTill();
let lab: CashierLab;
let service: FakeCheckoutService;
let page: Page;
let violations: readonly string[];
const returnUrl = () => `${service.baseUrl}/checkout/${service.order.order.order_id}/return/att_1?key=k`;

beforeEach(() => {
  ({ lab, service, page, violations } = till);
});
afterEach(() => expect(violations).toEqual([]));

test('in a window, the processor’s return link leads to the cashier and leaves no trace', async () => {
  await page.goto(service.payUrl);
  await page.getByRole('button', { name: /^Pay €/ }).waitFor();
  await page.goto(returnUrl());
  await page.waitForURL(/\/checkout\/ord_[^/]*$/);
  await page.getByRole('button', { name: /^Pay €/ }).waitFor();
  await page.goBack();
  expect(page.url()).not.toContain('/return/');
});

test('in the 3-D Secure frame, it messages the page around it, and offers a link in case nobody responds', async () => {
  lab.allowFrames(service);
  await lab.openEmbedder(page, { src: returnUrl(), name: 'kassa-challenge' });
  await page.locator('#heard', { hasText: '"kassa:returned"' }).waitFor();
  const inside = page.frameLocator('iframe');
  await inside.getByRole('heading', { name: 'Returning to checkout' }).waitFor();
  await expectAccessible(page);
  await inside.getByRole('link', { name: 'Continue' }).click();
  await page.waitForURL(/\/checkout\/ord_[^/]*$/);
});
