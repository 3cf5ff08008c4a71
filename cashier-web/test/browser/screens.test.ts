import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyCombination } from '../../../infra/test-run/src/every-combination.ts';
import { longTest } from '../../../infra/test-run/src/long-test.ts';
import { builtCashier } from './built-cashier.ts';
import { CashierLab, desktop, fillCard, phone } from './cashier-lab.ts';
import { expectAccessible } from './expect-accessible.ts';
import { keepPicture } from './keep-picture.ts';
import { screenCases } from './screen-cases.ts';

let lab: CashierLab;

beforeAll(async () => {
  lab = await CashierLab.start(builtCashier());
});
afterAll(() => lab.stop());

interface Drawing {
  readonly name: string;
  readonly viewport: typeof phone;
  readonly colorScheme: 'dark' | 'light';
}

/** Two ways to draw a screen. Together they show both colour schemes, and what only a wide page shows from the start. */
const drawings: readonly Drawing[] = [
  { name: 'dark on a desktop', viewport: desktop, colorScheme: 'dark' },
  { name: 'light on a phone', viewport: phone, colorScheme: 'light' },
];

/**
 * One language for each script, and the long words of German. That every language has every message is checked without a
 * browser.
 */
const locales = ['ar-EG', 'de-DE', 'ja', 'en', 'he', 'ko', 'zh-Hant', 'vi'];

const inTurn = <Variant>(variants: readonly Variant[], turn: number): Variant =>
  variants[turn % variants.length] as Variant;

/**
 * `npm test` examines each screen once, with the languages and drawings in turn, shifted so that each language occurs with both
 * drawings. `npm run combinations` examines each screen in its language in both drawings.
 */
const examinations = screenCases.flatMap((screenCase, at) =>
  drawings
    .filter(
      (_, turn) => everyCombination || turn === (at + Math.floor(at / locales.length)) % drawings.length,
    )
    .map((drawing) => ({ ...screenCase, drawing, drawn: drawing.name, locale: inTurn(locales, at) })),
);

test.concurrent.each(examinations)(
  '$screen in $locale, $drawn, is accessible and keeps the content security policy',
  async ({ screen, prepare, open, reach, locale, drawing }) => {
    const service = await lab.startService();
    const { viewport, colorScheme } = drawing;
    const { page, violations } = await lab.openPage({ viewport, colorScheme, locale });
    prepare?.(service);
    if (open) await open(page, service, lab);
    else await page.goto(service.payUrl);
    await reach(page, service);
    await expectAccessible(page);
    await keepPicture(page, `${screen}, ${drawing.name} in ${locale}`);
    expect(violations).toEqual([]);
    await page.context().close();
    await service.stop();
  },
);

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

longTest('the documentation’s screenshots can be taken outside the test runner', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kassa-screenshots-'));
  const command = join(import.meta.dirname, '../../build/run-screenshots.ts');
  const { VITEST: _, ...environment } = process.env;
  const { status, stderr } = spawnSync(process.execPath, [command, '--to', folder, 'choosing-phone'], {
    encoding: 'utf8',
    env: environment,
  });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  expect(readdirSync(folder)).toEqual(['choosing-phone.png']);
  rmSync(folder, { recursive: true });
});
