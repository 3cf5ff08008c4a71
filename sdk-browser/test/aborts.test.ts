import { describe, expect, test } from 'vitest';
import { firstOf } from '../../infra/test-run/src/every-combination.ts';
import { longTest } from '../../infra/test-run/src/long-test.ts';
import { openShop, shop, visit } from './support/shop-visit.ts';

openShop();

const order = () => visit.service.order;
const processor = () => visit.service.processor;

describe('while it loads', () => {
  /** Holds back the processor's library until the test releases it. */
  async function holdLibrary() {
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await visit.page.route(processor().library.url, async (route) => {
      asked.resolve();
      await held.promise;
      await route.continue();
    });
    return { asked: asked.promise, release: held.resolve };
  }

  test('another method replaces it, and then stays', async () => {
    const library = await holdLibrary();
    await visit.open();
    const first = visit.mountError('card_element');
    await library.asked;
    await visit.mount('card');
    expect(await first).toMatchObject({ kind: 'superseded' });
    library.release();
    await visit.page.waitForFunction(() => 'SandboxElements' in window);
    expect(await visit.page.locator('form').count()).toBe(1);
    expect(await visit.page.getByLabel('Expiry date').count()).toBe(1);
  });

  test('mounting the same method again waits for the same load', async () => {
    const library = await holdLibrary();
    await visit.open();
    const first = visit.mountError('card_element');
    await library.asked;
    const second = visit.mount('card_element');
    expect(await first).toMatchObject({ kind: 'superseded' });
    library.release();
    await second;
    expect(processor().libraryRequests).toBe(1);
    await visit.paysWithForm();
    expect(order().submits).toHaveLength(1);
  });

  longTest('methods that the page switches quickly cause no unhandled rejection', async () => {
    await visit.open();
    await visit.page.evaluate(async () => {
      const form = document.querySelector('#form') ?? document.body;
      for (const code of ['card_element', 'card', 'sandbox_wallet', 'card_component', 'card', 'card_element'])
        void window.checkout.mount(code, form, { ownForm: true });
      const mounted = await window.checkout.mount('card_element', form);
      void mounted.submit();
      await window.checkout.mount('card', form, { ownForm: true });
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    expect(await visit.page.locator('form').count()).toBe(1);
    expect(visit.violations).toEqual([]);
  });

  test.each(
    firstOf([
      ['closing the checkout', () => window.checkout.close()],
      ['the signal of the mount', () => Reflect.get(window, 'stopper').abort()],
    ]),
  )('%s stops the loading and leaves nothing behind', async (_what, act) => {
    const library = await holdLibrary();
    await visit.open();
    const failing = visit.page.evaluate(() => {
      const stop = new AbortController();
      Object.assign(window, { stopper: stop });
      return window.checkout
        .mount('card_element', document.body, { signal: stop.signal })
        .catch(({ name }: { name: string }) => name);
    });
    await library.asked;
    await visit.page.evaluate(act);
    expect(await failing).toBe('AbortError');
    library.release();
    await visit.page.waitForFunction(() => 'SandboxElements' in window);
    expect(await visit.page.locator('form, input').count()).toBe(0);
  });
});

describe('AbortSignal', () => {
  test('aborted beforehand: the SDK does not call the service', async () => {
    await visit.open();
    const names = await visit.page.evaluate(async (payUrl) => {
      const nameOf = ({ name }: { name: string }) => name;
      const signal = AbortSignal.abort();
      return [
        await window.sdk.createCheckout({ payUrl, signal }).catch(nameOf),
        await window.checkout.mount('card', document.body, { ownForm: true, signal }).catch(nameOf),
      ];
    }, visit.service.payUrl);
    expect(names).toEqual(['AbortError', 'AbortError']);
    expect(order().inits).toEqual([]);
  });

  test('of a mount removes the form from the page, and a later submit says so', async () => {
    await visit.open();
    const after = await visit.page.evaluate(async () => {
      const stop = new AbortController();
      const payment = await window.checkout.mount('card_element', document.body, { signal: stop.signal });
      stop.abort();
      const forms = document.querySelectorAll('form').length;
      return { forms, thrown: await payment.submit().catch(({ name }: { name: string }) => name) };
    });
    expect(after).toEqual({ forms: 0, thrown: 'AbortError' });
    expect(order().submits).toEqual([]);
  });

  test('of the checkout closes it', async () => {
    await visit.open();
    const after = await visit.page.evaluate(async (payUrl) => {
      const stop = new AbortController();
      const checkout = await window.sdk.createCheckout({ payUrl, signal: stop.signal });
      await checkout.mount('card', document.body, { ownForm: true });
      stop.abort();
      return document.querySelectorAll('form').length;
    }, visit.service.payUrl);
    expect(after).toBe(0);
  });

  /** Holds back a call to the gateway until the test releases it. */
  async function hold(path: string) {
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await visit.page.route(`**/api/web${path}*`, async (route) => {
      asked.resolve();
      await held.promise;
      await route.continue();
    });
    return { asked: asked.promise, release: held.resolve };
  }

  /** Mounts with a signal that `abort` gives. */
  async function mountWithSignal(method: string): Promise<void> {
    await visit.page.evaluate(async (code) => {
      const stopper = new AbortController();
      Object.assign(window, { stopper });
      window.payment = await window.checkout.mount(code, document.body, {
        ownForm: true,
        signal: stopper.signal,
      });
    }, method);
  }

  const abort = () => visit.page.evaluate(() => Reflect.get(window, 'stopper').abort());

  test('while the order is opened', async () => {
    await visit.page.goto(shop.origin);
    await visit.page.waitForSelector('html[data-ready]');
    const call = await hold('/checkout/order');
    const opening = visit.page.evaluate((payUrl) => {
      const stopper = new AbortController();
      Object.assign(window, { stopper });
      return window.sdk.createCheckout({ payUrl, signal: stopper.signal }).catch(({ name }) => name);
    }, visit.service.payUrl);
    await call.asked;
    await abort();
    expect(await opening).toBe('AbortError');
    call.release();
  });

  test('while the attempt is being opened: no form appears, and a later mount gets that attempt', async () => {
    await visit.open();
    const call = await hold('/checkout/init');
    const mounting = mountWithSignal('card_element').catch(String);
    await call.asked;
    await abort();
    expect(await mounting).toContain('AbortError');
    call.release();
    expect(await visit.page.locator('form').count()).toBe(0);
    await visit.mount('card_element');
    expect(order().inits).toEqual(['card_element']);
    await visit.paysWithForm();
  });

  test.each(firstOf(['card', 'sandbox_wallet', 'card_element', 'card_component']))(
    'during a submit: %s is reported at once, nobody is redirected, and the service decides',
    async (method) => {
      await visit.open();
      await mountWithSignal(method);
      if (method === 'card') await visit.fillCard('4000000000003220');
      else if (method !== 'sandbox_wallet')
        await visit.page.getByLabel('Card number').fill('4242424242424242');
      const call = await hold('/payment/submit');
      const submit = visit.submit();
      await call.asked;
      await abort();
      expect(await submit).toMatchObject({ name: 'AbortError' });
      expect(await visit.page.locator('form, input').count()).toBe(0);
      call.release();
      await visit.phaseBecomes('processing');
      expect(processor().confirmed).toEqual([]);
      expect(visit.page.url()).toBe(visit.address);
      const pendingUrl = await visit.page.evaluate(() => window.checkout.pendingUrl);
      if (method.includes('_e') || method.includes('_c')) expect(pendingUrl).toBeNull();
      else expect(pendingUrl).toContain('/processor/');
      order().settle(null);
      expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
    },
  );

  test.each(firstOf(['card_element', 'card_component']))(
    'while a form confirms: %s leaves the payment to the service',
    async (method) => {
      processor().confirmFaults.push('silent');
      order().resultDelayMs = 1_000_000;
      await visit.open();
      await mountWithSignal(method);
      await visit.page.getByLabel('Card number').fill('4242424242424242');
      const submit = visit.submit();
      await expect.poll(() => processor().confirmed).toHaveLength(1);
      await abort();
      expect(await submit).toMatchObject({ name: 'AbortError' });
      await visit.phaseBecomes('processing');
      order().settle(null);
      expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
    },
  );

  test('of the checkout, while a payment is processed: the SDK stops all calls and events', async () => {
    await visit.page.clock.install();
    await visit.open();
    await visit.mount('card');
    await visit.fillCard('4000000000000119');
    await visit.submit();
    await visit.phaseBecomes('processing');
    await visit.page.evaluate(() => window.checkout.close());
    const asked: string[] = [];
    visit.page.on('request', (request) => asked.push(request.url()));
    order().settle(null);
    await visit.page.evaluate(async () => {
      await window.checkout.refresh().catch(() => undefined);
      dispatchEvent(new Event('online'));
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await visit.page.clock.runFor(60_000);
    expect(asked).toEqual([]);
    expect(await visit.results()).toEqual([]);
  });

  longTest('after the end changes nothing', async () => {
    await visit.open();
    await mountWithSignal('card');
    await visit.fillCard('4242424242424242');
    await visit.submit();
    await visit.resultsCome(1);
    await abort();
    expect(await visit.page.evaluate(() => window.checkout.snapshot.phase)).toBe('paid');
    expect(await visit.results()).toHaveLength(1);
  });
});
