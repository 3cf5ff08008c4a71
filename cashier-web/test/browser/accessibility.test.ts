import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { firstOf } from '../../../infra/test-run/src/every-combination.ts';
import { longTest } from '../../../infra/test-run/src/long-test.ts';
import type { FakeCheckoutService } from '../../../sdk-browser/test/fake-checkout/fake-checkout-service.ts';
import { builtCashier } from './built-cashier.ts';
import { CashierLab, fillCard } from './cashier-lab.ts';
import { payByCard, screenCases } from './screen-cases.ts';

let lab: CashierLab;
let service: FakeCheckoutService;
let page: Page;

beforeAll(async () => {
  lab = await CashierLab.start(builtCashier());
});
afterAll(() => lab.stop());
beforeEach(async () => {
  service = await lab.startService();
  ({ page } = await lab.openPage());
});
afterEach(async () => {
  await page.context().close();
  await service.stop();
});

const focused = () =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return element === document.body ? 'body' : (element?.textContent?.trim() ?? '');
  });

/** Presses Tab until this element has the focus, as who cannot use a mouse does. */
async function tabTo(selector: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
  }
  throw new Error(`Tab never reaches ${selector}.`);
}

/** What a screen reader hears without the focus moving. */
async function writeDownAnnouncements(): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver(() => {
      for (const region of document.querySelectorAll('[role="status"], [role="alert"]')) {
        const text = region.textContent?.trim() ?? '';
        if (text && said.at(-1) !== text) said.push(text);
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => Reflect.get(window, 'said') as string[]);
}

describe('with the keyboard alone', () => {
  test('a payment that fails at first is paid with another card, in another language', async () => {
    await page.goto(service.payUrl);
    await page.locator('.kassa-number input').waitFor();
    await tabTo('header select');
    await page.keyboard.type('Deutsch');
    await page.getByLabel('Kartennummer').waitFor();
    await tabTo('.kassa-number input');
    await page.keyboard.type('4000000000009995');
    await page.keyboard.press('Tab');
    await page.keyboard.type('1234');
    await page.keyboard.press('Tab');
    await page.keyboard.type('123');
    await tabTo('.actions > button');
    await page.keyboard.press('Space');
    await page.getByRole('alert').waitFor();
    expect(await focused()).toContain('Ihre Karte ist nicht ausreichend gedeckt');
    await tabTo('.kassa-number input');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('4242424242424242');
    await page.keyboard.press('Enter');
    await page.locator('.paid .ways').waitFor();
    expect(await focused()).toBe('Zahlung erfolgreich');
    await tabTo('.ways .text-button');
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('Zurück zu Hillside Coffee');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/shop\/thanks/);
  });

  longTest(
    'the arrow keys move through the methods in both directions, and from one end to the other',
    async () => {
      await page.goto(service.payUrl);
      await page.locator('.kassa-number input').waitFor();
      const codes = service.methods.map(({ code }) => code);
      const chosen = () =>
        page.evaluate(() => {
          const { activeElement } = document;
          return activeElement?.matches(':checked') ? activeElement.getAttribute('value') : null;
        });
      await tabTo('input[value="card"]');
      for (const key of ['ArrowDown', 'ArrowRight']) {
        for (const code of [...codes.slice(1), codes[0]]) {
          await page.keyboard.press(key);
          expect(await chosen()).toBe(code);
        }
      }
      for (const key of ['ArrowUp', 'ArrowLeft']) {
        for (const code of codes.toReversed()) {
          await page.keyboard.press(key);
          expect(await chosen()).toBe(code);
        }
      }
    },
  );

  test('a method is chosen with the arrow keys, and the wallet opens', async () => {
    await page.goto(service.payUrl);
    await page.locator('.kassa-number input').waitFor();
    await tabTo('input[value="card"]');
    await page.keyboard.press('ArrowDown');
    await page.locator('.actions > button[aria-disabled="false"]', { hasText: 'Sandbox Wallet' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('value'))).toBe('sandbox_wallet');
    await tabTo('.actions > button');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/processor\//);
  });
});

describe('the focus is never lost', () => {
  test.each([
    ['when the payment is under way', '4000000000000119', 'Processing…'],
    ['when it was refused', '4000000000000002', 'Payment failed'],
    ['when it succeeded', '4242424242424242', 'Payment successful'],
  ])('%s', async (_, card, words) => {
    await page.goto(service.payUrl);
    await payByCard(page, card);
    await page.getByText(words).waitFor();
    expect(await focused()).toContain(words);
  });

  test('when the order expires while the card is entered', async () => {
    await page.clock.install();
    await page.goto(service.payUrl);
    await fillCard(page, '4242424242424242');
    service.order.move('CLOSE');
    await page.clock.fastForward(service.order.outlast());
    await page.getByRole('heading', { name: 'This checkout has expired' }).waitFor();
    expect(await focused()).toBe('This checkout has expired');
  });

  test.each(firstOf(['form-failed', 'unreachable']))('when %s is left by trying again', async (screen) => {
    const screenCase = screenCases.find((one) => one.screen === screen);
    screenCase?.prepare?.(service);
    await screenCase?.open?.(page, service, lab);
    await screenCase?.reach(page, service);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('.kassa-payment input').first().waitFor();
    expect(await focused()).not.toBe('body');
  });
});

test('status changes are announced: loading, the lost connection, and errors', async () => {
  const said = await writeDownAnnouncements();
  await page.route('**/payment-methods?**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  await page.goto(service.payUrl);
  await page.locator('.kassa-number input').waitFor();
  await page.context().setOffline(true);
  await vi.waitFor(async () => expect((await said()).join()).toContain('You’re offline.'), 90_000);
  await page.context().setOffline(false);
  await payByCard(page, '4000000000009995');
  await vi.waitFor(async () => expect((await said()).join()).toContain('Insufficient funds'), 90_000);
  expect((await said())[0]).toBe('Loading your order…');
});

describe('display settings of the device', () => {
  test.each(firstOf(['choosing', 'card-mistakes', 'failed', 'paid', 'expired']))(
    'on a screen of 320 px, or enlarged to 200 %, nothing of %s needs sideways scrolling',
    async (screen) => {
      const screenCase = screenCases.find((one) => one.screen === screen);
      for (const [viewport, locale] of [
        [{ width: 320, height: 640 }, 'de-DE'],
        // A window of 640 px at 200 % is laid out like one of 320 px (WCAG 2.2, 1.4.10).
        [{ width: 320, height: 256 }, 'ar-EG'],
      ] as const) {
        const own = await lab.startService();
        const narrow = await lab.openPage({ viewport, locale });
        screenCase?.prepare?.(own);
        await narrow.page.goto(own.payUrl);
        await screenCase?.reach(narrow.page, own);
        for (const fontSize of ['100%', '200%']) {
          const width = await narrow.page.evaluate((size) => {
            document.documentElement.style.fontSize = size;
            return document.documentElement.scrollWidth;
          }, fontSize);
          expect(width, `${locale} with text at ${fontSize}`).toBeLessThanOrEqual(320);
        }
        await narrow.page.context().close();
        await own.stop();
      }
    },
  );

  test('nothing moves if the consumer prefers reduced motion', async () => {
    await page.goto(service.payUrl);
    await payByCard(page, '4000000000000119');
    await page.locator('.actions > button.busy').waitFor();
    const moving = await page.evaluate(
      () =>
        document
          .getAnimations()
          .filter((animation) =>
            (animation.effect as KeyframeEffect)
              .getKeyframes()
              .some((frame) => 'transform' in frame && frame.transform !== 'none'),
          ).length,
    );
    expect(moving).toBe(0);
  });

  test('with forced colours, selected items, errors and the focus stay recognisable', async () => {
    const forced = await lab.openPage({ forcedColors: 'active' });
    await forced.page.goto(service.payUrl);
    await forced.page.locator('.kassa-number input').waitFor();
    const look = (selector: string) =>
      forced.page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const { borderTopStyle, borderTopWidth, outlineStyle, forcedColorAdjust } =
            getComputedStyle(element);
          return { borderTopStyle, borderTopWidth, outlineStyle, forcedColorAdjust };
        });
    expect(await look('.actions > button')).toMatchObject({ borderTopStyle: 'solid', borderTopWidth: '1px' });
    await forced.page.locator('input[value="card"]').focus();
    await forced.page.keyboard.press('ArrowDown');
    expect(await look('.card.selected label')).toMatchObject({ outlineStyle: 'solid' });
    await forced.page.locator('.actions > button').focus();
    expect(await look('.actions > button')).toMatchObject({ outlineStyle: 'solid' });
    await forced.page.context().close();
  });
});
