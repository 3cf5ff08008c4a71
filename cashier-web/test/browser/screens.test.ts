import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languageCodes } from '../../src/i18n/languages.ts';
import { builtCashier } from './built-cashier.ts';
import { CashierLab, desktop, fillCard, phone, takePicture } from './cashier-lab.ts';
import { expectAccessible } from './expect-accessible.ts';
import { type ScreenCase, screenCases } from './screen-cases.ts';

let lab: CashierLab;

beforeAll(async () => {
  lab = await CashierLab.start(builtCashier());
});
afterAll(() => lab.stop());

const looks = [
  { look: 'light phone', viewport: phone, colorScheme: 'light', locale: 'ar-EG' },
  { look: 'dark desktop', viewport: desktop, colorScheme: 'dark', locale: 'de-DE' },
] as const;

type Look = Omit<(typeof looks)[number], 'look' | 'locale'> & { readonly locale: string };

/** What every screen looked like in the last run, to be looked at. */
const pictures = join(import.meta.dirname, '../../../.kassa/cashier-screens');

/** The machine may have much else to do. */
const patient = { timeout: 90_000 };

async function expectAccessibleScreens(screens: readonly ScreenCase[], look: Look): Promise<void> {
  const service = await lab.startService();
  const { page, violations } = await lab.openPage(look);
  for (const [at, { screen, prepare, open, reach }] of screens.entries()) {
    prepare?.(service);
    if (open) await open(page, service, lab);
    else if (at === 0) await page.goto(service.payUrl);
    await reach(page, service);
    await expectAccessible(page);
    const path = join(pictures, `${screen}, ${look.colorScheme} in ${look.locale}.png`);
    await takePicture(page, path);
  }
  expect(violations).toEqual([]);
  await page.context().close();
  await service.stop();
}

describe.each(looks)('on a $look in $locale', (look) => {
  test.concurrent.each(screenCases)(
    '$screen is accessible and keeps the content security policy',
    patient,
    (screenCase) => expectAccessibleScreens([screenCase], look),
  );
});

/** Where most of what the cashier says is said; each language on one side of light and dark. */
test.concurrent.each(languageCodes)('choosing and failing are accessible in %s', patient, async (locale) => {
  const look = looks[languageCodes.indexOf(locale) % 2 === 0 ? 1 : 0] ?? looks[0];
  const screens = screenCases.filter(({ screen }) => screen === 'choosing' || screen === 'failed');
  expect(screens).toHaveLength(2);
  await expectAccessibleScreens(screens, { ...look, locale });
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
