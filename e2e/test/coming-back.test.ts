import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { longTest } from '../../infra/test-run/src/long-test.ts';
import { Buyer, cards } from './fixtures/buyer.ts';
import { languages } from './fixtures/cashier-language.ts';
import { phone, WholeSystem } from './fixtures/whole-system.ts';

/** Tests of consumers who leave the page, return in an unexpected way, or do things twice. */

let system: WholeSystem;

beforeAll(async () => {
  system = await WholeSystem.start();
});
afterAll(() => system?.stop());
afterEach(async (context) => {
  await system.leavePages(context);
  expect(system.violations.splice(0)).toEqual([]);
});

async function buyerAt(payUrl: string, options: BrowserContextOptions = {}): Promise<Buyer> {
  const page = await system.openPage({ viewport: phone, ...options });
  await page.goto(payUrl);
  return buyerOn(page);
}

const buyerOn = (page: Page) => new Buyer(page, page, languages.english);

async function atWallet(buyer: Buyer): Promise<string> {
  await buyer.choose('REDIRECT');
  await buyer.pay();
  await buyer.page.waitForURL(/\/pay\//);
  return buyer.page.url();
}

describe('coming back from the processor’s page', () => {
  test('finds the order in another browser, as when a wallet’s app opens its own', async () => {
    const order = await system.createOrder();
    const wallet = await atWallet(await buyerAt(order.payUrl));
    const elsewhere = buyerOn(await system.openPage({ viewport: phone }));
    await elsewhere.page.goto(wallet);
    await elsewhere.answerAtWallet('pay');
    await elsewhere.paid();
  });

  longTest('finds the order in a window that stores nothing', async () => {
    const order = await system.createOrder();
    const page = await system.openPage({ viewport: phone });
    await page.addInitScript(() => {
      for (const name of ['sessionStorage', 'localStorage']) {
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('Storage is switched off.', 'SecurityError');
          },
        });
      }
    });
    await page.goto(order.payUrl);
    const buyer = buyerOn(page);
    await atWallet(buyer);
    await buyer.answerAtWallet('pay');
    await buyer.paid();
  });

  longTest('shows the order’s state, also after a reload', async () => {
    const order = await system.createOrder();
    const buyer = await buyerAt(order.payUrl);
    await atWallet(buyer);
    await buyer.answerAtWallet('refuse');
    await buyer.cashier.getByText(languages.english.messages.declined.cancelled_at_processor).waitFor();
    await buyer.page.reload();
    await buyer.cashier.getByText(languages.english.messages.declined.cancelled_at_processor).waitFor();
  });

  test('never reveals the session to the processor', async () => {
    const order = await system.createOrder();
    const session = new URL(order.payUrl).hash.replace('#session=', '');
    const wallet = await atWallet(await buyerAt(order.payUrl));
    const page = await (await fetch(wallet)).text();
    expect(session.length).toBeGreaterThan(20);
    expect(page).not.toContain(session);
    expect(await system.inProcessorDatabase(session)).toBe(false);
    expect(await system.inProcessorDatabase(order.orderId)).toBe(true);
  });
});

test('a consumer whose URL was tampered with is still sent only to the shop of the order (fault 38)', async () => {
  const order = await system.createOrder();
  const tampered = new URL(order.payUrl);
  for (const name of ['redirect_url', 'returnUrl', 'cancel_url', 'target'])
    tampered.searchParams.set(name, 'https://evil.example/');
  const buyer = await buyerAt(tampered.href);
  await atWallet(buyer);
  await buyer.answerAtWallet('pay');
  await buyer.paid();
  await buyer.page.waitForURL((url) => url.href.startsWith(`${system.demo.shopUrl}/thanks?order_id=`));
  expect(new URL(buyer.page.url()).searchParams.get('order_id')).toBe(order.orderId);
});

describe('doing things twice', () => {
  test('two tabs that pay at the same time make one payment (fault 40)', async () => {
    const order = await system.createOrder();
    const tabs = await Promise.all([buyerAt(order.payUrl), buyerAt(order.payUrl)]);
    for (const tab of tabs) {
      await tab.choose('OWN_FORM');
      await tab.enterCard('OWN_FORM', cards.succeeds);
    }
    await Promise.all(tabs.map((tab) => tab.pay()));
    for (const { page } of tabs) {
      const { paidTitle, alreadyPaidTitle } = languages.english.messages;
      await page.getByRole('heading', { name: new RegExp(`${paidTitle}|${alreadyPaidTitle}`) }).waitFor();
    }
    expect(await system.paymentsAtProcessor(order.orderId)).toEqual(['succeeded']);
  });

  test('while the consumer is at the wallet in one tab, another tab sends no card, and both tabs show one payment (fault 40)', async () => {
    const order = await system.createOrder();
    const [card, wallet] = await Promise.all([buyerAt(order.payUrl), buyerAt(order.payUrl)]);
    await card.choose('OWN_FORM');
    await card.enterCard('OWN_FORM', cards.succeeds);
    await atWallet(wallet);
    const { continuedElsewhere, continueThere } = card.language.messages;
    await card.pay();
    await card.cashier.getByText(continuedElsewhere).waitFor();
    // Trying again leads to the wallet, because the payment is in progress there.
    await card.pay();
    await card.cashier.getByRole('button', { name: continueThere }).waitFor();
    await wallet.answerAtWallet('pay');
    await Promise.all([wallet.paid(), card.paid()]);
    const payments = await system.paymentsAtProcessor(order.orderId);
    expect(payments.filter((status) => status !== 'cancelled')).toEqual(['succeeded']);
  });
});

test('a consumer who pays in the wallet after the order has expired learns that late payments are refunded, and gets the money back (fault 19)', async () => {
  const order = await system.createOrder();
  const state = async () => (await system.kassa.payments.retrieve(order.number)).state;
  const buyer = await buyerAt(order.payUrl);
  await atWallet(buyer);
  await system.advanceClock(31 * 60);
  await vi.waitFor(async () => expect(await state()).toBe('CLOSE'), { timeout: 90_000, interval: 100 });
  await system.pullTrigger(order.orderId, 'late_success');
  await buyer.page.reload();
  await buyer.page.getByRole('link', { name: 'Back to the shop' }).click();
  await buyer.expired();
  await buyer.cashier.getByText('Late payments are refunded automatically.').waitFor();
  await vi.waitFor(
    async () =>
      expect(await system.kassa.payments.retrieve(order.number)).toMatchObject({
        state: 'CLOSE',
        refunds: [{ automatic: true, amount: 10, status: 2 }],
      }),
    { timeout: 90_000, interval: 100 },
  );
});
