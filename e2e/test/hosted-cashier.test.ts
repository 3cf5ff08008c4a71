import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { longDescribe, longTest } from '../../infra/test-run/src/long-test.ts';
import { Buyer, cards } from './fixtures/buyer.ts';
import { languages } from './fixtures/cashier-language.ts';
import { fillCard, phone, WholeSystem } from './fixtures/whole-system.ts';

/**
 * What the merchant learns of a payment, and consumers on phones who pay with one tap: with the wallet Sandbox Pay, which every
 * device has. Every other way to pay and its outcome is in `render-types.test.ts`.
 */

const { messages } = languages.english;

let system: WholeSystem;

beforeAll(async () => {
  system = await WholeSystem.start();
});
afterAll(() => system?.stop());
afterEach(async (context) => {
  await system.leavePages(context);
  expect(system.violations.splice(0)).toEqual([]);
});

const pay = (page: Page) => page.getByRole('button', { name: /^Pay / });

test('after a declined card, another card pays the order, and the merchant can query both results', async () => {
  const order = await system.createOrder();
  const page = await system.openPage({ viewport: phone });
  await page.goto(order.payUrl);
  await fillCard(page, '4000000000009995');
  await pay(page).click();
  await page.getByText('Payment failed').waitFor();
  await page.getByText('Insufficient funds.').waitFor();
  expect(await system.kassa.payments.retrieve(order.number)).toMatchObject({
    state: 'PAY_FAIL',
    failure: { code: 'insufficient_funds' },
  });
  await fillCard(page, '4242424242424242');
  await pay(page).click();
  await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
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
    const page = await system.openPage({ viewport: phone });
    await page.goto(system.demo.shopUrl);
    await page.getByRole('button', { name: 'Buy' }).click();
    await fillCard(page, '4242424242424242');
    await pay(page).click();
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

async function buyerAt(payUrl: string): Promise<Buyer> {
  const page = await system.openPage({ viewport: phone, hasTouch: true, isMobile: true });
  await page.goto(payUrl);
  return new Buyer(page, page, languages.english);
}

const wallet = ({ page }: Buyer) => page.getByRole('button', { name: 'Sandbox Pay' });
const sheet = ({ page }: Buyer) => page.frameLocator('dialog iframe');
const approve = (buyer: Buyer) => sheet(buyer).getByRole('button', { name: /^Pay / }).click();

async function expectPaidOnce({ orderId, number }: { orderId: string; number: string }): Promise<void> {
  const settled = async () => {
    const payments = await system.paymentsAtProcessor(orderId);
    expect(payments.filter((status) => status === 'succeeded')).toHaveLength(1);
    expect((await system.kassa.payments.retrieve(number)).state).toBe('PAY_SUCCESS');
  };
  await vi.waitFor(settled, { timeout: 90_000, interval: 100 });
}

describe('Sandbox Pay', () => {
  test('one tap and an approval pay, without typing', async () => {
    const order = await system.createOrder();
    const buyer = await buyerAt(order.payUrl);
    await wallet(buyer).click();
    await approve(buyer);
    await buyer.paid();
    // Like Link, the wallet does not tell the shop which card pays.
    await buyer.page.locator('.receipt dd', { hasText: /^Sandbox Pay$/ }).waitFor();
    await expectPaidOnce(order);
    const paid = await system.kassa.payments.retrieve(order.number);
    expect(paid).toMatchObject({ wallet: 'sandbox_pay' });
    expect(paid).not.toHaveProperty('card');
  });

  longTest('a consumer who dismisses the wallet has spent nothing and pays by card', async () => {
    const order = await system.createOrder();
    const buyer = await buyerAt(order.payUrl);
    await wallet(buyer).click();
    await sheet(buyer).getByRole('button', { name: 'Cancel' }).click();
    await buyer.choose('OWN_FORM');
    // The card form's own attempt is the only one.
    expect(await system.paymentsAtProcessor(order.orderId)).toHaveLength(1);
    await buyer.enterCard('OWN_FORM', cards.succeeds);
    await buyer.pay();
    await buyer.paid();
    await expectPaidOnce(order);
  });

  test('a wallet that is approved after another tab has paid charges nothing, and the page shows the payment', async () => {
    const order = await system.createOrder();
    const first = await buyerAt(order.payUrl);
    await wallet(first).click();
    await sheet(first).getByRole('button', { name: /^Pay / }).waitFor();
    const second = await buyerAt(order.payUrl);
    await second.choose('OWN_FORM');
    await second.enterCard('OWN_FORM', cards.succeeds);
    await second.pay();
    await second.paid();
    await approve(first);
    await first.heading(messages.paidTitle).or(first.heading(messages.alreadyPaidTitle)).waitFor();
    await expectPaidOnce(order);
  });
});
