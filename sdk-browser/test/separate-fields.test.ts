import { afterEach, describe, expect, test } from 'vitest';
import { longTest } from '../../infra/test-run/src/long-test.ts';
import { field, open, openCardFields, order } from './support/card-fields.ts';
import { openSeparately, separateFields } from './support/separate-fields.ts';
import { visit } from './support/shop-visit.ts';

const good = '4242424242424242';

openCardFields();

const separate = separateFields(() => visit);

describe('the card fields, each in a frame of its own', () => {
  afterEach(() => expect(visit.violations).toEqual([]));

  test('pay as one form', async () => {
    await openSeparately(visit);
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
    await openSeparately(visit);
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
    await openSeparately(visit);
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

  longTest('are drawn again, empty, if the browser loads one of the frames again', async () => {
    await openSeparately(visit);
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

  longTest('disappear with the payment, from all elements', async () => {
    await openSeparately(visit);
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
    [
      'in frames of their own',
      (options: object) => openSeparately(visit, options),
      () => visit.page.frameLocator('#at-number iframe'),
    ],
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
