import { beforeEach, describe, expect, test } from 'vitest';
import { firstOf } from '../../infra/test-run/src/every-combination.ts';
import { longTest } from '../../infra/test-run/src/long-test.ts';
import { openShop, visit } from './support/shop-visit.ts';

const good = '4242424242424242';
const silent = '4000000000000119';

openShop('none');
beforeEach(async () => {
  await visit.open();
});

const order = () => visit.service.order;
const field = (name: string) => visit.page.getByLabel(name);
const snapshot = () => visit.page.evaluate(() => window.checkout.snapshot);

describe('the card form', () => {
  test('tells browsers what to fill in and which keyboard to show', async () => {
    await visit.mount('card');
    const inputs = await visit.page.locator('form input').evaluateAll((all) =>
      all.map((one) => {
        const { autocomplete, inputMode, name, labels } = one as HTMLInputElement;
        return [labels?.[0]?.textContent, autocomplete, inputMode, name];
      }),
    );
    expect(inputs).toEqual([
      ['Card number', 'cc-number', 'numeric', ''],
      ['Expiry date', 'cc-exp', 'numeric', ''],
      ['Security code', 'cc-csc', 'numeric', ''],
    ]);
  });

  test('groups what is typed or pasted, and names the brand', async () => {
    await visit.mount('card');
    await field('Card number').pressSequentially('378282246310005');
    expect(await field('Card number').inputValue()).toBe('3782 822463 10005');
    expect(await visit.page.locator('.kassa-number').getAttribute('data-brand')).toBe('American Express');
    await field('Card number').fill('');
    await visit.page.evaluate(() => document.execCommand('insertText', false, 'Card: 4242-4242-4242-4242'));
    expect(await field('Card number').inputValue()).toBe('4242 4242 4242 4242');
    await field('Expiry date').pressSequentially('1234');
    expect(await field('Expiry date').inputValue()).toBe('12/34');
  });

  test('shows the error at the field, and moves the focus there', async () => {
    await visit.mount('card');
    await visit.fillCard('4242424242424241');
    await field('Security code').fill('1');
    expect(await visit.submit()).toEqual({ status: 'invalid' });
    const described = (name: string) =>
      field(name).evaluate((input) => ({
        focused: input === document.activeElement,
        invalid: input.getAttribute('aria-invalid'),
        message: document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent,
      }));
    expect(await described('Card number')).toEqual({
      focused: true,
      invalid: 'true',
      message: 'Your card number is invalid.',
    });
    expect(await described('Security code')).toMatchObject({
      message: 'Enter all 3 digits of the security code.',
    });
    expect(await described('Expiry date')).toMatchObject({ invalid: null });
    expect(order().submits).toEqual([]);
    await visit.fillCard(good);
    expect(await described('Card number')).toMatchObject({ invalid: null });
  });

  test('uses the page’s appearance and texts', async () => {
    const appearance = {
      variables: { colorText: 'rgb(1, 2, 3)', borderRadius: '3px', fontSizeBase: '20px' },
    };
    await visit.mount('card', { appearance, texts: { number: 'Kartennummer' } });
    const style = await field('Kartennummer').evaluate((input) => {
      const { color, borderRadius, fontSize } = getComputedStyle(input);
      return { color, borderRadius, fontSize };
    });
    expect(style).toEqual({ color: 'rgb(1, 2, 3)', borderRadius: '3px', fontSize: '20px' });
  });

  test('pays with the input', async () => {
    await visit.mount('card');
    await visit.fillCard(good);
    expect(await visit.submit()).toEqual({ status: 'submitted' });
    expect(await visit.resultsCome(1)).toEqual([
      { outcome: 'paid', redirectUrl: expect.stringContaining('order_id=') },
    ]);
    const card = { number: good, expMonth: 12, expYear: 2034, cvc: '123' };
    expect(order().submits).toMatchObject([{ card, terminal: { type: 'PC' } }]);
    expect(await visit.page.evaluate(() => window.phases)).toEqual([
      'open',
      'submitting',
      'processing',
      'paid',
    ]);
  });

  test('an order that expires during input clears the form', async () => {
    await visit.mount('card');
    await visit.fillCard(good);
    order().move('CLOSE');
    await visit.page.evaluate(() => window.checkout.refresh());
    await visit.phaseBecomes('expired');
    expect(await field('Card number').inputValue()).toBe('');
    expect(await visit.submit()).toEqual({ status: 'submitted' });
    expect(order().submits).toEqual([]);
  });
});

describe('a card that belongs to two networks', () => {
  const twoNetworks = '4000002500001001';
  const choice = () => visit.page.getByLabel(/ \/ CB$/);
  const complete = () => visit.page.evaluate(() => new Promise((tell) => window.payment.on('change', tell)));

  beforeEach(() => {
    order().cardBrands = ['visa', 'mastercard', 'cartes_bancaires'];
  });

  test('goes through the network that the consumer chooses', async () => {
    await visit.mount('card');
    await visit.fillCard(twoNetworks);
    await expect.poll(() => choice().locator('option').allTextContents()).toEqual(['Visa', 'CB']);
    expect(await complete()).toMatchObject({ complete: true, brand: 'visa' });
    await choice().selectOption('CB');
    expect(await complete()).toMatchObject({ complete: true, brand: 'cartes_bancaires' });
    await visit.submit();
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
    expect(order().submits[0]?.card).toMatchObject({ number: twoNetworks, network: 'cartes_bancaires' });
  });

  longTest('goes through the network that is shown if the consumer chooses none', async () => {
    await visit.mount('card');
    await visit.fillCard('5555552500001001');
    expect(await choice().locator('option').allTextContents()).toEqual(['Mastercard', 'CB']);
    await visit.submit();
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
    expect(order().submits[0]?.card).toMatchObject({ network: 'mastercard' });
  });

  longTest(
    'keeps the choice while the consumer looks at another method, and loses it with the number',
    async () => {
      await visit.mount('card');
      await visit.fillCard(twoNetworks);
      await choice().selectOption('CB');
      await visit.mount('sandbox_wallet');
      await visit.mount('card');
      expect(await choice().inputValue()).toBe('cartes_bancaires');
      await field('Card number').fill(good);
      expect(await visit.page.locator('form select').count()).toBe(0);
      await visit.submit();
      expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
      expect(order().submits[0]?.card).not.toHaveProperty('network');
    },
  );

  test('has no choice where the order accepts only one of its networks', async () => {
    order().cardBrands = ['visa', 'mastercard'];
    await visit.mount('card');
    await visit.fillCard(twoNetworks);
    await visit.submit();
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
    expect(order().submits[0]?.card).not.toHaveProperty('network');
  });
});

describe('what was typed', () => {
  const typed = () =>
    visit.page.locator('form input').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  const everything = ['4242 4242 4242 4242', '12/34', '123'];

  test('is there again when the consumer has looked at another method, or reads another language', async () => {
    await visit.mount('card');
    await visit.fillCard(good);
    await visit.mount('sandbox_wallet');
    await visit.mount('card', { texts: { number: 'Kartennummer' } });
    expect(await typed()).toEqual(everything);
    await field('Kartennummer').waitFor();
    expect(await visit.page.locator('.kassa-number').getAttribute('data-brand')).toBe('Visa');
    await visit.submit();
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
  });

  longTest('is still shown as wrong, in the new language', async () => {
    await visit.mount('card');
    await visit.fillCard('4242424242424241');
    await visit.submit();
    await visit.mount('card', { texts: { numberInvalid: 'Tippfehler.' } });
    expect(await typed()).toEqual(['4242 4242 4242 4241', '12/34', '123']);
    expect(await visit.page.locator('.kassa-error').allTextContents()).toEqual(['Tippfehler.', '', '']);
  });

  test('is forgotten when the page removes the form', async () => {
    await visit.mount('card');
    await visit.fillCard(good);
    await visit.page.evaluate(() => window.payment.unmount());
    await visit.mount('card');
    expect(await typed()).toEqual(['', '', '']);
  });

  longTest('is forgotten when the consumer leaves for another method’s page', async () => {
    await visit.mount('card');
    await visit.fillCard(good);
    const outcome = await visit.page.evaluate(async () => {
      const payment = await window.checkout.mount('sandbox_wallet', document.body, { navigate: () => true });
      return payment.submit();
    });
    expect(outcome.status).toBe('redirecting');
    await visit.mount('card');
    expect(await typed()).toEqual(['', '', '']);
  });
});

describe('a network that is lost', () => {
  test.each(firstOf([1, 4]))(
    'with the answer to the submit, %i times: one payment, one result',
    async (times) => {
      await visit.mount('card');
      await visit.fillCard(good);
      visit.service.failNext('/submit', ...Array<'drop_answer'>(times).fill('drop_answer'));
      expect(await visit.submit()).toEqual({ status: 'submitted' });
      expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
      await visit.page.evaluate(() => window.checkout.refresh());
      expect(await visit.results()).toHaveLength(1);
      expect(order().inits).toEqual(['card']);
    },
  );

  test('before the submit arrived: the form opens again, and the next submit pays', async () => {
    await visit.mount('card');
    await visit.fillCard(good);
    await visit.page.route('**/payment/submit', (route) => route.abort('connectionreset'));
    expect(await visit.submit()).toEqual({ status: 'submitted' });
    await visit.page.unroute('**/payment/submit');
    await visit.phaseBecomes('open');
    expect(order().submits).toEqual([]);
    expect(await field('Card number').inputValue()).toBe('4242 4242 4242 4242');
    expect(await visit.submit()).toEqual({ status: 'submitted' });
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
  });

  longTest(
    'while the payment is processed: that is reported, and the result arrives when the network is back',
    async () => {
      await visit.mount('card');
      await visit.fillCard(silent);
      await visit.submit();
      await visit.page.context().setOffline(true);
      await visit.page.waitForFunction(() => !window.checkout.snapshot.connected);
      expect(await snapshot()).toMatchObject({ phase: 'processing', connected: false });
      order().settle(null);
      expect(await visit.results()).toEqual([]);
      await visit.page.context().setOffline(false);
      expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
      expect(await snapshot()).toMatchObject({ connected: true });
    },
  );
});

describe('card values', () => {
  /** Returns everything that the page can still read after the payment. */
  const leftovers = () =>
    visit.page.evaluate(async () => {
      const databases = await indexedDB.databases();
      const inputs = [...document.querySelectorAll('input')].map(({ value }) => value);
      const { cookie } = document;
      const kept = [{ ...localStorage }, { ...sessionStorage }, cookie, databases, await caches?.keys()];
      const page = [document.documentElement.outerHTML, inputs, location.href, history.state];
      const told = [Reflect.get(window, 'told'), window.checkout.snapshot, window.results];
      return JSON.stringify([kept, page, told, performance.getEntries()]);
    });

  test.each([
    ['paid', good],
    ['failed', '4000000000000002'],
    ['unmounted', '4000000000009995'],
  ])('are in no storage, event, URL or element afterwards: %s', async (ending, number) => {
    const bodies: string[] = [];
    visit.page.on('request', (request) => {
      if (`${request.url()} ${request.postData()}`.includes(number)) bodies.push(request.url());
    });
    const logged: string[] = [];
    visit.page.on('console', (message) => logged.push(message.text()));
    await visit.page.evaluate(() => {
      const told: unknown[] = [];
      Object.assign(window, { told });
      for (const name of ['change', 'result', 'expired'] as const) {
        window.checkout.on(name, (detail) => told.push(detail));
      }
    });
    await visit.mount('card');
    await visit.fillCard(number);
    const inputs = await visit.page.evaluateHandle(() => [...document.querySelectorAll('input')]);
    if (ending !== 'unmounted') {
      await visit.submit();
      await visit.resultsCome(1);
      expect(bodies).toEqual([`${visit.service.baseUrl}/api/web/payment/submit`]);
    }
    await visit.page.evaluate(() => window.payment.unmount());
    // The removed inputs are empty too, because other code may still refer to them.
    expect(await inputs.evaluate((all) => all.map(({ value }) => value))).toEqual(['', '', '']);
    const left = await leftovers();
    expect(left).toContain('kassa.session');
    const spaced = number.replace(/(\d{4})(?=\d)/g, '$1 ');
    for (const secret of [number, spaced, '12/34', '"123"']) expect(left).not.toContain(secret);
    expect(logged).toEqual([]);
  });
});
