import type { FrameLocator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { longTest } from '../../infra/test-run/src/long-test.ts';
import { AdyenStandIn, bankPage, bundleAdyenWeb } from './support/adyen-web.ts';
import { readme } from './support/readme.ts';
import { Shop, ShopVisit } from './support/shop-page.ts';

/** Tests of Adyen's own library. Only the answers of Adyen's servers are simulated. */

let shop: Shop;
let script: Buffer;
let visit: ShopVisit;
let adyen: AdyenStandIn;

beforeAll(async () => {
  script = await bundleAdyenWeb();
  shop = await Shop.open();
});
afterAll(() => shop?.close());
beforeEach(async () => {
  visit = await ShopVisit.begin(shop);
  adyen = new AdyenStandIn(script, visit.service.order);
  shop.permitted = [visit.service.baseUrl];
  // The page allows only what the README lists for this channel. The test checks that this is enough.
  shop.directives = readme.policyOf('ProcessorB');
  await adyen.listen(visit.page);
  await visit.open();
  await visit.mount('card_component', {
    locale: 'de-DE',
    appearance: { variables: { colorText: '#222222' } },
  });
});
afterEach(async () => {
  await visit.end();
  expect(visit.violations).toEqual([]);
  expect(adyen.unknown).toEqual([]);
});

const order = () => visit.service.order;
const field = (at: number): FrameLocator => visit.page.frameLocator('iframe.js-iframe').nth(at);

/** Enters a card, and does not wait until the library has processed the digits. A consumer cannot see when it has. */
async function enterCard(number: string): Promise<void> {
  for (const [at, value] of [number, '03/30', '737'].entries()) await field(at).locator('input').fill(value);
}

test('pays in its session after the attempt was submitted, and sends the session’s result to the service', async () => {
  await enterCard('4242424242424242');
  expect(await visit.submit()).toEqual({ status: 'submitted' });
  expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
  expect(adyen.payments).toMatchObject([
    { session: `${order().submittedAttempt}_secret`, paymentMethod: { type: 'scheme' } },
  ]);
  const transactionId = order().submittedAttempt;
  await expect
    .poll(() => order().submits)
    .toMatchObject([{ transactionId }, { transactionId, sessionResult: 'result' }]);
  expect(order().submits[0]).not.toHaveProperty('sessionResult');
  // Random IDs can contain four of these digits, but hardly eight.
  expect(JSON.stringify(order().submits)).not.toContain('42424242');
});

longTest('the library shows what is missing, and nothing is submitted', async () => {
  expect(await visit.submit()).toEqual({ status: 'invalid' });
  await visit.page.locator('.adyen-checkout__field--error').first().waitFor();
  expect(order().submits).toEqual([]);
  expect(adyen.payments).toEqual([]);
});

test('after a refusal, the next attempt has its own session and form, and pays', async () => {
  await enterCard('4000000000000002');
  await visit.submit();
  expect(await visit.resultsCome(1)).toEqual([{ outcome: 'failed', category: 'declined' }]);
  await expect.poll(() => visit.page.locator('.adyen-checkout__field--valid').count()).toBe(0);
  await enterCard('4242424242424242');
  expect(await visit.submit()).toEqual({ status: 'submitted' });
  expect(await visit.resultsCome(2)).toMatchObject([{}, { outcome: 'paid' }]);
  expect(new Set(adyen.payments.map(({ session }) => session)).size).toBe(2);
});

test('3-D Secure uses the whole window, and a consumer who returns without a result can continue there', async () => {
  await enterCard('4000000000003220');
  await visit.page.getByRole('button', { name: 'Pay' }).click();
  await visit.page.waitForURL(`${bankPage}?MD=*`);
  const url = `${bankPage}?MD=${order().submittedAttempt}_secret`;
  expect(visit.page.url()).toBe(url);
  await visit.open();
  expect(await visit.page.evaluate(() => window.checkout.pendingUrl)).toBe(url);
  expect(adyen.payments).toHaveLength(1);
});

longTest('if the connection is lost on the way there, the service decides the result', async () => {
  adyen.dropsPayments = true;
  await enterCard('4242424242424242');
  expect(await visit.submit()).toEqual({ status: 'submitted' });
  await visit.phaseBecomes('processing');
  expect(await visit.submit()).toEqual({ status: 'submitted' });
  expect(order().submits).toHaveLength(1);
  order().settle('processing_error');
  expect(await visit.resultsCome(1)).toMatchObject([{ category: 'processing_error' }]);
});

test('after removal from the page, it leaves no field there and nothing of the card in storage', async () => {
  await enterCard('4242424242424242');
  await visit.page.evaluate(() => window.payment.unmount());
  expect(await visit.page.locator('form, iframe.js-iframe, #form *').count()).toBe(0);
  const kept = await visit.page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept).not.toContain('4242');
});
