import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { longTest } from '../../infra/test-run/src/long-test.ts';
import { Buyer, cards } from './fixtures/buyer.ts';
import { languages } from './fixtures/cashier-language.ts';
import { phone, WholeSystem } from './fixtures/whole-system.ts';

/** Consumers on phones who pay with one tap: the wallet Sandbox Pay, which every device has. */

const { messages } = languages.english;

vi.setConfig({ testTimeout: 60_000 });

let system: WholeSystem;
beforeAll(async () => {
  system = await WholeSystem.start();
});
afterAll(() => system?.stop());
afterEach(async (context) => {
  await system.leavePages(context);
  expect(system.violations.splice(0)).toEqual([]);
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
