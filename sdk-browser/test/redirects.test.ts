import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Shop, ShopVisit } from './support/shop-page.ts';

let shop: Shop;
let visit: ShopVisit;

beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop?.close());
beforeEach(async () => {
  visit = await ShopVisit.begin(shop);
});
afterEach(async () => {
  await visit.end();
  expect(visit.violations).toEqual([]);
});

const order = () => visit.service.order;
const pay = () => visit.page.getByRole('button', { name: 'Pay' }).click();
const pendingUrl = () => visit.page.evaluate(() => window.checkout.pendingUrl);

test('the consumer goes to the processor’s page and comes back to the result', async () => {
  await visit.open();
  expect(await visit.page.evaluate(() => window.checkout.returned)).toBe(false);
  await visit.mount('sandbox_wallet');
  await pay();
  await visit.decideAtProcessor('approve');
  expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
  expect(await visit.page.evaluate(() => window.checkout.returned)).toBe(true);
  expect(await pendingUrl()).toBeNull();
  expect(order().submits).toHaveLength(1);
  expect(order().submits[0]).not.toHaveProperty('card');
});

test('refused there, another try with another method pays', async () => {
  await visit.open();
  await visit.mount('sandbox_wallet');
  await pay();
  await visit.decideAtProcessor('refuse');
  expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'failed' }]);
  await visit.mount('bank_transfer');
  await pay();
  await visit.decideAtProcessor('approve');
  expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
});

test('a double click is one submit and one visit', async () => {
  await visit.open();
  await visit.mount('sandbox_wallet');
  await visit.page.getByRole('button', { name: 'Pay' }).dblclick({ noWaitAfter: true });
  await visit.decideAtProcessor('approve');
  expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
  expect(order().submits).toHaveLength(1);
});

test('who presses Back there can go on there, and is not charged for another try', async () => {
  await visit.open();
  await visit.mount('sandbox_wallet');
  await pay();
  await visit.page.waitForURL(/\/processor\//);
  await visit.page.goBack();
  await visit.page.waitForSelector('html[data-ready]');
  await visit.phaseBecomes('processing');
  const address = await pendingUrl();
  expect(address).toContain('/processor/wallet');
  await visit.page.goto(address ?? '');
  await visit.decideAtProcessor('approve');
  expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
  expect(order().submits).toHaveLength(1);
});

test('the page is reloaded while the processor decides: the result is told all the same', async () => {
  await visit.open();
  await visit.mount('sandbox_wallet', {});
  await pay();
  await visit.page.waitForURL(/\/processor\//);
  await visit.open();
  await visit.page.reload();
  await visit.page.waitForSelector('html[data-ready]');
  order().settle(null);
  expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
});

test('an order whose time is up while the consumer is away ends as expired', async () => {
  await visit.open();
  await visit.mount('sandbox_wallet');
  await pay();
  await visit.page.waitForURL(/\/processor\//);
  order().move('CLOSE');
  await visit.open();
  expect(await visit.resultsCome(1)).toEqual([{ outcome: 'expired' }]);
  expect(await visit.page.evaluate(() => window.checkout.snapshot.phase)).toBe('expired');
  expect(await pendingUrl()).toBeNull();
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'https://user:pass@bank.example/', 'nonsense'])(
  'the consumer is not sent to %s, and the payment is the service’s to end',
  async (address) => {
    order().processorAddress = address;
    await visit.open();
    await visit.mount('sandbox_wallet');
    expect(await visit.submit()).toMatchObject({ kind: 'unsafe_address' });
    expect(await pendingUrl()).toBeNull();
    expect(await visit.page.evaluate(() => window.checkout.snapshot.phase)).toBe('processing');
    order().settle('processing_error');
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'failed' }]);
    order().processorAddress = null;
    await pay();
    await visit.decideAtProcessor('approve');
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
  },
);
