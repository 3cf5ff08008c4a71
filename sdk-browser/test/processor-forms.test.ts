import { describe, expect, test } from 'vitest';
import { combine } from '../../infra/test-run/src/every-combination.ts';
import { longTest } from '../../infra/test-run/src/long-test.ts';
import { openShop, visit } from './support/shop-visit.ts';

const good = '4242424242424242';
const withSessionResult = '5555555555554444';
const declined = '4000000000000002';
const challenged = '4000000000003220';

openShop('none');

const number = () => visit.page.getByLabel('Card number');
const order = () => visit.service.order;
const processor = () => visit.service.processor;

const forms = [
  ['PROCESSOR_ELEMENT', 'card_element'],
  ['COMPONENT_SDK', 'card_component'],
] as const;

/** Submits a payment that the processor receives and never answers. */
async function submitUnanswered(method: string) {
  processor().confirmFaults.push('silent');
  order().resultDelayMs = 1_000_000;
  await visit.open();
  await visit.mount(method);
  await number().fill(good);
  const submit = visit.submit();
  await expect.poll(() => processor().confirmed).toHaveLength(1);
  return { submit };
}

describe.each(forms)('%s', (renderType, method) => {
  /** Tests that `npm test` runs with one of the two forms. */
  const testOf = (form: string) => (form === renderType ? test : longTest);

  test('pays: the gateway receives the submit before the form confirms, and never gets the card', async () => {
    await visit.open();
    await visit.mount(method);
    await number().fill(good);
    expect(await visit.submit()).toEqual({ status: 'submitted' });
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
    expect(await visit.page.evaluate(() => window.phases)).toEqual([
      'open',
      'confirming',
      'processing',
      'paid',
    ]);
    expect(order().submits).toEqual([
      {
        orderId: order().order.order_id,
        transactionId: order().submittedAttempt,
        terminal: { type: 'PC', userAgent: expect.stringContaining('Chrome') },
        deviceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ]);
    expect(processor().confirmed).toEqual([order().submittedAttempt]);
    await number().waitFor({ state: 'detached' });
  });

  test('brings the service the session result of the component, if there is one', async () => {
    // The service must not know the result before the page sends it what the component reported.
    order().resultDelayMs = 2_000;
    await visit.open();
    await visit.mount(method);
    await number().fill(withSessionResult);
    expect(await visit.submit()).toEqual({ status: 'submitted' });
    await visit.resultsCome(1);
    const transactionId = order().submittedAttempt;
    const brought = { transactionId, sessionResult: expect.stringMatching(/^paid:./) };
    const submits = order().submits.filter((submit) => 'sessionResult' in submit);
    expect(submits).toEqual(method === 'card_component' ? [expect.objectContaining(brought)] : []);
  });

  testOf('COMPONENT_SDK')(
    'has the whole width of the page’s element, also after a card form was mounted in it',
    async () => {
      await visit.open();
      await visit.mount('card');
      await number().waitFor();
      await visit.mount(method);
      await number().waitFor();
      const [form = 0, place = 0] = await visit.page.evaluate(() => {
        const mounted = document.querySelector('.kassa-payment');
        return [mounted, mounted?.firstElementChild].map((each) => each?.getBoundingClientRect().width);
      });
      expect(form).toBeGreaterThan(200);
      expect(place).toBe(form);
    },
  );

  testOf('PROCESSOR_ELEMENT')('the form shows its own errors, and nothing is submitted', async () => {
    await visit.open();
    await visit.mount(method);
    expect(await visit.submit()).toEqual({ status: 'invalid' });
    expect(await number().evaluate((input) => input === document.activeElement)).toBe(true);
    expect(order().submits).toEqual([]);
    expect(await visit.page.evaluate(() => window.phases)).toEqual(['open']);
  });

  testOf('COMPONENT_SDK')(
    'after a decline, the next attempt has its own form at once, which pays',
    async () => {
      await visit.open();
      await visit.mount(method);
      await number().fill(declined);
      await visit.submit();
      await visit.resultsCome(1);
      // Without a submit that would ask for it.
      await visit.page.waitForFunction(() => document.querySelector('input')?.value === '');
      await number().fill(good);
      expect(await visit.submit()).toEqual({ status: 'submitted' });
      expect(await visit.resultsCome(2)).toMatchObject([
        { outcome: 'failed', category: 'declined' },
        { outcome: 'paid' },
      ]);
      expect(new Set(processor().confirmed).size).toBe(2);
      expect(await visit.page.locator('input').count()).toBe(0);
    },
  );

  testOf('PROCESSOR_ELEMENT')('3-D Secure keeps the processor’s form in the page, then pays', async () => {
    await visit.open();
    await visit.mount(method);
    await number().fill(challenged);
    const submit = visit.submit();
    await visit.page.getByRole('button', { name: 'approve' }).waitFor();
    expect(await visit.page.evaluate(() => window.checkout.snapshot.phase)).toBe('confirming');
    expect(await number().count()).toBe(1);
    await visit.page.getByRole('button', { name: 'approve' }).click();
    expect(await submit).toEqual({ status: 'submitted' });
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
  });

  testOf('COMPONENT_SDK')('a refused 3-D Secure fails, and another try pays', async () => {
    await visit.open();
    await visit.mount(method);
    await number().fill(challenged);
    const submit = visit.submit();
    await visit.page.getByRole('button', { name: 'refuse' }).click();
    await submit;
    expect(await visit.resultsCome(1)).toMatchObject([{ category: 'authentication_failed' }]);
    await visit.page.waitForFunction(() => document.querySelector('input')?.value === '');
    await number().fill(good);
    await visit.submit();
    expect(await visit.resultsCome(2)).toMatchObject([{}, { outcome: 'paid' }]);
  });
});

/** Tests of the code that both forms share. `npm test` runs each of them with one form, `npm run combinations` with both. */
const shared: Readonly<Record<string, (method: string) => Promise<void>>> = {
  'many concurrent submits make one payment, and a later one changes nothing': async (method) => {
    await visit.open();
    await visit.mount(method);
    await number().fill(good);
    const outcomes = await visit.page.evaluate(() =>
      Promise.all([1, 2, 3, 4].map(() => window.payment.submit())),
    );
    expect(outcomes).toEqual(Array(4).fill({ status: 'submitted' }));
    expect(await visit.submit()).toEqual({ status: 'submitted' });
    await visit.resultsCome(1);
    expect(order().submits).toHaveLength(1);
    expect(processor().confirmed).toHaveLength(1);
  },

  'a submit waits while the next form is being created': async (method) => {
    await visit.open();
    await visit.mount(method);
    await number().fill(declined);
    const held = Promise.withResolvers<void>();
    let inits = 0;
    await visit.page.route('**/checkout/init', async (route) => {
      inits += 1;
      // Hold back the second call, which creates the next form. The first call asks whether the form's attempt is still open.
      if (inits === 2) await held.promise;
      await route.continue();
    });
    await visit.submit();
    await visit.resultsCome(1);
    const early = visit.submit();
    expect(await number().count()).toBe(0);
    held.resolve();
    expect(await early).toEqual({ status: 'invalid' });
    expect(inits).toBe(2);
    expect(await number().count()).toBe(1);
  },

  'the library’s answer does not count if the service says failed': async (method) => {
    processor().confirmFaults.push('lie');
    await visit.open();
    await visit.mount(method);
    await number().fill(good);
    await visit.submit();
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'failed' }]);
    expect(await visit.page.evaluate(() => window.phases)).not.toContain('paid');
  },

  'a library that never answers delays neither the result nor the next try': async (method) => {
    processor().confirmFaults.push('silent');
    await visit.open();
    await visit.mount(method);
    await number().fill(declined);
    expect(await visit.submit()).toEqual({ status: 'submitted' });
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'failed' }]);
    await visit.page.waitForFunction(() => document.querySelector('input')?.value === '');
    await number().fill(good);
    expect(await visit.submit()).toEqual({ status: 'submitted' });
    expect(await visit.resultsCome(2)).toMatchObject([{}, { outcome: 'paid' }]);
  },

  'an attempt that another tab abandoned is not paid: the form of the new attempt appears': async (
    method,
  ) => {
    await visit.open();
    await visit.mount(method);
    await number().fill(good);
    order().init('sandbox_wallet');
    expect(await visit.submit()).toEqual({ status: 'invalid' });
    expect(order().submits).toEqual([]);
    expect(await number().inputValue()).toBe('');
    await number().fill(good);
    await visit.submit();
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
  },

  'closing while it is confirmed ends the submit; a page that opens the order again hears the result': async (
    method,
  ) => {
    const { submit } = await submitUnanswered(method);
    await visit.page.evaluate(() => window.checkout.close());
    expect(await submit).toMatchObject({ name: 'AbortError' });
    expect(await visit.page.locator('form').count()).toBe(0);
    await visit.open();
    order().settle(null);
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
  },

  'another method mounted while it is confirmed leaves the payment to the service': async (method) => {
    const { submit } = await submitUnanswered(method);
    await visit.mountError('sandbox_wallet');
    expect(await submit).toMatchObject({ kind: 'superseded' });
    await visit.phaseBecomes('processing');
    order().settle(null);
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
  },

  'an order that expires during input removes the form': async (method) => {
    await visit.page.clock.install();
    await visit.open();
    await visit.mount(method);
    await number().fill(good);
    order().move('CLOSE');
    await visit.page.clock.fastForward(order().outlast());
    await visit.phaseBecomes('expired');
    await number().waitFor({ state: 'detached' });
    expect(await visit.submit()).toEqual({ status: 'submitted' });
    expect(order().submits).toEqual([]);
  },

  'an order that ends while its form loads gets no form': async (method) => {
    const held = Promise.withResolvers<void>();
    await visit.page.route(processor().library.url, async (route) => {
      await held.promise;
      await route.continue();
    });
    await visit.open();
    const mounting = visit.mount(method);
    await expect.poll(() => order().inits).toEqual([method]);
    order().move('CLOSE');
    await visit.page.evaluate(() => window.checkout.refresh());
    held.resolve();
    await mounting;
    expect(await number().count()).toBe(0);
    expect(await visit.submit()).toEqual({ status: 'submitted' });
    expect(order().submits).toEqual([]);
  },

  'an order that was paid elsewhere during input is not submitted': async (method) => {
    await visit.open();
    await visit.mount(method);
    await number().fill(good);
    order().move('PAY_SUCCESS');
    await visit.submit();
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
    expect(order().submits).toEqual([]);
    expect(processor().confirmed).toEqual([]);
  },

  'a submit that the service refuses can be repeated with the same form': async (method) => {
    visit.service.failNext('/submit', 'RATE_LIMITED', 'RATE_LIMITED', 'RATE_LIMITED', 'RATE_LIMITED');
    await visit.open();
    await visit.mount(method);
    await number().fill(good);
    expect(await visit.submit()).toMatchObject({ kind: 'service' });
    expect(await number().inputValue()).toBe(good);
    expect(await visit.submit()).toEqual({ status: 'submitted' });
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
  },

  'looking at a card form or a button in between costs the form no attempt': async (method) => {
    await visit.open();
    await visit.mount('sandbox_wallet');
    await visit.mount(method);
    await visit.mount('sandbox_wallet');
    await visit.mount(method);
    expect(order().inits).toEqual(['sandbox_wallet', method]);
    await number().fill(good);
    await visit.submit();
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
  },
};

for (const [[title, consume], [renderType, method]] of combine(Object.entries(shared), forms))
  test(`${renderType}: ${title}`, () => consume(method));
