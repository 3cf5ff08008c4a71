import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { firstOf } from '../../../infra/test-run/src/every-combination.ts';
import { longTest } from '../../../infra/test-run/src/long-test.ts';
import type { FakeCheckoutService } from '../../../sdk-browser/test/fake-checkout/fake-checkout-service.ts';
import { fillCard } from './cashier-lab.ts';
import { useTill } from './use-till.ts';

const till = useTill();
let service: FakeCheckoutService;
let page: Page;

beforeEach(() => {
  ({ service, page } = till);
});

const pay = () => page.locator('.actions > button[aria-disabled="false"]', { hasText: 'Pay €' });
const backToShop = (tab: Page) => tab.getByRole('link', { name: 'Return to Hillside Coffee' });
const wallet = () => page.getByRole('radio', { name: 'Sandbox Wallet' });
const toWallet = () => page.getByRole('button', { name: 'Continue with Sandbox Wallet' });
const isOnline = () => page.evaluate(() => dispatchEvent(new Event('online')));

test('if the consumer refuses the payment in the wallet, the page says that the payment was cancelled, not that a bank declined it, and the consumer can pay again immediately (fault 63)', async () => {
  await page.goto(service.payUrl);
  await page.getByRole('radio', { name: 'Sandbox Wallet' }).check();
  await page.getByRole('button', { name: 'Continue with Sandbox Wallet' }).click();
  await page.getByRole('link', { name: 'refuse' }).click();
  const notice = page.getByRole('alert');
  await notice
    .getByText('The payment was cancelled on the payment page. You haven’t been charged.')
    .waitFor();
  expect(await notice.textContent()).not.toMatch(/bank|did not go through/);
  await fillCard(page, '4242424242424242');
  await pay().click();
  await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
});

describe('once the order has used up its attempts', () => {
  const startAgain = () => page.getByText('Return to the shop to start again.');

  async function expectOnlyTheWayBack(): Promise<void> {
    await startAgain().waitFor();
    await backToShop(page).waitFor();
    const active = page.locator('main').locator('button, input, a, summary').filter({ visible: true });
    const names = await active.evaluateAll((all) => all.map(({ textContent }) => textContent?.trim()));
    expect(names).toEqual(['Order details', 'Return to Hillside Coffee']);
  }

  test('if the order has used up its attempts, the page shows the reason and only the way back to the shop (fault 63)', async () => {
    service.order.attemptsLeft = 2;
    await page.goto(service.payUrl);
    await wallet().check();
    await toWallet().click();
    await page.getByRole('link', { name: 'refuse' }).click();
    await expectOnlyTheWayBack();
  });

  longTest('after a decline, the next try asks for every method before the page says so', async () => {
    service.order.attemptsLeft = 2;
    await page.goto(service.payUrl);
    await pay().waitFor();
    // From here on, the page knows how the wallet is shown and shows it without a call.
    await wallet().check();
    await toWallet().waitFor();
    await page.getByRole('radio', { name: /^Card/ }).check();
    service.order.attemptsLeft = 1;
    await fillCard(page, '4000000000000002');
    await pay().click();
    await page.getByRole('alert').waitFor();
    await pay().click();
    await expectOnlyTheWayBack();
  });

  test('a page that is opened after the last attempt offers only the way back to the shop (fault 63)', async () => {
    service.order.settle('declined');
    service.order.attemptsLeft = 0;
    await page.goto(service.payUrl);
    await expectOnlyTheWayBack();
  });

  test.each(
    firstOf([
      ['as soon as it is opened', 'sandbox_wallet'],
      ['once the consumer has looked at another method', 'card'],
    ]),
  )(
    'if no further attempt is allowed but the last attempt is still open, the page offers the payment method of that attempt, and the consumer can pay with it (fault 63): %s',
    async (when, open) => {
      service.order.init(open);
      service.order.attemptsLeft = 0;
      await page.goto(service.payUrl);
      if (open === 'card') {
        await fillCard(page, '4242424242424242');
        await wallet().click();
      }
      await page.getByRole('alert').getByText('This order allows no further attempts.').waitFor();
      expect(await page.getByRole('radio').count()).toBe(1);
      if (open === 'card') {
        await pay().click();
      } else {
        await toWallet().click();
        await page.getByRole('link', { name: 'approve' }).click();
      }
      await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
      expect(service.order.submits, when).toHaveLength(1);
    },
  );

  longTest('a result of an earlier attempt is still shown', async () => {
    service.order.attemptsLeft = 0;
    await page.goto(service.payUrl);
    await startAgain().waitFor();
    service.order.move('PAY_SUCCESS');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
  });
});

describe('an address that was copied from the browser', () => {
  test('leads back to the shop in another tab of the same browser', async () => {
    await page.goto(service.payUrl);
    await pay().waitFor();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByText('Please open it again from the shop.').waitFor();
    await backToShop(other).click();
    await other.waitForURL(/\/shop\/cancelled/);
  });

  longTest('of another order names no shop', async () => {
    await page.goto(service.payUrl);
    await pay().waitFor();
    const other = await page.context().newPage();
    await other.goto(`${service.baseUrl}/checkout/ord_00000000000000000000000000000000`);
    await other.getByText('Please open it again from the shop.').waitFor();
    expect(await other.getByRole('link').count()).toBe(0);
  });
});

describe('as soon as the network is back', () => {
  test.each(firstOf(['online', 'visible']))(
    'an order that could not be loaded is loaded: the page is %s',
    async (how) => {
      await page.route('**/checkout/order?**', (route) => route.abort());
      await page.goto(service.payUrl);
      await page.getByRole('heading', { name: 'No connection' }).waitFor();
      await page.unrouteAll();
      if (how === 'online') await isOnline();
      else await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await pay().waitFor();
    },
  );

  longTest('a form that could not be loaded is loaded', async () => {
    await page.route('**/checkout/init', (route) => route.abort());
    await page.goto(service.payUrl);
    await page.getByText('Can’t connect.').waitFor();
    await page.unrouteAll();
    await isOnline();
    await pay().waitFor();
  });

  test('a payment whose status call hangs over the lost connection shows its result', async () => {
    await page.goto(service.payUrl);
    await fillCard(page, '4242424242424242');
    let hangs = true;
    const hanging = Promise.withResolvers<void>();
    const asked: { readonly atMs: number; readonly wait: string | null }[] = [];
    await page.route('**/payment/status?**', (route) => {
      if (hangs) {
        hanging.resolve();
        return new Promise(() => undefined);
      }
      asked.push({ atMs: Date.now(), wait: new URL(route.request().url()).searchParams.get('wait') });
      return route.continue();
    });
    await pay().click();
    await page.getByRole('button', { name: 'Processing…' }).waitFor();
    await hanging.promise;
    await expect.poll(() => service.order.state).toBe('PAY_SUCCESS');
    hangs = false;
    const beforeMs = Date.now();
    await isOnline();
    await page.getByRole('button', { name: 'Payment successful' }).waitFor();
    // The page asks again within a second, and the gateway answers immediately, without waiting for a change.
    expect(asked[0]?.wait).toBe('0');
    expect((asked[0]?.atMs ?? Infinity) - beforeMs).toBeLessThan(1_000);
  });
});

test('a mistake that is shown when the focus has moved on is announced', async () => {
  await page.goto(service.payUrl);
  await pay().waitFor();
  const region = page.locator('.kassa-number [role="status"]');
  // A screen reader announces what appears in a region that was there before, so it is never hidden.
  expect(await region.evaluate((element) => getComputedStyle(element).display)).not.toBe('none');
  await page.getByLabel('Card number').pressSequentially('4242424242424241');
  await page.keyboard.press('Tab');
  expect(await page.getByLabel('Expiry date').evaluate((input) => input === document.activeElement)).toBe(
    true,
  );
  expect(await region.textContent()).toBe('Your card number is invalid.');
});
