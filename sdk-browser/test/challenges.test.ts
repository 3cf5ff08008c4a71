import { beforeEach, describe, expect, test } from 'vitest';
import { firstOf } from '../../infra/test-run/src/every-combination.ts';
import { longTest } from '../../infra/test-run/src/long-test.ts';
import { openShop, visit } from './support/shop-visit.ts';

const challenged = '4000000000003220';

openShop('none');
beforeEach(async () => {
  visit.service.order.challengeDisplay = 'FRAME';
});

const order = () => visit.service.order;
const dialog = () => visit.page.getByRole('dialog', { name: 'Confirm your payment' });
const bank = () => visit.page.frameLocator('iframe[name=kassa-challenge]');

/** Submits a card that needs 3-D Secure with the page's button. */
async function openChallenge(options: object = {}): Promise<void> {
  await visit.open();
  await visit.mount('card', options);
  await visit.fillCard(challenged);
  await visit.page.getByRole('button', { name: 'Pay' }).click();
}

/** Counts, from now on, the page's events that say that the consumer has closed the dialog. */
async function countClosing(): Promise<() => Promise<string>> {
  const root = visit.page.locator('html');
  await root.evaluate((html) => {
    html.dataset.closings = '0';
    document.addEventListener('kassa-challenge-closed', () => {
      html.dataset.closings = String(Number(html.dataset.closings) + 1);
    });
  });
  return async () => (await root.getAttribute('data-closings')) ?? '';
}

describe('3-D Secure in a frame over the page', () => {
  test('after a pass, it closes by itself, pays and returns the focus', async () => {
    await openChallenge();
    await dialog().waitFor();
    const closings = await countClosing();
    expect(await visit.page.evaluate(() => window.checkout.snapshot.phase)).toBe('processing');
    await bank().getByRole('link', { name: 'approve' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
    expect(await closings()).toBe('0');
    expect(await visit.page.evaluate(() => document.activeElement?.id)).toBe('pay');
    expect(visit.page.url()).toBe(visit.address);
  });

  test('after a refusal, it closes by itself, and another try pays', async () => {
    await openChallenge();
    await bank().getByRole('link', { name: 'refuse' }).click();
    expect(await visit.resultsCome(1)).toMatchObject([{ category: 'authentication_failed' }]);
    await dialog().waitFor({ state: 'detached' });
    await visit.fillCard('4242424242424242');
    await visit.submit();
    expect(await visit.resultsCome(2)).toMatchObject([{}, { outcome: 'paid' }]);
  });

  test('it closes when the page in it has moved on, before the result is known', async () => {
    await openChallenge();
    await dialog().waitFor();
    await bank()
      .locator('a')
      .first()
      .evaluate((link, back) => {
        (link as HTMLAnchorElement).href = back;
      }, order().returnPath(order().submittedAttempt));
    await bank().locator('a').first().click();
    await dialog().waitFor({ state: 'detached' });
    expect(await visit.page.evaluate(() => window.checkout.snapshot.phase)).toBe('processing');
    order().settle(null);
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
  });

  test.each(
    firstOf([
      ['Escape', () => visit.page.keyboard.press('Escape')],
      ['the button', () => dialog().getByRole('button', { name: 'Close' }).click()],
    ]),
  )(
    'after it is closed with %s, the payment waits and can be continued on the full page',
    async (_how, close) => {
      await openChallenge();
      await bank().getByRole('link', { name: 'approve' }).waitFor();
      await dialog().getByRole('link', { name: 'Open in full page' }).focus();
      const closings = await countClosing();
      await close();
      await dialog().waitFor({ state: 'detached' });
      // Escape hides the dialog first. The page gets the event that the dialog was closed a moment later.
      await expect.poll(closings).toBe('1');
      expect(await visit.page.evaluate(() => window.checkout.snapshot.phase)).toBe('processing');
      expect(await visit.results()).toEqual([]);
      const pendingUrl = await visit.page.evaluate(() => window.checkout.pendingUrl);
      expect(pendingUrl).toContain('/processor/3ds');
      await visit.page.goto(pendingUrl ?? '');
      await visit.page.getByRole('link', { name: 'approve' }).click();
      await visit.page.waitForURL(visit.address);
      expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
    },
  );

  describe('closed by a consumer who gives up', () => {
    const closed = async () => {
      await openChallenge();
      await bank().getByRole('link', { name: 'approve' }).waitFor();
      await dialog().getByRole('button', { name: 'Close' }).click();
      await dialog().waitFor({ state: 'detached' });
    };
    const cancel = () =>
      visit.page.evaluate(() =>
        window.checkout.cancel().then(
          ({ phase, failure }) => ({ phase, failure }),
          (error) => ({ code: error.code, until: window.checkout.snapshot.awaitedUntil }),
        ),
      );

    test('with the SDK, a consumer who has closed 3-D Secure can cancel the attempt and pay with another card (fault 60)', async () => {
      await closed();
      expect(await cancel()).toEqual({ phase: 'failed', failure: 'cancelled_by_consumer' });
      expect(order().cancels).toEqual([order().submittedAttempt]);
      expect(await visit.resultsCome(1)).toEqual([{ outcome: 'failed', category: 'cancelled_by_consumer' }]);
      expect(await visit.page.evaluate(() => window.checkout.pendingUrl)).toBeNull();
      // Nothing is left to cancel.
      expect(await cancel()).toEqual({ phase: 'failed', failure: 'cancelled_by_consumer' });
      expect(order().cancels).toHaveLength(1);
      await visit.fillCard('4242424242424242');
      await visit.submit();
      expect(await visit.resultsCome(2)).toMatchObject([{}, { outcome: 'paid' }]);
    });

    test('if a channel cannot cancel an attempt, the attempt goes on, and the SDK tells the page until when to wait for its result (fault 60)', async () => {
      order().cancelling = 'cannot';
      await closed();
      const { awaiting_result_until: until } = await order().status(0);
      expect(await cancel()).toEqual({ code: 'PAYMENT_IN_PROGRESS', until });
      expect(await visit.page.evaluate(() => window.checkout.snapshot.phase)).toBe('processing');
      order().settle(null);
      expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
    });

    test('is paid if the bank was faster', async () => {
      await closed();
      order().settle(null);
      expect(await cancel()).toMatchObject({ phase: 'paid' });
    });
  });

  test('it ends with the order: the frame disappears when the time is over', async () => {
    await openChallenge();
    await dialog().waitFor();
    order().move('CLOSE');
    await dialog().waitFor({ state: 'detached' });
    expect(await visit.resultsCome(1)).toEqual([{ outcome: 'expired' }]);
  });

  test('it ends with the checkout', async () => {
    await openChallenge();
    await dialog().waitFor();
    await visit.page.evaluate(() => window.checkout.close());
    await dialog().waitFor({ state: 'detached' });
  });

  longTest('it opens the full page on request, and returns from there', async () => {
    await openChallenge();
    await dialog().getByRole('link', { name: 'Open in full page' }).click();
    await visit.decideAtProcessor('approve');
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
    expect(await visit.page.evaluate(() => window.checkout.returned)).toBe(true);
  });

  longTest('a message of another window does not close it', async () => {
    await openChallenge();
    await bank().getByRole('link', { name: 'approve' }).waitFor();
    await visit.page.evaluate(async () => {
      const heard = new Promise((resolve) => addEventListener('message', resolve, { once: true }));
      // The message is right, but its sender is the page's own window instead of the frame.
      postMessage('kassa:returned', '*');
      await heard;
    });
    expect(await dialog().count()).toBe(1);
  });

  test('a message of another origin in the frame does not close it', async () => {
    await openChallenge();
    await bank().getByRole('link', { name: 'approve' }).waitFor();
    await visit.page.evaluate(async (stranger) => {
      const heard = new Promise((resolve) =>
        addEventListener('message', ({ data }) => data === 'kassa:returned' && resolve(data)),
      );
      const dialog = document.querySelector('.kassa-challenge')?.shadowRoot;
      const frame = dialog?.querySelector<HTMLIFrameElement>('iframe[name=kassa-challenge]');
      if (frame) frame.src = stranger;
      await heard;
    }, `${visit.service.processor.origin}/return`);
    expect(await dialog().count()).toBe(1);
  });

  longTest('a message of another frame of the service does not close it', async () => {
    await openChallenge();
    await bank().getByRole('link', { name: 'approve' }).waitFor();
    await visit.page.evaluate(async (address) => {
      const heard = new Promise((resolve) =>
        addEventListener('message', ({ data }) => data === 'kassa:returned' && resolve(data)),
      );
      const frame = document.createElement('iframe');
      frame.src = address;
      document.body.append(frame);
      await heard;
    }, visit.service.baseUrl + order().returnPath('another'));
    expect(await dialog().count()).toBe(1);
  });

  longTest('its texts can be set', async () => {
    await openChallenge({ texts: { challengeTitle: 'Bestätigen', challengeClose: 'Schließen' } });
    const own = visit.page.getByRole('dialog', { name: 'Bestätigen' });
    await own.getByRole('button', { name: 'Schließen' }).waitFor();
    await own.getByRole('heading', { name: 'Bestätigen' }).waitFor();
    expect(await visit.page.locator('iframe[title=Bestätigen]').count()).toBe(1);
  });
});

describe('the dialog’s look', () => {
  /** Returns the positions of the dialog and its parts, and the style properties that a page's rules often change. */
  const look = () =>
    dialog().evaluate((element) =>
      [element, ...element.querySelectorAll('*')].map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        const { display, visibility, color, backgroundColor, fontSize, pointerEvents, opacity } =
          getComputedStyle(part);
        const style = { display, visibility, color, backgroundColor, fontSize, pointerEvents, opacity };
        return { tag: part.localName, box: [x, y, width, height], ...style };
      }),
    );

  /** Style rules of an old page. They are meant for the page's own elements, but match those of the dialog too. */
  const grabbingRules = `
    html { font-size: 4px }
    * { visibility: hidden !important; pointer-events: none !important; color: red !important; float: left !important }
    div, dialog, header, h2, a { display: none !important; opacity: .1 !important }
    dialog { width: 10px !important; inset: auto !important; transform: scale(.1) !important }
    dialog::backdrop { background: red !important }
    iframe { position: absolute; left: -9999px; max-height: 1px !important }
    button { display: none !important; width: 100% !important; background: red !important }`;

  longTest('cannot be changed by the page’s own style rules', async () => {
    await openChallenge();
    await bank().getByRole('link', { name: 'approve' }).waitFor();
    const before = await look();
    expect(before.map(({ tag }) => tag)).toEqual(['dialog', 'div', 'h2', 'button', 'iframe', 'a']);
    await visit.page.evaluate((rules) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rules);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    }, grabbingRules);
    expect(await look()).toEqual(before);
    await dialog().getByRole('heading', { name: 'Confirm your payment' }).waitFor();
    await dialog().getByRole('button', { name: 'Close' }).click();
    await dialog().waitFor({ state: 'detached' });
  });

  test.each(
    firstOf([
      ['ltr', 'right'],
      ['rtl', 'left'],
    ]),
  )(
    'follows the page’s direction %s and font, and gives the frame most of a phone’s screen',
    async (direction, side) => {
      await visit.page.setViewportSize({ width: 360, height: 640 });
      await openChallenge();
      await dialog().waitFor();
      await visit.page.evaluate((dir) => {
        document.documentElement.dir = dir;
        document.body.style.fontFamily = 'monospace';
      }, direction);
      const [box, , , button, frame] = await look();
      expect(box?.box).toEqual([0, 0, 360, 640]);
      const [x = 0, , width = 0] = button?.box ?? [];
      expect(side === 'right' ? x + width > 350 : x < 10).toBe(true);
      expect(frame?.box[3]).toBeGreaterThan(520);
      const font = dialog()
        .locator('h2')
        .evaluate((title) => getComputedStyle(title).fontFamily);
      expect(await font).toBe('monospace');
    },
  );

  longTest('has a visible edge with forced colours', async () => {
    await visit.page.emulateMedia({ forcedColors: 'active' });
    await openChallenge();
    await dialog().waitFor();
    const edge = await dialog().evaluate((element) => {
      const { borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(element);
      return { borderTopWidth, borderTopColor, backgroundColor };
    });
    expect(edge.borderTopWidth).toBe('1px');
    expect(edge.borderTopColor).not.toBe('rgba(0, 0, 0, 0)');
    expect(edge.borderTopColor).not.toBe(edge.backgroundColor);
  });
});

describe('3-D Secure in the whole window', () => {
  test.each(
    firstOf([
      ['the service says so', 'REDIRECT', {}],
      ['the service says nothing', null, {}],
      ['the page wants it', 'FRAME', { challenge: 'redirect' }],
    ] as const),
  )('when %s: there and back to the self-built page', async (_when, display, options) => {
    order().challengeDisplay = display;
    await openChallenge(options);
    await visit.decideAtProcessor('approve');
    expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
  });

  test('after a refusal there, the consumer gets the reason, and another try pays', async () => {
    await openChallenge({ challenge: 'redirect' });
    await visit.decideAtProcessor('refuse');
    expect(await visit.resultsCome(1)).toEqual([{ outcome: 'failed', category: 'authentication_failed' }]);
    expect(await visit.page.evaluate(() => window.checkout.pendingUrl)).toBeNull();
    await visit.mount('card');
    await visit.fillCard('4242424242424242');
    await visit.submit();
    expect(await visit.resultsCome(2)).toMatchObject([{}, { outcome: 'paid' }]);
  });

  longTest('the input is not kept while the consumer is away', async () => {
    order().challengeDisplay = 'REDIRECT';
    await visit.open();
    const left = await visit.page.evaluate(async () => {
      const options = { navigate: () => true };
      window.payment = await window.checkout.mount('card', document.body, { ownForm: true, ...options });
    });
    expect(left).toBeUndefined();
    await visit.fillCard(challenged);
    expect(await visit.submit()).toMatchObject({ status: 'redirecting' });
    expect(await visit.page.getByLabel('Card number').inputValue()).toBe('');
  });
});

test('a payment that continues in another tab is reported here', async () => {
  await openChallenge();
  await dialog().getByRole('button', { name: 'Close' }).click();
  const other = await visit.page.context().newPage();
  await other.goto((await visit.page.evaluate(() => window.checkout.pendingUrl)) ?? '');
  await other.getByRole('link', { name: 'approve' }).click();
  await other.waitForURL(visit.address);
  expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
  await other.waitForFunction(() => window.results.length === 1);
});

test('without storage, a payment still goes through 3-D Secure and back', async () => {
  await visit.forbidStorage();
  await openChallenge({ challenge: 'redirect' });
  await visit.decideAtProcessor('approve');
  expect(await visit.resultsCome(1)).toMatchObject([{ outcome: 'paid' }]);
});
