import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { FakeCheckoutService } from '../../../sdk-browser/test/fake-checkout/fake-checkout-service.ts';
import { builtCashier } from './built-cashier.ts';
import { CashierLab } from './cashier-lab.ts';

/** The built page with card fields; what the SDK does with it is tested with the SDK. */

let lab: CashierLab;
let service: FakeCheckoutService;

beforeAll(async () => {
  lab = await CashierLab.start(builtCashier());
});
afterAll(() => lab.stop());
beforeEach(async () => {
  service = await lab.startService();
  lab.allowFrames(service);
});
afterEach(() => service.stop());

const addressOf = ({ baseUrl, order }: FakeCheckoutService) =>
  `${baseUrl}/checkout/${order.order.order_id}/fields`;

test('the built page draws the card fields for a page that opens it, under a strict policy', async () => {
  const { page, violations } = await lab.openPage();
  await lab.openEmbedder(page, { src: addressOf(service) });
  await page.getByText('{"source":"kassa-card-frame"}').waitFor();
  const session = new URLSearchParams(new URL(service.payUrl).hash.slice(1)).get('session');
  await page.evaluate((token) => {
    const { port1, port2 } = new MessageChannel();
    Object.assign(window, { port1 });
    const opening = { source: 'kassa-card-page', session: token, cardBrands: [], texts: {}, look: {} };
    document.querySelector('iframe')?.contentWindow?.postMessage(opening, '*', [port2]);
  }, session);
  const fields = page.frameLocator('iframe');
  await fields.getByLabel('Card number').fill('4242424242424242');
  expect(await fields.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242');
  expect(await fields.locator('input').count()).toBe(3);
  expect(violations).toEqual([]);
  await page.context().close();
});

test('if the page is opened directly, it shows no fields', async () => {
  const { page, violations } = await lab.openPage();
  await page.goto(addressOf(service));
  await page.waitForLoadState('networkidle');
  expect(await page.locator('input').count()).toBe(0);
  expect(violations).toEqual([]);
  await page.context().close();
});
