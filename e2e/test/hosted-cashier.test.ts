import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { longDescribe } from '../../infra/test-run/src/long-test.ts';
import { fillCard, phone, WholeSystem } from './fixtures/whole-system.ts';

/** What the merchant learns of a payment. Every other way to pay and its outcome is in `render-types.test.ts`. */

let system: WholeSystem;
let page: Page;

beforeAll(async () => {
  system = await WholeSystem.start();
});
afterAll(() => system?.stop());
beforeEach(async () => {
  page = await system.openPage({ viewport: phone });
});
afterEach((context) => system.leavePages(context));

const pay = () => page.getByRole('button', { name: /^Pay / });
const paid = () => page.getByRole('heading', { name: 'Payment successful' });
const notPaid = () => page.getByText('Payment failed');

test('after a declined card, another card pays the order, and the merchant can query both results', async () => {
  const order = await system.createOrder();
  await page.goto(order.payUrl);
  await fillCard(page, '4000000000009995');
  await pay().click();
  await notPaid().waitFor();
  await page.getByText('Insufficient funds.').waitFor();
  expect(await system.kassa.payments.retrieve(order.number)).toMatchObject({
    state: 'PAY_FAIL',
    failure: { code: 'insufficient_funds' },
  });
  await fillCard(page, '4242424242424242');
  await pay().click();
  await paid().waitFor();
  const payment = await system.kassa.payments.retrieve(order.number);
  expect(payment).toMatchObject({
    order_id: order.orderId,
    state: 'PAY_SUCCESS',
    status: 2,
    amount: 10,
    payment_method: 'card',
    card: { brand: 'visa', last4: '4242' },
    channel_type: 'Sandbox',
  });
});

longDescribe('the demo shop', () => {
  test('sells, shows each verified event, and makes two partial refunds', async () => {
    await page.goto(system.demo.shopUrl);
    await page.getByRole('button', { name: 'Buy' }).click();
    await fillCard(page, '4242424242424242');
    await pay().click();
    await page.getByRole('heading', { name: 'Thank you, it is paid' }).waitFor();
    await page.locator('.event-type', { hasText: 'order.payment.succeeded' }).waitFor();

    await page.getByRole('link', { name: 'See the order, refund it' }).click();
    await page.getByRole('button', { name: 'Refund part' }).click();
    await page.getByText('Partly refunded').waitFor();
    await page.getByRole('button', { name: /^Refund the rest/ }).click();
    await page.getByText('Refunded', { exact: true }).first().waitFor();
    const refundEvents = page.locator('.event-type', { hasText: 'order.refund.succeeded' });
    await vi.waitFor(async () => expect(await refundEvents.count()).toBe(2), 90_000);
  });
});
