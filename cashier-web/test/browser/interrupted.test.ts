import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, test, vi } from 'vitest';
import { firstOf } from '../../../infra/test-run/src/every-combination.ts';
import { longTest } from '../../../infra/test-run/src/long-test.ts';
import type { FakeCheckoutService } from '../../../sdk-browser/test/fake-checkout/fake-checkout-service.ts';
import { type CashierLab, fillCard } from './cashier-lab.ts';
import { useTill } from './use-till.ts';

const till = useTill();
let lab: CashierLab;
let service: FakeCheckoutService;
let page: Page;

beforeEach(async () => {
  ({ lab, service, page } = till);
  await page.goto(service.payUrl);
  await pay(page).waitFor();
});

const pay = (tab: Page) => tab.getByRole('button', { name: /^Pay €/ });
const heading = (tab: Page, name: string) => tab.getByRole('heading', { name });
const success = (tab: Page) => heading(tab, 'Payment successful');

test('a device that goes offline says so, keeps the input, and pays when it is online again', async () => {
  await fillCard(page, '4242424242424242');
  await page.context().setOffline(true);
  await page.locator('.offline').waitFor();
  expect(await page.getByLabel('Security code').inputValue()).toBe('123');
  await page.context().setOffline(false);
  await page.locator('.offline').waitFor({ state: 'detached' });
  await pay(page).click();
  await success(page).waitFor();
  expect(service.order.submits).toHaveLength(1);
});

/** Whether the consumer sees the middle of the element without scrolling. */
const isInView = (element: Locator) =>
  element.evaluate((it) => {
    const { left, top, width, height } = it.getBoundingClientRect();
    return it.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });

test('on a phone, a lost connection is shown beside the pay button, also while a payment is sent', async () => {
  await fillCard(page, '4242424242424242');
  await page.evaluate(() => scrollTo(0, 0));
  await page.context().setOffline(true);
  await page.locator('.offline').waitFor();
  expect(await isInView(page.locator('.offline'))).toBe(true);
  await pay(page).click();
  await page.getByText('Connection lost. Reconnecting…').filter({ visible: true }).last().waitFor();
  expect(await isInView(page.locator('.offline'))).toBe(true);
});

test('if a payment is submitted without a network, it is made once when the network returns (fault 63)', async () => {
  await fillCard(page, '4242424242424242');
  await page.context().setOffline(true);
  await pay(page).click();
  await page.getByRole('button', { name: 'Processing…' }).waitFor();
  await page.context().setOffline(false);
  // Sent by itself, or offered again with everything still there.
  await vi.waitFor(
    async () => {
      if (await pay(page).isVisible()) await pay(page).click();
      expect(await success(page).isVisible()).toBe(true);
    },
    { timeout: 90_000, interval: 500 },
  );
  expect(new Set(service.order.submits.map(({ card }) => card?.number)).size).toBe(1);
  expect(service.order.state).toBe('PAY_SUCCESS');
});

test('with one order in two tabs, a payment in one tab shows in the other when that tab is opened', async () => {
  const other = await page.context().newPage();
  await other.goto(service.payUrl);
  await fillCard(other, '4242424242424242');
  await fillCard(page, '4242424242424242');
  await pay(page).click();
  await success(page).waitFor();
  // Without a window manager, no tab is ever hidden.
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await success(other).waitFor();
  expect(service.order.submits).toHaveLength(1);
});

test('if the consumer has opened the wallet in another tab meanwhile, the page sends no card, says so and keeps what the consumer entered (fault 61)', async () => {
  await fillCard(page, '4242424242424242');
  service.order.init('card');
  service.order.init('sandbox_wallet');
  await pay(page).click();
  await page.getByRole('alert').getByText('nothing was sent from here').waitFor();
  expect(await page.getByLabel('Security code').inputValue()).toBe('123');
  expect(service.order.state).toBe('INIT');
  await pay(page).click();
  await success(page).waitFor();
  expect(service.order.submits.map(({ transactionId }) => transactionId)).toHaveLength(2);
  expect(service.order.submits[0]?.transactionId).not.toBe(service.order.submits[1]?.transactionId);
});

test('Back from the shop after the payment shows that the order is paid, and offers no second payment', async () => {
  await fillCard(page, '4242424242424242');
  await pay(page).click();
  await success(page).waitFor();
  await page.waitForURL(/\/shop\/thanks/);
  await page.goBack();
  await page.locator('.paid .ways').waitFor();
  expect(await pay(page).isVisible()).toBe(false);
});

test('going Back from the wallet’s page and choosing another method makes one payment', async () => {
  await page.getByRole('radio', { name: 'Sandbox Wallet' }).check();
  await page.getByRole('button', { name: 'Continue with Sandbox Wallet' }).dblclick();
  await page.getByRole('link', { name: 'refuse' }).click();
  await page.getByRole('alert').waitFor();
  await fillCard(page, '4242424242424242');
  await pay(page).click();
  await success(page).waitFor();
  expect(service.order.submits).toHaveLength(2);
});

test.each(
  firstOf([
    ['a wallet', 'sandbox_wallet', undefined, '/processor/wallet'],
    ['3-D Secure', 'card', '4000000000003220', '/processor/3ds'],
  ]),
)(
  'if the consumer reopens a payment link on another device, the cashier leads to the processor’s page on which the payment can be finished (fault 59): %s',
  async (_what, method, number, path) => {
    service.order.init(method);
    const card = number === undefined ? {} : { card: { number, expMonth: 12, expYear: 2090, cvc: '123' } };
    service.order.submit({ orderId: '', terminal: { type: 'PC', userAgent: '' }, ...card });
    const { page: phone } = await lab.openPage();
    try {
      await phone.goto(service.payUrl);
      await phone.getByText('Haven’t finished paying yet?').waitFor();
      await phone.getByRole('button', { name: 'Continue payment' }).click();
      await phone.waitForURL((url) => url.pathname === path);
    } finally {
      await phone.context().close();
    }
  },
);

test('a page that was open meanwhile leads on as well, once the consumer tries to pay from it', async () => {
  await fillCard(page, '4242424242424242');
  service.order.init('sandbox_wallet');
  service.order.submit({ orderId: '', terminal: { type: 'PC', userAgent: '' } });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.getByRole('button', { name: 'Continue payment' }).click();
  await page.waitForURL((url) => url.pathname === '/processor/wallet');
});

longTest('an order that could not be loaded is loaded on the next try', async () => {
  await page.route('**/checkout/order?**', (route) => route.abort());
  await page.reload();
  await page.getByRole('heading', { name: 'No connection' }).waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await pay(page).waitFor();
});

longTest('a method’s form that could not be loaded is loaded on the next try', async () => {
  service.offerProcessorForms();
  await page.route(service.processor.library.url, (route) => route.abort());
  await page.reload();
  await page.getByRole('radio', { name: 'Card (element)' }).check();
  await page.getByRole('alert').waitFor();
  await page.unrouteAll();
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await page.locator('.kassa-payment input').fill('4242424242424242');
  await pay(page).click();
  await success(page).waitFor();
});

longTest('during an unusually long wait, the page says that it may be closed', async () => {
  await page.clock.install();
  await page.reload();
  await fillCard(page, '4000000000000119');
  await pay(page).click();
  await page.getByRole('button', { name: 'Processing…' }).waitFor();
  await page.clock.fastForward(21_000);
  await page.locator('.waiting').getByText('This is taking longer than usual.').waitFor();
});
