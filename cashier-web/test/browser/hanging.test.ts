import type { Locator, Page, Request } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { combine, firstOf } from '../../../infra/test-run/src/every-combination.ts';
import { longTest } from '../../../infra/test-run/src/long-test.ts';
import { fillCard } from './cashier-lab.ts';
import { useTill } from './use-till.ts';

/** Tests of every script and every call of the page that fails or hangs: there is a sentence and a way on. */

const till = useTill();

const payButton = (page: Page) => page.locator('.actions > button[aria-disabled="false"]');
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' });
const unloaded = (page: Page) => page.locator('.unloaded p', { hasText: 'This payment page hasn’t loaded.' });

/** Lets matching requests hang for good, and only the first one if `times` is 1. `reached` resolves when a request hangs. */
async function hang(
  page: Page,
  part: string,
  options: { times?: number; isMeant?: (request: Request) => boolean } = {},
): Promise<{ readonly reached: Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { isMeant = () => true, ...times } = options;
  await page.route(part, (route) => (isMeant(route.request()) ? resolve() : route.continue()), times);
  return { reached: promise };
}

/** Lets the page's timers believe that this time has passed. */
const passSeconds = (page: Page, seconds: number) => page.clock.fastForward(seconds * 1_000);

/** Lets this time pass, and presses “Try again” before the page can try again by itself. */
async function tryAgainAfterSeconds(page: Page, seconds: number, shown: () => Locator): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + seconds * 1_000);
  await shown().waitFor();
  await tryAgain(page).click();
  await page.clock.resume();
}

describe('a call that hangs', () => {
  test('if the call that loads the order hangs, the payment page says so after some seconds and offers to try again (fault 62)', async () => {
    const { page, service } = till;
    await page.clock.install();
    const { reached } = await hang(page, '**/checkout/order?**', { times: 1 });
    await page.goto(service.payUrl);
    await page.locator('.panel').waitFor();
    expect(await tryAgain(page).count()).toBe(0);
    await reached;
    await tryAgainAfterSeconds(page, 11, () => page.getByRole('heading', { name: 'No connection' }));
    await payButton(page).waitFor();
    await fillCard(page, '4242424242424242');
    await payButton(page).click();
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    expect(service.order.submits).toHaveLength(1);
  });

  longTest('for the order: if the answer comes late, the page opens by itself', async () => {
    const { page, service } = till;
    await page.clock.install();
    const late = Promise.withResolvers<void>();
    const asked = page.waitForRequest('**/checkout/order?**');
    await page.route('**/checkout/order?**', (route) => late.promise.then(() => route.continue()));
    await page.goto(service.payUrl);
    await page.locator('.panel').waitFor();
    await asked;
    await passSeconds(page, 11);
    await tryAgain(page).waitFor();
    late.resolve();
    await payButton(page).waitFor();
  });

  test('if the call that loads the payment methods hangs, the payment page says so after some seconds and offers to try again (fault 62)', async () => {
    const { page, service } = till;
    await page.clock.install();
    const { reached } = await hang(page, '**/checkout/payment-methods?**', { times: 1 });
    await page.goto(service.payUrl);
    await page.locator('details').first().waitFor();
    await reached;
    await tryAgainAfterSeconds(page, 11, () => alert(page, 'Can’t connect.'));
    await payButton(page).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test.each(['**/checkout/init', '**/assets/processor-element-*.js'])(
    'if the call that loads the payment form hangs, the payment page says so after some seconds, and the consumer can pay by another method (fault 62): %s',
    async (part) => {
      const { page, service } = till;
      service.listsCardForms = false;
      if (!/init/.test(part))
        service.order.renderTypes = { ...service.order.renderTypes, card: 'PROCESSOR_ELEMENT' };
      await page.clock.install();
      const { reached } = await hang(page, part, {
        isMeant: (request) => !/init/.test(part) || /"card"/.test(request.postData() ?? ''),
      });
      await page.goto(service.payUrl);
      await page.locator('input[value="sandbox_wallet"]').waitFor();
      await reached;
      await passSeconds(page, 11);
      await alert(page, 'The payment form couldn’t load.').waitFor();
      await tryAgain(page).waitFor();
      await page.locator('input[value="sandbox_wallet"]').check();
      await page.getByRole('button', { name: 'Continue with Sandbox Wallet' }).and(payButton(page)).waitFor();
    },
  );

  longTest(
    'for the form: if the answer comes late, the form can be used, and the message disappears',
    async () => {
      const { page, service } = till;
      service.listsCardForms = false;
      await page.clock.install();
      const late = Promise.withResolvers<void>();
      const asked = page.waitForRequest('**/checkout/init');
      await page.route('**/checkout/init', (route) => late.promise.then(() => route.continue()));
      await page.goto(service.payUrl);
      await page.locator('input[value="card"]').waitFor();
      await asked;
      await passSeconds(page, 11);
      await alert(page, 'The payment form couldn’t load.').waitFor();
      late.resolve();
      await payButton(page).waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
    },
  );

  test('if the call that submits the payment hangs, the payment page says so after 20 seconds, and the consumer can choose another method (fault 62)', async () => {
    const { page, service } = till;
    await page.clock.install();
    await page.goto(service.payUrl);
    await fillCard(page, '4242424242424242');
    const { reached } = await hang(page, '**/payment/submit', { times: 1 });
    await payButton(page).click();
    await page.getByRole('button', { name: 'Processing…' }).waitFor();
    await reached;
    await passSeconds(page, 21);
    await page
      .locator('p:not([role])', { hasText: 'This is taking longer than usual.' })
      .filter({ visible: true })
      .waitFor();
    await page.getByRole('button', { name: 'Try another way' }).click();
    await alert(page, 'Your payment wasn’t sent and you haven’t been charged.').waitFor();
    await payButton(page).click();
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
  });

  test('if the call that waits for the result hangs, the payment page says until when it waits, and offers another method (fault 62)', async () => {
    const { page, service } = till;
    await page.clock.install();
    await page.goto(service.payUrl);
    await fillCard(page, '4000000000000119');
    await payButton(page).click();
    await page.getByRole('button', { name: 'Processing…' }).waitFor();
    await expect.poll(() => service.order.state).toBe('PAYING');
    await page.waitForResponse('**/payment/status?**');
    const { reached } = await hang(page, '**/payment/status?**');
    await reached;
    await passSeconds(page, 21);
    await page
      .locator('p:not([role])', { hasText: 'This is taking longer than usual.' })
      .filter({ visible: true })
      .waitFor();
    await page.getByText('The result will be known by').filter({ visible: true }).waitFor();
    await page.getByRole('button', { name: 'Try another way' }).waitFor();
  });
});

describe('a script that', () => {
  // All at once, because each page waits some seconds before it says anything.
  test('if any script that is needed to open the payment page fails or hangs, the page tells the consumer what to do (fault 62)', async () => {
    const { lab, service } = till;
    const faulty = async (name: string, fault: 'fails' | 'hangs') => {
      const { page } = await lab.openPage();
      await page.route(`**/assets/${name}-*.js`, (route) => (fault === 'fails' ? route.abort() : undefined));
      await page.goto(service.payUrl, { waitUntil: 'commit' });
      await unloaded(page).waitFor();
      await page.context().close();
    };
    const scripts = ['opening', 'start', 'checkout', 'en'];
    await Promise.all(
      combine(scripts, ['fails', 'hangs'] as const).map(([name, fault]) => faulty(name, fault)),
    );
  });

  test.each(firstOf(['draw-receipt', 'show-challenge', 'apply-branding', 'show-test-cards']))(
    'if a script that draws only a part of the payment page hangs, the consumer can still pay (fault 62): %s',
    async (name) => {
      const { page, service } = till;
      const branding = { logo_url: null, accent_color: '#0b6e4f' };
      service.order.order = { ...service.order.order, branding };
      service.order.challengeDisplay = 'FRAME';
      await hang(page, `**/assets/${name}-*.js`);
      await page.goto(service.payUrl);
      const challenged = name === 'show-challenge';
      await fillCard(page, challenged ? '4000000000003220' : '4242424242424242');
      await payButton(page).click();
      if (challenged) await page.getByRole('button', { name: 'Continue payment' }).waitFor();
      else await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    },
  );
});
