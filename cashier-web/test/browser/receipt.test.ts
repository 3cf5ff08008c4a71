import { describe, expect, test } from 'vitest';
import { longTest } from '../../../infra/test-run/src/long-test.ts';
import { fillCard } from './cashier-lab.ts';
import { usableButton } from './screen-walks.ts';
import { useTill } from './use-till.ts';

const till = useTill();

async function payByCard(number = '4242424242424242'): Promise<void> {
  const { page, service } = till;
  await page.goto(`${service.payUrl}&auto_return=0`);
  await fillCard(page, number);
  await usableButton(page).click();
}

const receipt = () => till.page.locator('.receipt');
const payButton = () => till.page.locator('.actions > button');

describe('the pay button', () => {
  test('shows the progress and then the success in its place, with the form around it', async () => {
    const { page, service } = till;
    service.order.resultDelayMs = 600_000;
    await page.goto(service.payUrl);
    await fillCard(page, '4242424242424242');
    await usableButton(page).focus();
    const box = await payButton().boundingBox();
    await usableButton(page).press('Enter');
    await page.locator('.actions > button.busy').getByText('Processing…').waitFor();
    expect(await payButton().boundingBox()).toEqual(box);
    expect(await payButton().evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242');
    const announced = page.locator('p.visually-hidden[role="status"]');
    expect(await announced.textContent()).toBe('Your payment is being processed');
    service.order.settle(null);
    await payButton().getByText('Payment successful').waitFor();
    expect(await payButton().boundingBox()).toEqual(box);
    expect(await payButton().locator('svg path').count()).toBe(1);
    await receipt().waitFor();
  });

  test('says that the processor’s page is loading, and stays in its place', async () => {
    const { page, service } = till;
    await page.route('**/processor/wallet**', (route) => route.fulfill({ status: 204 }));
    await page.goto(service.payUrl);
    await page.getByRole('radio', { name: 'Sandbox Wallet' }).check();
    await usableButton(page).click();
    await page.locator('.actions > button.busy').getByText('Redirecting…').waitFor();
  });
});

describe('the receipt', () => {
  test('names the merchant, the order, the time, the method with its last digits, the items and the amount', async () => {
    const { service } = till;
    await payByCard();
    await receipt().waitFor();
    const rows = await receipt().locator('dl > div').allInnerTexts();
    expect(rows.map((row) => row.split(/\s*\n\s*/))).toEqual([
      ['Paid to', 'Hillside Coffee'],
      ['Order', 'Order 1001'],
      ['Date', expect.stringMatching(/^\d{1,2} \w+ 20\d\d, \d\d:\d\d$/)],
      ['Payment method', 'Visa •••• 4242'],
      ['Email', 'a•••@example.com'],
      ['Reference', service.order.order.order_id],
    ]);
    const items = await receipt().locator('li, p').allInnerTexts();
    expect(items.map((row) => row.replaceAll(/\s+/g, ' '))).toEqual([
      'Ethiopia Guji, whole beans, 1 kg €32.00',
      'Paper filters, 100 pieces × 2 €10.50',
      'Total €42.50',
    ]);
  });

  test('appears again when the link is opened on another device', async () => {
    const { service, lab } = till;
    await payByCard();
    await receipt().waitFor();
    const { page } = await lab.openPage();
    await page.goto(service.payUrl);
    await page.getByText('This order has already been paid').waitFor();
    const rows = await page.locator('.receipt dl > div').allInnerTexts();
    // The digits of the card are known only to the page in which it was entered.
    expect(rows.map((row) => row.split(/\s*\n\s*/))).toContainEqual(['Payment method', 'Card']);
    await page.context().close();
  });

  longTest(
    'names a method whose name only the gateway knows, after a return from its page and on another device',
    async () => {
      const { page, service, lab } = till;
      service.methods = [...service.methods, { code: 'ideal', name: 'iDEAL', icon: '/icons/bank.svg' }];
      service.order.renderTypes = { ...service.order.renderTypes, ideal: 'REDIRECT' };
      await page.goto(`${service.payUrl}&auto_return=0`);
      await page.getByRole('radio', { name: 'iDEAL' }).check();
      await usableButton(page).click();
      await page.waitForURL('**/processor/wallet**');
      service.order.settle(null);
      await page.goto(`${service.baseUrl}${service.order.returnPath(service.order.submittedAttempt)}`);
      const method = ['Payment method', 'iDEAL'];
      await receipt().waitFor();
      const rows = await receipt().locator('dl > div').allInnerTexts();
      expect(rows.map((row) => row.split(/\s*\n\s*/))).toContainEqual(method);
      const other = await lab.openPage();
      await other.page.goto(service.payUrl);
      await other.page.locator('.receipt').waitFor();
      const rowsThere = await other.page.locator('.receipt dl > div').allInnerTexts();
      expect(rowsThere.map((row) => row.split(/\s*\n\s*/))).toContainEqual(method);
      await other.page.context().close();
    },
  );

  test('does not keep the result waiting when its code does not load', async () => {
    const { page } = till;
    await page.route('**/draw-receipt-*.js', () => undefined);
    await payByCard();
    await page.getByText('You paid €42.50 to Hillside Coffee.').waitFor();
    expect(await receipt().count()).toBe(0);
  });

  longTest(
    'is printed in black on white, without buttons, and printing it stops the return to the shop',
    async () => {
      const { page, service } = till;
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.addInitScript(() => {
        window.print = () => document.body.classList.add('printed');
      });
      await page.goto(service.payUrl);
      await fillCard(page, '4242424242424242');
      await usableButton(page).click();
      await page.getByRole('button', { name: 'Print receipt' }).click();
      expect(await page.locator('body').getAttribute('class')).toBe('printed');
      expect(await page.getByText(/^Returning in/).count()).toBe(0);
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      const ink = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => getComputedStyle(element).color);
      expect(await ink('.receipt dd')).toBe('rgb(0, 0, 0)');
      const shown = page.locator('button, select, a').filter({ visible: true });
      expect(await shown.count()).toBe(0);
      expect(await receipt().isVisible()).toBe(true);
    },
  );

  longTest('promises no message by e-mail, because none is sent', async () => {
    await payByCard();
    await receipt().waitFor();
    expect(await till.page.locator('main').innerText()).not.toMatch(/sen[dt]|inbox|e-?mailed/i);
  });
});

describe('the time to pay', () => {
  test('is shown as a time of day, and counts down only in the last three minutes', async () => {
    const { page, service } = till;
    await page.clock.install();
    service.order.expireIn(10 * 60_000);
    await page.goto(service.payUrl);
    const deadline = page.getByText(/^Pay by \d\d:\d\d$/);
    await deadline.waitFor();
    const text = await deadline.textContent();
    expect(await page.getByRole('timer').count()).toBe(0);
    await page.clock.fastForward(3 * 60_000);
    expect(await deadline.textContent()).toBe(text);
    await page.clock.fastForward(4 * 60_000 + 5_000);
    const clock = page.getByRole('timer');
    await clock.waitFor();
    expect(await clock.textContent()).toMatch(/^0?2:\d\d$/);
  });

  longTest('names the day too, if it is not today', async () => {
    const { page, service } = till;
    service.order.expireIn(47 * 60 * 60_000);
    await page.goto(service.payUrl);
    await page.getByText(/^Pay by \d{1,2} \w+ 20\d\d, \d\d:\d\d$/).waitFor();
  });
});
