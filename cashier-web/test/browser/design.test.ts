import { describe, expect, test } from 'vitest';
import { firstOf } from '../../../infra/test-run/src/every-combination.ts';
import { longDescribe, longTest } from '../../../infra/test-run/src/long-test.ts';
import { desktop, fillCard, phone } from './cashier-lab.ts';
import { usableButton } from './screen-walks.ts';
import { useTill } from './use-till.ts';

const till = useTill();

const number = () => till.page.getByLabel('Card number');
const expiry = () => till.page.getByLabel('Expiry date');
const code = () => till.page.getByLabel('Security code');
const isFocused = (input: ReturnType<typeof number>) =>
  input.evaluate((element) => element === document.activeElement);
/** A computed style, also of what is drawn before or after an element. */
const styleOf = (selector: string, property: string, pseudo?: string) =>
  till.page
    .locator(selector)
    .first()
    .evaluate((element, [name, part]) => getComputedStyle(element, part).getPropertyValue(name ?? ''), [
      property,
      pseudo,
    ] as const);

async function open(): Promise<void> {
  await till.page.goto(till.service.payUrl);
  await usableButton(till.page).waitFor();
}

describe('the card form', () => {
  test('moves the focus to the next field by itself, and ignores the first Tab after that', async () => {
    await open();
    const { keyboard } = till.page;
    await number().focus();
    await keyboard.type('4242424242424242');
    expect(await isFocused(expiry())).toBe(true);
    await keyboard.press('Tab');
    expect(await isFocused(expiry())).toBe(true);
    await keyboard.type('1234');
    expect(await isFocused(code())).toBe(true);
    await keyboard.press('Shift+Tab');
    expect(await isFocused(expiry())).toBe(true);
    await keyboard.press('Tab');
    expect(await isFocused(code())).toBe(true);
  });

  test.each(
    firstOf([
      ['a wrong number', '4242424242424241'],
      ['a number that may be longer', '6200000000000005'],
    ]),
  )('does not lead on from %s', async (_case, typed) => {
    await open();
    await number().focus();
    await till.page.keyboard.type(typed);
    expect(await isFocused(number())).toBe(true);
  });

  test('moves the focus neither after a correction nor to a field that is filled in', async () => {
    await open();
    await fillCard(till.page, '4242424242424241');
    await number().focus();
    await till.page.keyboard.press('End');
    await till.page.keyboard.press('Backspace');
    await till.page.keyboard.type('2');
    expect(await number().inputValue()).toBe('4242 4242 4242 4242');
    expect(await isFocused(number())).toBe(true);
  });

  longTest('shows where the security code is printed, which is the front for American Express', async () => {
    await open();
    expect(await styleOf('.kassa-security-code', 'background-image', '::after')).toMatch(
      /security-code.*svg/,
    );
    expect(await styleOf('.kassa-security-code', 'background-position', '::after')).toBe('0% 0%');
    await number().fill('378282246310005');
    expect(await styleOf('.kassa-security-code', 'background-position', '::after')).toBe('0px 100%');
  });

  longTest('is written from the right in Arabic, away from the picture', async () => {
    const { page } = await till.lab.openPage({ locale: 'ar-EG' });
    await page.goto(till.service.payUrl);
    const input = page.locator('.kassa-security-code input');
    expect(await input.evaluate((element) => getComputedStyle(element).textAlign)).toBe('right');
    await page.context().close();
  });
});

describe('a decline', () => {
  test('because of the security code is shown at that field, which gets the focus', async () => {
    const { page } = till;
    await open();
    await fillCard(page, '4000000000000127');
    await usableButton(page).click();
    await page.locator('.kassa-security-code .kassa-error', { hasText: 'is incorrect' }).waitFor();
    await usableButton(page).waitFor();
    expect(await isFocused(code())).toBe(true);
    expect(await page.getByRole('alert').count()).toBe(0);
    await code().fill('124');
    expect(await page.locator('.kassa-security-code .kassa-error').textContent()).toBe('');
  });

  test('of the card is shown at the card, and disappears when another method is chosen', async () => {
    const { page } = till;
    await open();
    await fillCard(page, '4000000000009995');
    await usableButton(page).click();
    await page.locator('.card.selected').getByRole('alert').getByText('Insufficient funds').waitFor();
    await page.getByRole('radio', { name: 'Sandbox Wallet' }).check();
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});

describe('the brand marks', () => {
  test('are drawn as shapes, and the mark of the typed card is highlighted', async () => {
    await open();
    const marks = till.page.locator('.brands svg');
    expect(await marks.count()).toBe(3);
    expect(await marks.locator('text').count()).toBe(0);
    const dimmed = till.page.locator('.brands svg.dim');
    expect(await dimmed.count()).toBe(0);
    await number().fill('5555 55');
    expect(await dimmed.evaluateAll((all) => all.map((mark) => mark.getAttribute('data-brand')))).toEqual([
      'visa',
      'amex',
    ]);
    await number().fill('');
    expect(await dimmed.count()).toBe(0);
  });
});

describe('the merchant’s colour', () => {
  test.each(
    firstOf([
      ['#ffd400', 'rgb(0, 0, 0)'],
      ['#123456', 'rgb(255, 255, 255)'],
    ]),
  )('%s is the button’s as given, in light and dark, with readable text on it', async (color, ink) => {
    const { service, page } = till;
    service.order.order = { ...service.order.order, branding: { logo_url: null, accent_color: color } };
    await open();
    await page.locator('html[style*="--brand-accent"]').waitFor();
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
    await page.mouse.move(0, 0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await styleOf('.actions > button', 'background-color')).toBe(`rgb(${red}, ${green}, ${blue})`);
      expect(await styleOf('.actions > button', 'color')).toBe(ink);
    }
  });
});

longTest('the card form changes between light and dark with the page', async () => {
  const { page } = till;
  await open();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const property of ['background-color', 'color'])
      expect(await styleOf('.kassa-number input', property)).toBe(await styleOf('.panel', property));
  }
});

longDescribe('what is drawn', () => {
  test('aligns the language list, the button and the receipt with the edges of the rest', async () => {
    const { page } = till;
    await page.setViewportSize(phone);
    await open();
    const edgesOf = async (selector: string) => {
      const box = await page.locator(selector).first().boundingBox();
      return { left: box?.x, right: (box?.x ?? 0) + (box?.width ?? 0) };
    };
    const edges = await edgesOf('.actions > button');
    expect((await edgesOf('header .arrow')).right).toBe(edges.right);
    await page.route('**/shop/thanks?**', (route) => route.fulfill({ status: 204 }));
    await fillCard(page, '4242424242424242');
    await usableButton(page).click();
    await page.locator('.receipt dl').waitFor();
    expect(await edgesOf('.receipt')).toEqual(edges);
    expect(await edgesOf('.ways button')).toEqual(edges);
  });

  test('on a desktop, puts the bar above the result, not beside it', async () => {
    const { page, service } = till;
    await page.setViewportSize(desktop);
    service.order.move('PAY_SUCCESS');
    await page.goto(service.payUrl);
    await page.locator('.receipt dl').waitFor();
    const [bar, panel] = await Promise.all(
      ['header', '.panel'].map((selector) => page.locator(selector).boundingBox()),
    );
    expect([bar?.x, bar?.width]).toEqual([panel?.x, panel?.width]);
  });

  test('makes the only way on from a screen its main button', async () => {
    till.service.order.move('CLOSE');
    await till.page.goto(till.service.payUrl);
    await till.page.locator('.ways a').waitFor();
    expect(await styleOf('.ways a', 'background-color')).toBe('rgb(26, 79, 214)');
  });

  test('outlines a field that has the focus along its border, in the accent colour', async () => {
    await open();
    await number().focus();
    expect(await styleOf('.kassa-number input', 'outline')).toBe('rgb(26, 79, 214) solid 2px');
    expect(await styleOf('.kassa-number input', 'outline-offset')).toBe('-1px');
  });
});

describe('on a phone', () => {
  test('there is one surface, and the fields are at least 330 px wide', async () => {
    await till.page.setViewportSize(phone);
    await open();
    const surfaces = await Promise.all(
      ['html', 'body', '.panel'].map((selector) => styleOf(selector, 'background-color')),
    );
    expect(new Set(surfaces)).toEqual(new Set(['rgb(255, 255, 255)']));
    expect(await styleOf('.panel', 'box-shadow')).toBe('none');
    expect((await number().boundingBox())?.width).toBeGreaterThanOrEqual(330);
    const [left, right] = await Promise.all([expiry().boundingBox(), code().boundingBox()]);
    expect((right?.x ?? 0) + (right?.width ?? 0) - (left?.x ?? 0)).toBeGreaterThanOrEqual(330);
    expect(await till.page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  });

  longTest('the summary shows pictures of the products while the list is closed', async () => {
    const { page, service } = till;
    const { products } = service.order.order;
    const image_url = `${service.baseUrl}/logos/hillside.svg`;
    service.order.order = {
      ...service.order.order,
      products: products.map((product) => ({ ...product, image_url })),
    };
    await open();
    const small = page.locator('summary img');
    expect(await small.count()).toBe(1);
    expect(await small.isVisible()).toBe(true);
    await page.getByText('Order details').click();
    expect(await small.isVisible()).toBe(false);
    await page.locator('li img').first().waitFor();
    await page.setViewportSize(desktop);
    await page.reload();
    await page.locator('li img').first().waitFor();
    expect(await small.count()).toBe(0);
  });

  longTest('a finger does not cause the hover styles of a pointer', async () => {
    const { page } = await till.lab.openPage({ hasTouch: true, isMobile: true });
    await page.goto(till.service.payUrl);
    await usableButton(page).waitFor();
    const loose = await page.evaluate(() => {
      const outside = (rules: CSSRuleList, inHover: boolean): string[] =>
        [...rules].flatMap((rule) => {
          const isHover = rule instanceof CSSMediaRule && rule.conditionText.includes('hover: hover');
          const own = rule instanceof CSSStyleRule && rule.selectorText.includes(':hover') && !inHover;
          const nested = rule instanceof CSSGroupingRule ? outside(rule.cssRules, inHover || isHover) : [];
          return [...(own ? [rule.selectorText] : []), ...nested];
        });
      const sheets = [...document.styleSheets, ...document.adoptedStyleSheets];
      return sheets.flatMap((sheet) => outside(sheet.cssRules, false));
    });
    expect(loose).toEqual([]);
    await page.context().close();
  });
});
