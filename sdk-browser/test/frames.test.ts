import type { Frame } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { firstOf } from '../../infra/test-run/src/every-combination.ts';
import { longTest } from '../../infra/test-run/src/long-test.ts';
import { openShop, shop, visit } from './support/shop-visit.ts';

openShop();

/** Opens the shop's page in a frame of another site. */
async function openInFrame(attributes = ''): Promise<Frame> {
  await visit.page.goto(shop.blogAddress(`${attributes} src="${visit.address}"`));
  const frame = await visit.page.waitForSelector('iframe').then((element) => element.contentFrame());
  if (!frame) throw new Error('The frame is not there.');
  await frame.waitForSelector('html[data-ready]');
  return frame;
}

async function payIn(frame: Frame): Promise<void> {
  await frame.evaluate(async () => {
    const payment = await window.checkout.mount('sandbox_wallet', document.body);
    const button = document.querySelector<HTMLButtonElement>('#pay');
    if (!button) return;
    button.onclick = () => void payment.submit().then((outcome) => Object.assign(window, { outcome }));
  });
  await frame.getByRole('button', { name: 'Pay' }).click();
}

describe('a method that leaves the page, in a frame', () => {
  test('uses the whole window', async () => {
    await payIn(await openInFrame());
    await visit.decideAtProcessor('approve');
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
  });

  test('if the page around it forbids that, returns the address to continue at, and gets the result', async () => {
    const frame = await openInFrame('sandbox="allow-scripts allow-same-origin allow-forms allow-popups"');
    await payIn(frame);
    await frame.waitForFunction(() => 'outcome' in window);
    const outcome = await frame.evaluate(() => Reflect.get(window, 'outcome'));
    expect(outcome).toEqual({ status: 'blocked', url: expect.stringContaining('/processor/wallet') });
    expect(await frame.evaluate(() => window.checkout.pendingUrl)).toBe(outcome.url);
    expect(await frame.evaluate(() => window.checkout.snapshot.phase)).toBe('processing');
    const other = await visit.page.context().newPage();
    await other.goto(outcome.url);
    await other.getByRole('link', { name: 'approve' }).click();
    await frame.waitForFunction(() => window.results[0]?.outcome === 'paid');
    expect(new URL(visit.page.url()).pathname).toBe('/blog');
  });

  longTest(
    'a page that redirects by itself can report a failure, and both submits of a double click report it',
    async () => {
      await visit.open();
      const outcomes = await visit.page.evaluate(async () => {
        const navigate = () => false;
        const payment = await window.checkout.mount('sandbox_wallet', document.body, { navigate });
        return Promise.all([payment.submit(), payment.submit()]);
      });
      const blocked = { status: 'blocked', url: expect.stringContaining('/processor/wallet') };
      expect(outcomes).toEqual([blocked, blocked]);
      expect(visit.service.order.submits).toHaveLength(1);
    },
  );
});

test('a card payment in a frame without storage leaves for 3-D Secure and returns with its result', async () => {
  await visit.forbidStorage();
  const frame = await openInFrame();
  await frame.evaluate(async () => {
    const payment = await window.checkout.mount('card', document.body, { ownForm: true });
    const button = document.querySelector<HTMLButtonElement>('#pay');
    if (button) button.onclick = () => void payment.submit();
  });
  await visit.fillCard('4000000000003220', frame);
  await frame.getByRole('button', { name: 'Pay' }).click();
  await visit.decideAtProcessor('approve');
  expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
});

describe('embedCashier', () => {
  /** Stands in for the hosted cashier: it says what the test wants said. */
  async function embed(headers: Record<string, string> = {}): Promise<Frame> {
    await visit.page.route(`${visit.service.baseUrl}/checkout/**`, (route) =>
      route.fulfill({ body: '<!doctype html><title>Cashier</title>', contentType: 'text/html', headers }),
    );
    await visit.page.goto(shop.origin);
    await visit.page.waitForSelector('html[data-ready]');
    await visit.page.evaluate(async (payUrl) => {
      const heard: unknown[] = [];
      const embedded = window.embedCashier({
        payUrl,
        element: document.querySelector('#form') ?? document.body,
        title: 'Kasse',
        onResult: (result) => heard.push(result),
        onHeight: (height) => heard.push(height),
        onError: ({ kind, message }) => heard.push({ kind, message }),
      });
      Object.assign(window, { embedded, heard });
      await new Promise((resolve) => embedded.frame.addEventListener('load', resolve));
    }, visit.service.payUrl);
    const frame = await visit.page.waitForSelector('iframe[title=Kasse]').then((one) => one.contentFrame());
    if (!frame) throw new Error('The frame is not there.');
    await frame.waitForLoadState();
    return frame;
  }

  const heard = () => visit.page.evaluate(() => Reflect.get(window, 'heard'));
  const heardCount = (count: number) =>
    visit.page.waitForFunction((wanted) => Reflect.get(window, 'heard').length === wanted, count);

  test('opens the order, adopts the height and reports the result', async () => {
    const frame = await embed();
    expect(frame.url()).toBe(`${visit.service.payUrl}&auto_return=0`);
    await frame.evaluate(() => {
      parent.postMessage({ source: 'kassa', type: 'height', height: 700.4 }, '*');
      parent.postMessage({ source: 'kassa', type: 'result', outcome: 'paid', orderId: 'ord_1' }, '*');
    });
    await heardCount(2);
    expect(await heard()).toEqual([700.4, { outcome: 'paid', orderId: 'ord_1' }]);
    expect(await visit.page.locator('iframe').evaluate((one) => one.style.height)).toBe('701px');
    expect(visit.violations).toEqual([]);
  });

  test('the SDK ignores messages from other senders and messages that it does not know (fault 42)', async () => {
    const frame = await embed();
    await visit.page.evaluate(() =>
      postMessage({ source: 'kassa', type: 'result', outcome: 'paid', orderId: 'forged' }, '*'),
    );
    await frame.evaluate(() => {
      const messages: unknown[] = [
        null,
        'kassa',
        { source: 'other', type: 'height', height: 100 },
        { source: 'kassa', type: 'height', height: 1e9 },
        { source: 'kassa', type: 'height', height: -1 },
        { source: 'kassa', type: 'height', height: '100px; color: red' },
        { source: 'kassa', type: 'result', outcome: 'refunded', orderId: 'x' },
        { source: 'kassa', type: 'result', outcome: 'failed', orderId: 'last' },
      ];
      for (const message of messages) parent.postMessage(message, '*');
    });
    await heardCount(1);
    expect(await heard()).toEqual([{ outcome: 'failed', orderId: 'last' }]);
  });

  test('the SDK listens only to the cashier’s own frame, not to other frames of the same origin (fault 42)', async () => {
    await embed();
    const other = `${visit.service.baseUrl}/other`;
    const body = `<script>parent.postMessage({ source: 'kassa', type: 'height', height: 5 }, '*')</script>`;
    await visit.page.route(other, (route) => route.fulfill({ body, contentType: 'text/html' }));
    await visit.page.evaluate(async (address) => {
      const frame = document.createElement('iframe');
      frame.src = address;
      const spoken = new Promise((resolve) => addEventListener('message', resolve, { once: true }));
      document.body.append(frame);
      await spoken;
    }, other);
    expect(await heard()).toEqual([]);
  });

  test('ignores a page that took over the frame', async () => {
    const frame = await embed();
    const other = `${visit.service.processor.origin}/other`;
    const body = `<script>parent.postMessage({ source: 'kassa', type: 'height', height: 5 }, '*')</script>`;
    await visit.page.route(other, (route) => route.fulfill({ body, contentType: 'text/html' }));
    await visit.page.evaluate(() => {
      addEventListener('message', () => Object.assign(window, { strangerSpoke: true }));
    });
    await frame.goto(other);
    await visit.page.waitForFunction(() => 'strangerSpoke' in window);
    expect(await heard()).toEqual([]);
  });

  test('is gone, and ignores messages, after it is removed or aborted', async () => {
    await embed();
    await visit.page.evaluate(() => Reflect.get(window, 'embedded').remove());
    expect(await visit.page.locator('iframe').count()).toBe(0);
    const frames = await visit.page.evaluate((payUrl) => {
      const stop = new AbortController();
      window.embedCashier({ payUrl, element: document.body, signal: stop.signal });
      stop.abort();
      return document.querySelectorAll('iframe').length;
    }, visit.service.payUrl);
    expect(frames).toBe(0);
  });

  describe('a cashier that sends no message', () => {
    const passes = (seconds: number) => visit.page.clock.fastForward(seconds * 1_000);
    const silent = { kind: 'cashier_silent', message: expect.stringContaining('allowed origin') };

    /** Time stands still, so that no slow machine adds to what the tests let pass. */
    beforeEach(async () => {
      await visit.page.clock.install({ time: 0 });
      await visit.page.clock.pauseAt(1_000);
    });

    test('because it may not be framed here, is reported after a while, once', async () => {
      await embed({ 'Content-Security-Policy': "frame-ancestors 'none'" });
      await expect.poll(() => visit.violations.join()).toContain('frame-ancestors');
      await passes(14);
      expect(await heard()).toEqual([]);
      await passes(2);
      expect(await heard()).toEqual([silent]);
      expect((await heard())[0].message).toContain(shop.origin);
      await passes(60);
      expect(await heard()).toHaveLength(1);
    });

    test('and that comes late, works all the same', async () => {
      const frame = await embed();
      await passes(16);
      await frame.evaluate(() => parent.postMessage({ source: 'kassa', type: 'height', height: 500 }, '*'));
      await heardCount(2);
      expect(await heard()).toEqual([silent, 500]);
    });

    longTest('is not reported after it has sent its first message, however small it is', async () => {
      const frame = await embed();
      await visit.page.evaluate(() => {
        addEventListener('message', () => Object.assign(window, { cashierSpoke: true }));
      });
      await frame.evaluate(() => parent.postMessage({ source: 'kassa', type: 'ready' }, '*'));
      await visit.page.waitForFunction(() => 'cashierSpoke' in window);
      await passes(60);
      expect(await heard()).toEqual([]);
    });

    longTest('is not reported after it was removed', async () => {
      await embed();
      await visit.page.evaluate(() => Reflect.get(window, 'embedded').remove());
      await passes(60);
      expect(await heard()).toEqual([]);
    });
  });

  test('the cashier learns what the page wants it to look like, and the page learns when it is ready', async () => {
    await visit.open();
    const address = await visit.page.evaluate((payUrl) => {
      const { frame } = window.embedCashier({
        payUrl,
        element: document.body,
        colorScheme: 'light',
        locale: 'pt-BR',
        appearance: { variables: { colorPrimary: '#7a1fa2', fontFamily: 'Georgia, serif' } },
        onReady: () => document.body.append('The cashier is ready.'),
        onResult: () => undefined,
      });
      return frame.src;
    }, visit.service.payUrl);
    expect(address).toBe(
      `${visit.service.payUrl}&color_scheme=light&locale=pt-BR&accent_color=%237a1fa2&font=Georgia%2C%20serif&auto_return=0`,
    );
    const frame = await visit.page.waitForSelector('iframe').then((one) => one.contentFrame());
    await frame?.waitForLoadState();
    expect(await visit.page.getByText('The cashier is ready.').count()).toBe(0);
    await frame?.evaluate(() => parent.postMessage({ source: 'kassa', type: 'ready' }, '*'));
    await visit.page.getByText('The cashier is ready.').waitFor();
  });

  test.each(
    firstOf([
      ['goes back to the shop by itself', {}, ''],
      ['stays where the page listens for the result', { listens: true }, '&auto_return=0'],
      ['goes back where the page listens and wants so', { listens: true, autoReturn: true }, ''],
      ['stays where the page wants so', { autoReturn: false }, '&auto_return=0'],
    ]),
  )('once paid, the cashier %s', async (_what, given: { listens?: boolean; autoReturn?: boolean }, added) => {
    const { listens = false, ...options } = given;
    await visit.open();
    const address = await visit.page.evaluate(
      ([payUrl, isListening, others]) => {
        const onResult = () => undefined;
        const listener = isListening ? { onResult } : {};
        return window.embedCashier({ payUrl, element: document.body, ...listener, ...others }).frame.src;
      },
      [visit.service.payUrl, listens, options] as const,
    );
    expect(address).toBe(visit.service.payUrl + added);
  });

  test('accepts only web addresses', async () => {
    await visit.open();
    const message = await visit.page.evaluate(() => {
      try {
        window.embedCashier({ payUrl: 'javascript:alert(1)', element: document.body });
        return '';
      } catch (error) {
        return String(error);
      }
    });
    expect(message).toContain('http');
  });
});
