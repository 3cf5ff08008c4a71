import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { firstOf } from '../../../infra/test-run/src/every-combination.ts';
import { longTest } from '../../../infra/test-run/src/long-test.ts';
import type { FakeCheckoutService } from '../../../sdk-browser/test/fake-checkout/fake-checkout-service.ts';
import { fillCard } from './cashier-lab.ts';
import { useTill } from './use-till.ts';

const till = useTill();
let service: FakeCheckoutService;
let page: Page;
let violations: readonly string[];

beforeEach(async () => {
  ({ service, page, violations } = till);
  await page.goto(service.payUrl);
});
afterEach(() => expect(violations).toEqual([]));

const pay = () => page.getByRole('button', { name: /^Pay €/ });
const wallet = () => page.getByRole('radio', { name: 'Sandbox Wallet' });
const toWallet = () => page.getByRole('button', { name: 'Continue with Sandbox Wallet' });
const heading = (name: string) => page.getByRole('heading', { name });
const success = () => heading('Payment successful');

describe('3-D Secure and wallets', () => {
  test('after an approved challenge, the order is paid', async () => {
    await fillCard(page, '4000000000003220');
    await pay().click();
    await page.getByRole('link', { name: 'approve' }).click();
    await success().waitFor();
    await page.waitForURL(/\/shop\/thanks/);
  });

  test('a consumer who has closed a challenge can immediately continue or abandon it', async () => {
    service.order.challengeDisplay = 'FRAME';
    await fillCard(page, '4000000000003220');
    await pay().click();
    await page.frameLocator('.kassa-challenge iframe').getByRole('link', { name: 'approve' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('heading', { name: 'Haven’t finished paying yet?' }).waitFor();
    await page.getByRole('link', { name: /^Cancel/ }).waitFor();
    await page.getByRole('button', { name: 'Continue payment' }).click();
    await page.getByRole('link', { name: 'approve' }).click();
    await success().waitFor();
  });

  describe('a challenge that was closed', () => {
    const otherWay = () => page.getByRole('button', { name: 'Try another way' });

    const closing = {
      '×': () => page.getByRole('dialog').getByRole('button', { name: 'Close' }).click(),
      Escape: async () => {
        await page.getByRole('dialog').getByRole('link').focus();
        await page.keyboard.press('Escape');
      },
    };
    const closed = async (how: keyof typeof closing = '×') => {
      service.order.challengeDisplay = 'FRAME';
      await fillCard(page, '4000000000003220');
      await pay().click();
      await page.frameLocator('.kassa-challenge iframe').getByRole('link', { name: 'approve' }).waitFor();
      await closing[how]();
      await otherWay().waitFor();
    };

    test.each(firstOf(['×', 'Escape'] as const))(
      'a consumer who has closed 3-D Secure can cancel the attempt and pay in another way (fault 60): with %s',
      async (how) => {
        await closed(how);
        await otherWay().click();
        await page
          .getByRole('alert')
          .getByText('You cancelled the payment. You haven’t been charged.')
          .waitFor();
        expect(service.order.state).toBe('PAY_FAIL');
        await wallet().check();
        await toWallet().click();
        await page.getByRole('link', { name: 'approve' }).click();
        await success().waitFor();
        expect(service.order.cancels).toHaveLength(1);
      },
    );

    test('if the consumer has closed 3-D Secure and the attempt cannot be cancelled, the attempt goes on, and the page says until when to wait for its result (fault 60)', async () => {
      service.order.cancelling = 'cannot';
      await closed();
      await otherWay().click();
      const { awaiting_result_until: until } = await service.order.status(0);
      const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
      await page
        .getByRole('alert')
        .getByText(`known by ${time.format(new Date(until ?? ''))}`)
        .waitFor();
      await page.getByRole('button', { name: 'Continue payment' }).click();
      await page.getByRole('link', { name: 'approve' }).click();
      await success().waitFor();
    });

    longTest('is cancelled at the second press if there was no connection at the first', async () => {
      await closed();
      await page.context().setOffline(true);
      await otherWay().click();
      await page.getByRole('alert').getByText('Can’t connect.').waitFor();
      await page.context().setOffline(false);
      await otherWay().click();
      await page.getByRole('alert').getByText('You cancelled the payment.').waitFor();
    });
  });

  test('if the wallet’s page hangs, the consumer can cancel the payment on any device and pay by card (fault 60)', async () => {
    service.order.init('sandbox_wallet');
    service.order.submit({ orderId: '', terminal: { type: 'PC', userAgent: '' } });
    await page.reload();
    await page.getByRole('button', { name: 'Try another way' }).click();
    await page.getByRole('alert').getByText('You cancelled the payment.').waitFor();
    await fillCard(page, '4242424242424242');
    await pay().click();
    await success().waitFor();
  });

  test('a consumer whose payment takes a long time can cancel it and try another way (fault 60)', async () => {
    await page.clock.install();
    await page.reload();
    await fillCard(page, '4000000000000119');
    await pay().click();
    await page.getByRole('button', { name: 'Processing…' }).waitFor();
    await page.clock.fastForward(21_000);
    await page.getByRole('button', { name: 'Try another way' }).click();
    await page.getByRole('alert').getByText('You cancelled the payment.').waitFor();
  });

  test('after a refused challenge, the page shows the reason and the form', async () => {
    await fillCard(page, '4000000000003220');
    await pay().click();
    await page.getByRole('link', { name: 'refuse' }).click();
    await page.getByText('We couldn’t verify your payment.').waitFor();
    await fillCard(page, '4242424242424242');
    await pay().click();
    await success().waitFor();
  });

  test('a wallet is submitted without card data, and the address is the one from init', async () => {
    await wallet().check();
    await toWallet().click();
    await page.getByRole('link', { name: 'approve' }).click();
    await success().waitFor();
    expect(service.order.submits).toHaveLength(1);
    expect(service.order.submits[0]).not.toHaveProperty('card');
  });

  test('a consumer who comes back with the Back button can continue where the payment waits', async () => {
    await wallet().check();
    await toWallet().click();
    await page.getByRole('link', { name: 'approve' }).waitFor();
    await page.goBack();
    await heading('Haven’t finished paying yet?').waitFor();
    await page.getByRole('button', { name: 'Try another way' }).waitFor();
    expect(await page.getByRole('link', { name: /^Cancel and return/ }).getAttribute('href')).toMatch(
      /shop\/cancelled/,
    );
    await page.getByRole('button', { name: 'Continue payment' }).click();
    await page.getByRole('link', { name: 'approve' }).click();
    await success().waitFor();
  });

  longTest('a consumer to whom the browser shows the page as it was can continue too', async () => {
    // Nothing takes the place of the page.
    await page.route('**/processor/**', (route) => route.fulfill({ status: 204 }));
    await wallet().check();
    await toWallet().click();
    await page.getByRole('button', { name: 'Redirecting…' }).waitFor();
    await page.unrouteAll();
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await heading('Haven’t finished paying yet?').waitFor();
    await toWallet().click();
    await page.getByRole('link', { name: 'refuse' }).click();
    await page.getByRole('alert').waitFor();
    await pay().waitFor();
  });

  longTest(
    'a consumer whom the processor’s page has sent back waits for the result, and gets the question only later',
    async () => {
      await wallet().check();
      await toWallet().click();
      await page.getByRole('link', { name: 'approve' }).waitFor();
      await page.goto(`${service.payUrl}&returned=1`);
      await heading('Your payment is being processed').waitFor();
      expect(await toWallet().count()).toBe(0);
      await page.getByText('Haven’t finished paying yet?').waitFor();
      service.order.settle(null);
      await success().waitFor();
    },
  );

  longTest('looking at every method and coming back costs one attempt for each method', async () => {
    for (const name of ['Sandbox Wallet', 'Bank transfer', 'Card', 'Sandbox Wallet', 'Card'] as const) {
      await page.getByRole('radio', { name }).check();
      await page.locator('.pay button[aria-disabled="false"]').waitFor();
    }
    await fillCard(page, '4242424242424242');
    await pay().click();
    await success().waitFor();
    expect(service.order.inits).toEqual(['card', 'sandbox_wallet', 'bank_transfer', 'card']);
  });
});
