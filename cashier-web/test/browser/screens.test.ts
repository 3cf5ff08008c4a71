import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtCashier } from './built-cashier.ts';
import { CashierLab, desktop, fillCard, phone } from './cashier-lab.ts';
import { expectAccessible, expectLegible } from './expect-accessible.ts';
import { keepPicture } from './keep-picture.ts';
import { type ScreenCase, screenCases } from './screen-cases.ts';

let lab: CashierLab;

beforeAll(async () => {
  lab = await CashierLab.start(builtCashier());
});
afterAll(() => lab.stop());

/** The machine may have much else to do. */

/**
 * Each screen is opened once, dark on a desktop, where a wide page shows more from the start. All rules apply there. Light on a
 * phone, the same page is drawn again, so only the rules about drawing apply.
 */
async function expectAccessibleScreens(screens: readonly ScreenCase[], locale: string): Promise<void> {
  const service = await lab.startService();
  const { page, violations } = await lab.openPage({ viewport: desktop, colorScheme: 'dark', locale });
  for (const [at, { screen, prepare, open, reach }] of screens.entries()) {
    await page.setViewportSize(desktop);
    await page.emulateMedia({ colorScheme: 'dark' });
    prepare?.(service);
    if (open) await open(page, service, lab);
    else if (at === 0) await page.goto(service.payUrl);
    await reach(page, service);
    await expectAccessible(page);
    await keepPicture(page, `${screen}, dark in ${locale}`);
    await page.setViewportSize(phone);
    await page.emulateMedia({ colorScheme: 'light' });
    await expectLegible(page);
    await keepPicture(page, `${screen}, light in ${locale}`);
  }
  expect(violations).toEqual([]);
  await page.context().close();
  await service.stop();
}

/** Half of the screens are written from the right, in Arabic, and half from the left, in the long words of German. */
const screensInLanguages = screenCases.map((screenCase, at) => ({
  ...screenCase,
  locale: at % 2 === 0 ? 'ar-EG' : 'de-DE',
}));

test.concurrent.each(screensInLanguages)(
  '$screen in $locale is accessible, dark on a desktop and light on a phone, and keeps the content security policy',
  ({ locale, ...screenCase }) => expectAccessibleScreens([screenCase], locale),
);

/** One language for each other script. That every language has every message is checked without a browser. */
const otherScripts = ['en', 'he', 'ja', 'ko', 'zh-Hant', 'vi'];

/** These two screens have most of what the cashier says. */
test.concurrent.each(otherScripts)('choosing and failing are accessible in %s', async (locale) => {
  const screens = screenCases.filter(({ screen }) => screen === 'choosing' || screen === 'failed');
  expect(screens).toHaveLength(2);
  await expectAccessibleScreens(screens, locale);
});

test('the form of a method is labelled for people and for autofill', async () => {
  const service = await lab.startService();
  const { page } = await lab.openPage();
  await page.goto(service.payUrl);
  await fillCard(page, '4242424242424242');
  for (const [label, autocomplete] of [
    ['Card number', 'cc-number'],
    ['Expiry date', 'cc-exp'],
    ['Security code', 'cc-csc'],
  ] as const) {
    const input = page.getByLabel(label);
    expect(await input.getAttribute('autocomplete')).toBe(autocomplete);
    expect(await input.getAttribute('inputmode')).toBe('numeric');
    expect(await input.getAttribute('name')).toBeNull();
  }
  await page.context().close();
  await service.stop();
});
