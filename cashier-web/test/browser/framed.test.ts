import type { FrameLocator, Page } from 'playwright-core';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { firstOf } from '../../../infra/test-run/src/every-combination.ts';
import { longTest } from '../../../infra/test-run/src/long-test.ts';
import type { FakeCheckoutService } from '../../../sdk-browser/test/fake-checkout/fake-checkout-service.ts';
import { type CashierLab, desktop, phone } from './cashier-lab.ts';
import { expectAccessible } from './expect-accessible.ts';
import { keepPicture } from './keep-picture.ts';
import { useTill } from './use-till.ts';

const till = useTill();
let lab: CashierLab;
let service: FakeCheckoutService;
let page: Page;
let violations: readonly string[];
let cashier: FrameLocator;

beforeEach(async () => {
  ({ lab, service, page, violations } = till);
  lab.allowFrames(service);
  cashier = page.frameLocator('iframe');
});

const open = (sandbox?: string) =>
  lab.openEmbedder(page, { src: service.payUrl, ...(sandbox ? { sandbox } : {}) });
const usableButton = () => cashier.locator('.actions > button[aria-disabled="false"]');
const heard = async () =>
  (await page.locator('#heard li').allTextContents()).map((row) => JSON.parse(row.split(' from ')[0] ?? ''));

async function payByCard(number: string): Promise<void> {
  await cashier.getByLabel('Card number').fill(number);
  await cashier.getByLabel('Expiry date').fill('12/34');
  await cashier.getByLabel('Security code').fill('123');
  await usableButton().click();
}

describe('in a frame of the merchant’s page', () => {
  test('the page learns the cashier’s height, so that the frame needs no scrolling', async () => {
    await open();
    await usableButton().waitFor();
    await cashier.locator('input[value="sandbox_wallet"]').check();
    await usableButton().waitFor();
    const heights = async () => (await heard()).filter(({ type }) => type === 'height');
    await vi.waitFor(async () => {
      expect((await heights()).length).toBeGreaterThanOrEqual(2);
      const frame = page.frames()[1];
      const sizes = await frame?.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
      // The frame's own border is part of the height that its style says.
      expect((sizes?.[0] ?? 0) - (sizes?.[1] ?? 0)).toBeLessThanOrEqual(2);
    }, 90_000);
    expect((await heard())[0]).toEqual({ source: 'kassa', type: 'ready' });
    expect((await heights()).every(({ source, height }) => source === 'kassa' && height > 300)).toBe(true);
    expect(violations).toEqual([]);
  });

  test('the page gets the result once, and the return to the shop leaves the frame', async () => {
    await open();
    await payByCard('4242424242424242');
    await page.waitForFunction(() => document.querySelector('#heard')?.textContent?.includes('"result"'));
    const results = (await heard()).filter(({ type }) => type === 'result');
    const orderId = service.order.order.order_id;
    expect(results).toEqual([{ source: 'kassa', type: 'result', outcome: 'paid', orderId }]);
    await page.waitForURL(/\/shop\/thanks/);
  });

  test('the cashier sends no messages to a page that is not the merchant’s (fault 42)', async () => {
    await open();
    await usableButton().waitFor();
    const { allowed_origins } = service.order.order;
    expect(allowed_origins).toHaveLength(1);
    await page.locator('#heard li').first().waitFor();
    // Its policy keeps the page out of other frames; what it would tell goes to the merchant's origins only.
    service.order.order = { ...service.order.order, allowed_origins: ['https://another-shop.example'] };
    await open();
    await page.waitForTimeout(0);
    await vi.waitFor(() => expect(page.frames()[1]?.url()).toMatch(/^chrome-error:/), 90_000);
    expect(await heard()).toEqual([]);
  });

  test('a wallet leaves the frame', async () => {
    await open();
    await cashier.locator('input[value="sandbox_wallet"]').check();
    await usableButton().click();
    await page.waitForURL(/\/processor\/wallet/);
  });

  test('if the page forbids that, the next step opens in a new tab and the result arrives here', async () => {
    await open('allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox');
    await cashier.locator('input[value="sandbox_wallet"]').check();
    await usableButton().click();
    const next = page.waitForEvent('popup');
    await cashier.getByRole('link', { name: 'Continue in new window' }).click();
    const beside = await next;
    await beside.getByRole('link', { name: 'approve' }).click();
    await cashier.getByRole('heading', { name: 'Payment successful' }).waitFor();
  });

  test('3-D Secure is shown over the cashier, and the focus returns afterwards', async () => {
    service.order.challengeDisplay = 'FRAME';
    await open();
    await payByCard('4000000000003220');
    const bank = cashier.frameLocator('.kassa-challenge iframe');
    await bank.getByRole('link', { name: 'approve' }).click();
    const title = cashier.getByRole('heading', { name: 'Payment successful' });
    await title.waitFor();
    expect(await title.evaluate((heading) => heading === document.activeElement)).toBe(true);
  });

  test.each(firstOf(['light', 'dark'] as const))(
    'it is one %s surface, without a logo',
    async (colorScheme) => {
      const branding = { logo_url: `${service.baseUrl}/logos/hillside.svg`, accent_color: null };
      service.order.order = { ...service.order.order, branding };
      await page.emulateMedia({ colorScheme });
      await open();
      await usableButton().waitFor();
      const colours = await page.frames()[1]?.evaluate(() =>
        ['html', 'body', '.panel', 'header select'].map((selector) => {
          const element = document.querySelector(selector);
          return element && getComputedStyle(element).backgroundColor;
        }),
      );
      expect(new Set(colours).size).toBe(1);
      expect(await cashier.locator('header img').count()).toBe(0);
      expect(await cashier.getByRole('heading', { name: 'Pay Hillside Coffee' }).count()).toBe(1);
    },
  );

  describe('the page decides what the cashier looks like:', () => {
    const openWith = (look: string) =>
      lab.openEmbedder(page, { src: `${service.payUrl}${look}&auto_return=0` });
    const colours = () =>
      cashier.locator('.panel').evaluate((panel) => {
        const { backgroundColor, colorScheme } = getComputedStyle(panel);
        return { backgroundColor, colorScheme };
      });

    test.each(
      firstOf([
        ['dark', 'light', 'rgb(23, 30, 41)'],
        ['light', 'dark', 'rgb(255, 255, 255)'],
      ] as const),
    )('%s in a browser that prefers %s', async (scheme, colorScheme, backgroundColor) => {
      await page.emulateMedia({ colorScheme });
      await openWith(`&color_scheme=${scheme}`);
      await usableButton().waitFor();
      expect(await colours()).toEqual({ backgroundColor, colorScheme: scheme });
      await expectAccessible(page);
      await keepPicture(page, `framed-look, ${scheme}`);
      expect(violations).toEqual([]);
    });

    test('its language, which the consumer can still change', async () => {
      await openWith('&locale=de-AT');
      await cashier.getByLabel('Kartennummer').waitFor();
      await cashier.getByLabel('Sprache').selectOption('fr');
      await cashier.getByLabel('Numéro de carte').waitFor();
    });

    longTest('a language that the cashier does not have has no effect', async () => {
      await openWith('&locale=sw-KE');
      await cashier.getByLabel('Card number').waitFor();
    });

    test('its colour, corners and font', async () => {
      await openWith('&accent_color=%237a1fa2&radius=0px&font=Georgia');
      await usableButton().waitFor();
      const look = () =>
        usableButton().evaluate((button) => {
          const { backgroundColor, borderRadius, fontFamily } = getComputedStyle(button);
          return { backgroundColor, borderRadius, fontFamily };
        });
      await vi.waitFor(
        async () =>
          expect(await look()).toEqual({
            backgroundColor: 'rgb(122, 31, 162)',
            borderRadius: '0px',
            fontFamily: 'Georgia',
          }),
        90_000,
      );
    });

    longTest('in a window, these parameters of the address have no effect', async () => {
      await page.goto(`${service.payUrl}&color_scheme=dark&locale=de&radius=0px`);
      await page.getByLabel('Card number').waitFor();
      const radius = await page
        .locator('.actions > button')
        .evaluate((button) => getComputedStyle(button).borderRadius);
      expect(radius).toBe('10px');
    });
  });

  test.each(
    firstOf([
      ['a desktop', desktop],
      ['a phone', phone],
    ]),
  )('the frame grows for 3-D Secure on %s, so that nothing of it is cut off', async (_, viewport) => {
    service.order.challengeDisplay = 'FRAME';
    await page.setViewportSize(viewport);
    await page.clock.install();
    await lab.openEmbedder(page, { src: service.payUrl, style: 'max-width: none' });
    await payByCard('4000000000003220');
    const bank = cashier.locator('.kassa-challenge iframe');
    await bank.waitFor();
    const heightOf = async () => (await bank.boundingBox())?.height ?? 0;
    await vi.waitFor(async () => expect(await heightOf()).toBeGreaterThanOrEqual(620), 90_000);
    await keepPicture(page, `framed-challenge, ${viewport.width}`);
    // Let the second pass after which the cashier would leave a frame that is too low. Nothing happens to this one.
    await page.clock.fastForward(1_500);
    await cashier.frameLocator('.kassa-challenge iframe').getByRole('link', { name: 'approve' }).click();
    await cashier.getByRole('heading', { name: 'Payment successful' }).waitFor();
  });

  longTest('3-D Secure gets the whole window if the frame stays too low for it', async () => {
    service.order.challengeDisplay = 'FRAME';
    await lab.openEmbedder(page, { src: service.payUrl, 'data-fixed': '', style: 'height: 480px' });
    await payByCard('4000000000003220');
    await page.waitForURL(/\/processor\/3ds/);
    await page.getByRole('link', { name: 'approve' }).click();
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
  });

  longTest('the cashier does not scroll the page to itself before anybody has used it', async () => {
    service.order.move('CLOSE');
    // Asked from here, the frame would count as touched: the browser takes what a test evaluates for a gesture.
    await page.addInitScript(() => {
      if (window.parent === window)
        addEventListener('message', ({ data }) => {
          if (typeof data === 'string') Object.assign(window, { titleShown: data });
        });
      else
        new MutationObserver(() => {
          const title = document.querySelector('.title')?.textContent;
          if (title) window.parent.postMessage(title, '*');
        }).observe(document, { childList: true, subtree: true });
    });
    await open();
    const titleShown = () => page.evaluate(() => Reflect.get(window, 'titleShown'));
    await vi.waitFor(async () => expect(await titleShown()).toBe('This checkout has expired'), 90_000);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  });
});
