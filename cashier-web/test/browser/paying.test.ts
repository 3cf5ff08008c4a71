import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { firstOf } from '../../../infra/test-run/src/every-combination.ts';
import { longDescribe, longTest } from '../../../infra/test-run/src/long-test.ts';
import type { FakeCheckoutService } from '../../../sdk-browser/test/fake-checkout/fake-checkout-service.ts';
import { type CashierLab, fillCard } from './cashier-lab.ts';
import { useTill } from './use-till.ts';

const till = useTill();
let lab: CashierLab;
let service: FakeCheckoutService;
let page: Page;
let violations: readonly string[];

beforeEach(async () => {
  ({ lab, service, page, violations } = till);
  await page.goto(service.payUrl);
});
afterEach(() => expect(violations).toEqual([]));

const pay = () => page.getByRole('button', { name: /^Pay €/ });
const wallet = () => page.getByRole('radio', { name: 'Sandbox Wallet' });
const toWallet = () => page.getByRole('button', { name: 'Continue with Sandbox Wallet' });
const heading = (name: string) => page.getByRole('heading', { name });
const success = () => heading('Payment successful');

describe('paying by card', () => {
  test('ends at the shop, whose address gets the order ID', async () => {
    await fillCard(page, '4242424242424242');
    await pay().click();
    await success().waitFor();
    await page.waitForURL(/\/shop\/thanks\?order_id=ord_/);
    expect(service.order.submits).toMatchObject([
      {
        card: { number: '4242424242424242', expMonth: 12, expYear: 2034, cvc: '123' },
        terminal: { type: 'PC', userAgent: expect.stringContaining('Chrome') },
        deviceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ]);
  });

  longTest('works with the keyboard alone, and the focus is never lost', async () => {
    await page.getByLabel('Card number').waitFor();
    const card = page.getByRole('radio', { name: /Card/ });
    while (!(await card.evaluate((radio) => radio === document.activeElement)))
      await page.keyboard.press('Tab');
    for (const text of ['4242424242424242', '1234', '123']) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(text);
    }
    expect(await page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242');
    expect(await page.getByLabel('Expiry date').inputValue()).toBe('12/34');
    await page.keyboard.press('Enter');
    await success().waitFor();
    expect(await success().evaluate((title) => title === document.activeElement)).toBe(true);
    // The receipt can be printed first.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/shop\/thanks/);
  });

  test('a double click makes one payment', async () => {
    await fillCard(page, '4242424242424242');
    await pay().dblclick();
    await success().waitFor();
    expect(service.order.submits).toHaveLength(1);
    expect(service.order.inits).toEqual(['card']);
  });

  test('an invalid field keeps the input and takes the focus at the first press', async () => {
    await fillCard(page, '4242424242424241');
    await pay().click();
    const number = page.getByLabel('Card number');
    await vi.waitFor(async () => expect(await number.getAttribute('aria-invalid')).toBe('true'), 90_000);
    expect(await number.evaluate((input) => input === document.activeElement)).toBe(true);
    const described = await number.getAttribute('aria-describedby');
    expect(await page.locator(`#${described}`).textContent()).toBe('Your card number is invalid.');
    expect(service.order.submits).toEqual([]);
  });

  test('after a refusal, the reason is announced, the input is kept, and another try succeeds', async () => {
    await fillCard(page, '4000000000009995');
    await pay().click();
    const notice = page.getByRole('alert');
    await notice.waitFor();
    expect(await notice.textContent()).toContain('Insufficient funds.');
    expect(await notice.evaluate((box) => box === document.activeElement)).toBe(true);
    expect(await page.getByLabel('Expiry date').inputValue()).toBe('12/34');
    await page.getByLabel('Card number').fill('4242424242424242');
    await pay().click();
    await success().waitFor();
    expect(service.order.inits).toEqual(['card', 'card']);
  });

  longTest('digits can be inserted and deleted in the middle of the number', async () => {
    const number = page.getByLabel('Card number');
    await number.fill('424242424242424');
    await number.press('Home');
    for (let step = 0; step < 6; step += 1) await number.press('ArrowRight');
    await number.press('Delete');
    await page.keyboard.type('2');
    expect(await number.inputValue()).toBe('4242 4242 4242 424');
    expect(await number.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(7);
  });
});

describe('the pay button', () => {
  const button = () => page.locator('.actions > button[aria-disabled="false"]');
  const bottomOf = async (selector: string) => {
    const box = await page.locator(selector).boundingBox();
    return (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN);
  };

  longTest('is below all methods on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await button().waitFor();
    const box = await button().boundingBox();
    expect(await bottomOf('.methods')).toBeLessThanOrEqual(box?.y ?? 0);
    expect(await bottomOf('.actions > button')).toBeLessThanOrEqual(844);
  });

  // 664 px is what a browser's own bars leave of 844.
  test.each(
    firstOf([
      { width: 390, height: 664 },
      { width: 360, height: 640 },
    ]),
  )('is visible on a phone of $width × $height, and error messages do not move it away', async (viewport) => {
    await page.setViewportSize(viewport);
    await button().waitFor();
    const before = await button().boundingBox();
    expect(await bottomOf('.actions > button')).toBeLessThanOrEqual(viewport.height);
    await button().click();
    await page.getByText('Enter your card number.').waitFor();
    expect(await button().boundingBox()).toEqual(before);
  });

  longTest('covers no method that has the focus', async () => {
    await page.setViewportSize({ width: 390, height: 664 });
    await button().waitFor();
    await wallet().focus();
    const onTop = await wallet().evaluate((radio) => {
      const { left, bottom } = radio.getBoundingClientRect();
      return document.elementFromPoint(left + 10, bottom - 2)?.getAttribute('value');
    });
    expect(onTop).toBe('sandbox_wallet');
  });
});

describe('an order of a sandbox', () => {
  const mark = () => page.getByText('Sandbox – no real money');

  longTest('says that no real money moves before a method is chosen, for every channel', async () => {
    service.methods = [{ code: 'transfer', name: 'Bank transfer by reference', icon: '/icons/bank.svg' }];
    service.failNext('/init', 'CHANNEL_ERROR');
    await page.reload();
    await mark().waitFor();
    service.order.order = { ...service.order.order, livemode: true };
    await page.reload();
    await page.getByRole('radio').waitFor();
    expect(await mark().count()).toBe(0);
  });

  test('shows the test cards that the service names, and none otherwise', async () => {
    const cards = page.locator('.test-cards li');
    await cards.first().waitFor({ state: 'attached' });
    expect(await cards.allTextContents()).toContain('4000 0000 0000 9995 Insufficient funds');
    expect(await cards.count()).toBe(5);
    await wallet().check();
    await toWallet().waitFor();
    expect(await cards.count()).toBe(0);
  });
});

longDescribe('the address', () => {
  test('loses the session once the tab remembers it, and a reload works', async () => {
    await pay().waitFor();
    expect(page.url()).not.toContain('#');
    await page.reload();
    await pay().waitFor();
  });

  test('keeps the session if the browser stores nothing', async () => {
    const other = await lab.openPage();
    await other.page.addInitScript(() => {
      Object.defineProperty(window, 'sessionStorage', {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    });
    await other.page.goto(service.payUrl);
    await other.page.getByRole('button', { name: /^Pay €/ }).waitFor();
    expect(other.page.url()).toBe(service.payUrl);
    await other.page.context().close();
  });

  test('without a session says what to do', async () => {
    const other = await lab.openPage();
    await other.page.goto(service.payUrl.replace(/#.*/, ''));
    await other.page.getByRole('heading', { name: 'This payment link doesn’t work' }).waitFor();
    await other.page.context().close();
  });

  test('a reload while the payment is processed continues to wait for the result', async () => {
    await fillCard(page, '4000000000000119');
    await pay().click();
    await page.getByRole('button', { name: 'Processing…' }).waitFor();
    await page.reload();
    await heading('Your payment is being processed').waitFor();
    service.order.settle(null);
    await success().waitFor();
    expect(service.order.submits).toHaveLength(1);
  });

  test('a reload after the payment says that it is paid, and does not leave the page', async () => {
    service.order.move('PAY_SUCCESS');
    await page.reload();
    await heading('This order has already been paid').waitFor();
    expect(await page.getByText('You will be taken back').count()).toBe(0);
  });
});

describe('networks and time', () => {
  test('a submit whose answer was lost makes one payment', async () => {
    service.failNext('/submit', 'drop_answer');
    await fillCard(page, '4000000000003220');
    await pay().click();
    await page.getByRole('link', { name: 'approve' }).click();
    await success().waitFor();
  });

  longTest('a lost network is reported, and the result still arrives', async () => {
    await fillCard(page, '4000000000000119');
    await pay().click();
    await page.getByRole('button', { name: 'Processing…' }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('status').getByText('Connection lost.').waitFor({ state: 'attached' });
    service.order.settle(null);
    await page.context().setOffline(false);
    await success().waitFor();
  });

  test('an order that was paid in another tab is not paid again', async () => {
    await fillCard(page, '4242424242424242');
    service.order.move('PAY_SUCCESS');
    await pay().click();
    await success().waitFor();
    expect(service.order.submits).toHaveLength(1);
  });

  longTest('an order that expires during input says so, and offers the return to the shop', async () => {
    await page.clock.install();
    await page.reload();
    await pay().waitFor();
    service.order.move('CLOSE');
    await page.clock.fastForward(service.order.outlast());
    await heading('This checkout has expired').waitFor();
    expect(await page.getByRole('link', { name: 'Return to Hillside Coffee' }).getAttribute('href')).toMatch(
      /shop\/cancelled/,
    );
  });

  longTest('a refusal of the service is shown, and the form stays', async () => {
    service.failNext('/submit', 'PAYMENT_METHOD_UNAVAILABLE');
    await fillCard(page, '4242424242424242');
    await pay().click();
    await page.getByText('This payment method isn’t available right now.').waitFor();
    expect(await page.getByLabel('Security code').inputValue()).toBe('123');
  });

  test('a method with an unknown render type is reported, and the other methods work', async () => {
    service.order.renderTypes.sandbox_wallet = 'OF_A_LATER_VERSION' as never;
    await wallet().check();
    await page.getByText('This payment method isn’t available right now.').waitFor();
    await page.getByRole('radio', { name: 'Bank transfer' }).check();
    await page.getByRole('button', { name: 'Continue with Bank transfer' }).waitFor();
  });
});

test('the consumer can choose another language, which the browser remembers', async () => {
  await page.getByLabel('Language').selectOption('ar');
  await page.getByRole('button', { name: /^ادفع/ }).waitFor();
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
  await page.reload();
  await page.getByRole('button', { name: /^ادفع/ }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('ar');
});
