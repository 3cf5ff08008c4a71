import { beforeEach, describe, expect, test } from 'vitest';
import { firstOf } from '../../infra/test-run/src/every-combination.ts';
import type { Payment } from '../src/index.ts';
import { openShop, visit } from './support/shop-visit.ts';

declare global {
  interface Window {
    drawn: Payment[];
    mounting: Promise<Payment | string>;
  }
}

const good = '4242424242424242';

openShop('none');
beforeEach(async () => {
  await visit.open();
});

const order = () => visit.service.order;
const inputs = () => visit.page.locator('.kassa-field input');
const values = () => inputs().evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value));
const mounted = () => visit.page.evaluate(() => window.mounting.then(String));

/** Holds back the call that opens the attempt, and mounts the card form in the page itself. */
async function mountWithHeldAttempt(code = 'card', wantsDrawing = true) {
  const asked = Promise.withResolvers<void>();
  const { promise, resolve: release } = Promise.withResolvers<void>();
  await visit.page.route('**/checkout/init', async (route) => {
    asked.resolve();
    await promise;
    await route.continue().catch(() => undefined);
  });
  await visit.page.evaluate(
    async ([method, wants]) => {
      await window.checkout.paymentMethods();
      window.drawn = [];
      const onDrawn = (payment: Payment) => void window.drawn.push(payment);
      const options = { ownForm: true, ...(wants && { onDrawn }) };
      window.mounting = window.checkout.mount(method, document.body, options).catch(String);
    },
    [code, wantsDrawing] as const,
  );
  await asked.promise;
  return release;
}

describe('a card form that is drawn before the attempt is open', () => {
  test('is the one that mount returns, with the channel of the attempt', async () => {
    const release = await mountWithHeldAttempt();
    await visit.fillCard(good);
    const channelTypes = () => visit.page.evaluate(() => window.drawn.map(({ channelType }) => channelType));
    expect(await channelTypes()).toEqual(['']);
    release();
    expect(await visit.page.evaluate(async () => (await window.mounting) === window.drawn[0])).toBe(true);
    expect(await channelTypes()).toEqual(['Sandbox']);
    expect(await values()).toEqual(['4242 4242 4242 4242', '12/34', '123']);
  });

  test('is sent once when Enter is pressed more often, as soon as the attempt is open', async () => {
    const release = await mountWithHeldAttempt();
    await visit.fillCard(good);
    for (let times = 0; times < 3; times += 1) await inputs().last().press('Enter');
    await visit.page.evaluate(() => void window.drawn[0]?.submit());
    await visit.phaseBecomes('submitting');
    expect(order().submits).toEqual([]);
    release();
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
    expect(order().submits).toHaveLength(1);
    expect(order().attemptsLeft).toBe(9);
  });

  test.each(
    firstOf([
      ['unmounted', () => window.drawn[0]?.unmount()],
      ['replaced', () => void window.checkout.mount('sandbox_wallet', document.body)],
      ['closed with the checkout', () => window.checkout.close()],
    ]),
  )('sends nothing if it is %s while its submit waits', async (_what, act) => {
    const release = await mountWithHeldAttempt();
    await visit.fillCard(good);
    await inputs().last().press('Enter');
    await visit.phaseBecomes('submitting');
    await visit.page.evaluate(act);
    expect(await mounted()).toMatch(/Error/);
    expect(await inputs().count()).toBe(0);
    release();
    // The submit has given up.
    await visit.phaseBecomes('open');
    expect(order().submits).toEqual([]);
  });

  test('is drawn again with what was typed if the attempt accepts other brands', async () => {
    const release = await mountWithHeldAttempt();
    await visit.fillCard('378282246310005');
    order().cardBrands = ['visa'];
    release();
    await mounted();
    expect(await visit.page.evaluate(() => window.drawn.length)).toBe(2);
    expect(await values()).toEqual(['3782 822463 10005', '12/34', '123']);
    await visit.page.getByText('American Express').waitFor();
  });

  test('is removed if the attempt cannot be opened, and mount says why', async () => {
    const release = await mountWithHeldAttempt();
    order().attemptsLeft = 0;
    release();
    expect(await mounted()).toContain('TOO_MANY_ATTEMPTS');
    expect(await inputs().count()).toBe(0);
  });
});

test.each([
  ['the page does not ask for it', 'card', false],
  ['the method has another form', 'sandbox_wallet', true],
] as const)('no form is drawn before the attempt is open if %s', async (_why, code, wantsDrawing) => {
  const release = await mountWithHeldAttempt(code, wantsDrawing);
  expect(await visit.page.locator('form').count()).toBe(0);
  expect(await visit.page.evaluate(() => window.drawn.length)).toBe(0);
  release();
  await mounted();
  expect(await visit.page.locator('form').count()).toBe(1);
});
