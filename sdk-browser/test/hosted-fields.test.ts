import { afterEach, describe, expect, test } from 'vitest';
import { firstOf } from '../../infra/test-run/src/every-combination.ts';
import { longTest } from '../../infra/test-run/src/long-test.ts';
import type { PaymentEvents } from '../src/index.ts';
import { field, mount, open, openCardFields, order } from './support/card-fields.ts';
import { visit } from './support/shop-visit.ts';

declare global {
  interface Window {
    events: [name: string, detail: unknown][];
  }
}

const good = '4242424242424242';
const challenged = '4000000000003220';

openCardFields();

const focused = (name: string) =>
  expect.poll(() => field(name).evaluate((input) => input === document.activeElement && document.hasFocus()));

/** Mounts the fields, and holds back the call that opens the attempt. Returns the function that lets it pass. */
async function mountWithHeldAttempt(): Promise<() => Promise<void>> {
  await visit.open();
  await visit.page.evaluate(() => window.checkout.paymentMethods());
  const { promise: held, resolve } = Promise.withResolvers<void>();
  await visit.page.route('**/checkout/init', async (route) => {
    await held;
    await route.continue();
  });
  const mounting = mount();
  return () => {
    resolve();
    return mounting;
  };
}

describe('the card fields in the gateway’s frame', () => {
  afterEach(() => expect(visit.violations).toEqual([]));

  test('pay, and the page’s events are the same as with a form of its own', async () => {
    await open();
    await visit.fillCard(good, visit.fields);
    expect(await visit.submit()).toEqual({ status: 'submitted' });
    expect(await visit.resultsCome(1)).toEqual([
      { outcome: 'paid', redirectUrl: expect.stringContaining('order_id=') },
    ]);
    const card = { number: good, expMonth: 12, expYear: 2034, cvc: '123' };
    expect(order().submits).toMatchObject([{ card, terminal: { type: 'PC' } }]);
    expect(order().submits[0]?.transactionId).toMatch(/.{8}/);
    expect(await visit.page.evaluate(() => window.phases)).toEqual([
      'open',
      'submitting',
      'processing',
      'paid',
    ]);
    expect(await field('Card number').inputValue()).toBe('');
  });

  test('load while the gateway still opens the attempt, and keep what was typed meanwhile', async () => {
    const release = await mountWithHeldAttempt();
    await visit.fillCard(good, visit.fields);
    expect(order().inits).toEqual([]);
    await release();
    expect(await visit.submit()).toEqual({ status: 'submitted' });
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
    expect(order().submits).toMatchObject([{ card: { number: good } }]);
  });

  test('keep what was typed if the attempt turns out to accept other brands, and check it against those', async () => {
    order().cardBrands = ['visa', 'mastercard'];
    const release = await mountWithHeldAttempt();
    await visit.fillCard(good, visit.fields);
    const fields = visit.page.locator('iframe');
    const first = await fields.elementHandle();
    order().cardBrands = ['mastercard', 'amex'];
    await release();
    expect(await field('Card number').inputValue()).toBe('4242 4242 4242 4242');
    expect(await visit.submit()).toEqual({ status: 'invalid' });
    await visit.fields.getByText('Visa').waitFor();
    await field('Card number').fill('378282246310005');
    await field('Security code').fill('1234');
    expect(await visit.submit()).toEqual({ status: 'submitted' });
    expect(order().submits).toMatchObject([{ card: { number: '378282246310005', expMonth: 12 } }]);
    expect(await first?.evaluate((frame) => frame.isConnected)).toBe(true);
  });

  test('are removed if the attempt cannot be opened, and mount says why', async () => {
    await visit.open();
    await visit.page.evaluate(() => window.checkout.paymentMethods());
    order().attemptsLeft = 0;
    await expect(mount()).rejects.toThrow('TOO_MANY_ATTEMPTS');
    expect(await visit.page.locator('iframe').count()).toBe(0);
  });

  longTest('let the consumer choose the network of a card that belongs to two', async () => {
    order().cardBrands = ['visa', 'cartes_bancaires'];
    await open();
    await visit.fillCard('4000002500001001', visit.fields);
    await field('Visa / CB').selectOption('CB');
    await visit.submit();
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
    expect(order().submits[0]?.card).toMatchObject({ network: 'cartes_bancaires' });
  });

  test('show what is wrong at the field, and move the focus there', async () => {
    await open();
    await visit.fillCard('4242424242424241', visit.fields);
    await visit.page.getByRole('button', { name: 'Pay' }).focus();
    expect(await visit.submit()).toEqual({ status: 'invalid' });
    await visit.fields.getByText('Your card number is invalid.').waitFor();
    await focused('Card number').toBe(true);
    expect(order().submits).toEqual([]);
    await visit.fillCard(good, visit.fields);
    await visit.submit();
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
  });

  longTest('show a decline at the field that it concerns, and take another code', async () => {
    await open({ texts: { securityCodeWrong: 'Prüfziffer falsch.' } });
    await visit.fillCard('4000000000000127', visit.fields);
    await visit.submit();
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'failed', category: 'incorrect_cvc' }]);
    await visit.fields.getByText('Prüfziffer falsch.').waitFor();
    expect(await field('Security code').getAttribute('aria-invalid')).toBe('true');
    await visit.fillCard(good, visit.fields);
    await visit.submit();
    expect(await visit.resultsCome(2)).toMatchObject([{}, { outcome: 'paid' }]);
  });

  test('lead to 3-D Secure over the page, not inside their small frame', async () => {
    order().challengeDisplay = 'FRAME';
    await open();
    await visit.fillCard(challenged, visit.fields);
    expect(await visit.submit()).toEqual({ status: 'submitted' });
    const bank = visit.page.frameLocator('.kassa-challenge iframe');
    await bank.getByRole('link', { name: 'approve' }).click();
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
  });

  longTest('send the consumer to 3-D Secure on a page of its own, and forget the card', async () => {
    order().challengeDisplay = 'REDIRECT';
    await visit.open();
    await visit.page.evaluate(async () => {
      const form = document.querySelector('#form') ?? document.body;
      window.payment = await window.checkout.mount('card', form, { navigate: () => true });
    });
    await visit.fillCard(challenged, visit.fields);
    expect(await visit.submit()).toEqual({
      status: 'redirecting',
      url: expect.stringContaining('/processor/3ds'),
    });
    await expect.poll(() => field('Card number').inputValue()).toBe('');
  });

  test('can be filled in with the keyboard alone, from the page and back to it', async () => {
    await visit.open();
    await visit.page.evaluate(() => {
      const [form, pay] = [document.querySelector('#form'), document.querySelector('#pay')];
      if (form && pay) form.after(pay);
    });
    await mount();
    const { keyboard } = visit.page;
    await keyboard.press('Tab');
    await focused('Card number').toBe(true);
    await keyboard.type(good);
    await keyboard.press('Tab');
    await keyboard.type('1234');
    await keyboard.press('Tab');
    await keyboard.type('123');
    await keyboard.press('Tab');
    await expect.poll(() => visit.page.evaluate(() => document.activeElement?.id)).toBe('pay');
    await keyboard.press('Shift+Tab');
    await focused('Security code').toBe(true);
    await keyboard.press('Enter');
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
  });

  test('tell browsers what to fill in, in one document', async () => {
    await open();
    const inputs = await visit.fields
      .locator('form input')
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).autocomplete));
    expect(inputs).toEqual(['cc-number', 'cc-exp', 'cc-csc']);
  });

  longTest('look as the page says, and otherwise like its text', async () => {
    await visit.open();
    await visit.page.evaluate(() => {
      Object.assign(document.body.style, { fontFamily: 'Georgia', color: 'rgb(9, 8, 7)', direction: 'rtl' });
    });
    const variables = { colorText: 'rgb(1, 2, 3)', borderRadius: '3px', fontSizeBase: '20px' };
    const texts = { number: 'Kartennummer', brandNotAccepted: (brand: string) => `Kein ${brand}.` };
    await visit.page.evaluate(() =>
      Object.assign(window, { brandNotAccepted: (name: string) => `Kein ${name}.` }),
    );
    await mount({
      appearance: { variables },
      texts: { number: texts.number, cardFields: 'Karte' },
      locale: 'de',
    });
    const style = await field('Kartennummer').evaluate((input) => {
      const { color, borderRadius, fontSize, fontFamily } = getComputedStyle(input);
      const label = getComputedStyle(input.parentElement?.querySelector('label') ?? input).color;
      const { lang, dir } = document.documentElement;
      return { color, borderRadius, fontSize, fontFamily, label, lang, dir };
    });
    expect(style).toEqual({
      color: 'rgb(1, 2, 3)',
      borderRadius: '3px',
      fontSize: '20px',
      fontFamily: 'Georgia',
      label: 'rgb(9, 8, 7)',
      lang: 'de',
      dir: 'rtl',
    });
    expect(await visit.page.locator('iframe').getAttribute('title')).toBe('Karte');
  });

  longTest('the frame is as high as its content', async () => {
    await open();
    const overflow = () =>
      visit.fields.locator('body').evaluate(() => document.documentElement.scrollHeight - innerHeight);
    await expect.poll(overflow).toBe(0);
    await visit.submit();
    await visit.fields.getByText('Enter your card number.').waitFor();
    await expect.poll(overflow).toBe(0);
  });

  longTest('texts that are functions reach the frame', async () => {
    await visit.open();
    await visit.page.evaluate(async () => {
      const form = document.querySelector('#form') ?? document.body;
      window.payment = await window.checkout.mount('card', form, {
        texts: {
          brandNotAccepted: (brand) => `Ohne ${brand}.`,
          securityCodeIncomplete: (digits) => `${digits} Ziffern.`,
        },
      });
    });
    await visit.fillCard('6011000000000004', visit.fields);
    await visit.submit();
    await visit.fields.getByText('Ohne Discover.').waitFor();
    await field('Card number').fill('378282246310005');
    await field('Security code').fill('12');
    await visit.submit();
    await visit.fields.getByText('4 Ziffern.').waitFor();
  });

  test('if the answer to a submit is lost, the page waits for the result', async () => {
    await open();
    visit.service.failNext('/payment/submit', 'drop_answer', 'drop', 'drop', 'drop');
    await visit.fillCard(good, visit.fields);
    expect(await visit.submit()).toEqual({ status: 'submitted' });
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
    expect(new Set(order().submits.map(({ transactionId }) => transactionId)).size).toBe(1);
  });

  test('a refusal by the gateway reaches the page as an error, and the fields can be used again', async () => {
    await open();
    visit.service.failNext('/payment/submit', 'CHANNEL_ERROR');
    await visit.fillCard(good, visit.fields);
    expect(await visit.submit()).toMatchObject({ kind: 'service', code: 'CHANNEL_ERROR' });
    expect(await visit.submit()).toEqual({ status: 'submitted' });
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
  });

  test('removed during a submit, they do not end the payment', async () => {
    const answered = Promise.withResolvers<void>();
    await visit.page.route('**/payment/submit', async (route) => {
      const response = await route.fetch();
      await answered.promise;
      await route.fulfill({ response }).catch(() => undefined);
    });
    await open();
    await visit.fillCard(good, visit.fields);
    const thrown = await visit.page.evaluate(async () => {
      const submitted = window.payment.submit().catch((error: unknown) => error);
      await new Promise((resolve) => setTimeout(resolve, 300));
      window.payment.unmount();
      return (await submitted) instanceof DOMException;
    });
    answered.resolve();
    expect(thrown).toBe(true);
    expect(await visit.page.locator('iframe').count()).toBe(0);
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
  });

  longTest('give way to another method and come back', async () => {
    await open();
    await visit.fillCard(good, visit.fields);
    await visit.mount('sandbox_wallet');
    expect(await visit.page.locator('iframe').count()).toBe(0);
    await mount();
    await visit.fillCard(good, visit.fields);
    await visit.submit();
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
  });

  test('a frame that the browser loads again works, with empty fields', async () => {
    await open();
    await visit.fillCard(good, visit.fields);
    await visit.page.locator('iframe').evaluate((frame: HTMLIFrameElement) => {
      // biome-ignore lint/correctness/noSelfAssign: loads the frame again
      frame.src = frame.src;
    });
    await expect
      .poll(() =>
        field('Card number')
          .inputValue()
          .catch(() => null),
      )
      .toBe('');
    await visit.fillCard(good, visit.fields);
    await visit.submit();
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
  });
});

describe('the events of the fields', () => {
  async function listen(): Promise<void> {
    await visit.page.evaluate(() => {
      window.events = [];
      for (const name of ['ready', 'focus', 'blur', 'change'] as const satisfies (keyof PaymentEvents)[]) {
        window.payment.on(name, (detail) => window.events.push([name, detail]));
      }
    });
  }
  const last = (name: string) =>
    visit.page.evaluate((wanted) => window.events.filter(([one]) => one === wanted).at(-1)?.[1], name);

  test.each(
    firstOf([
      ['in the frame', false],
      ['in the page', true],
    ]),
  )('say, for fields %s, when a button may be enabled, and nothing of what was typed', async (_, ownForm) => {
    await open({ ownForm });
    const form = ownForm ? visit.page : visit.fields;
    await listen();
    await expect.poll(() => last('change')).toEqual({ complete: false, brand: null, error: null });
    expect(await visit.page.evaluate(() => window.events[0]?.[0])).toBe('ready');
    await form.getByLabel('Card number').pressSequentially('4242424242424241');
    await expect.poll(() => last('change')).toEqual({ complete: false, brand: 'visa', error: null });
    expect(await last('focus')).toEqual({ field: 'number' });
    await form.getByLabel('Expiry date').focus();
    await expect
      .poll(() => last('change'))
      .toMatchObject({
        error: { field: 'number', message: 'Your card number is invalid.' },
      });
    expect(await last('blur')).toEqual({ field: 'number' });
    await visit.fillCard(good, form);
    await expect.poll(() => last('change')).toEqual({ complete: true, brand: 'visa', error: null });
    await form.getByLabel('Security code').fill('1');
    await expect.poll(() => last('change')).toMatchObject({ complete: false });
    expect(JSON.stringify(await visit.page.evaluate(() => window.events))).not.toMatch(/\d/);
  });

  longTest('fields that the browser loads again are not complete any more', async () => {
    await open();
    await listen();
    await visit.fillCard(good, visit.fields);
    await expect.poll(() => last('change')).toMatchObject({ complete: true });
    await visit.page.locator('iframe').evaluate((frame: HTMLIFrameElement) => {
      // biome-ignore lint/correctness/noSelfAssign: loads the frame again
      frame.src = frame.src;
    });
    await expect.poll(() => last('change')).toEqual({ complete: false, brand: null, error: null });
  });

  longTest('a method without card fields is complete at once', async () => {
    await visit.open();
    await visit.mount('sandbox_wallet');
    await listen();
    await expect.poll(() => last('change')).toEqual({ complete: true, brand: null, error: null });
  });
});
