import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { languageCodes } from '../src/i18n/languages.ts';
import { builtCashier } from './browser/built-cashier.ts';

/** Three bytes a sign: no other language's file is larger, compressed. */
const heaviestLanguage = 'ja';
/** Loaded when a method or the bank asks for it, or as a page of its own. */
const onDemand = [
  'component-sdk',
  'processor-element',
  'processor-form',
  'redirect',
  'show-challenge',
  'show-test-cards',
  'return',
  'fields',
];

test('the first load, card form and a merchant’s colour included, stays within 44 kB compressed', () => {
  const files = builtCashier();
  const otherLanguages = languageCodes.filter((code) => code !== heaviestLanguage);
  const isOther = new RegExp(`/assets/(${otherLanguages.join('|')})-`);
  const isOnDemand = new RegExp(
    `/assets/(${onDemand.join('|')})-|/(return|fields)\\.html$|/script-inventory\\.json$`,
  );
  const withoutOthers = [...files].filter(([name]) => !isOther.test(name));
  expect([...files].length - withoutOthers.length).toBe(otherLanguages.length);
  const needed = withoutOthers.filter(([name]) => !isOnDemand.test(name));
  for (const name of onDemand) expect([...files.keys()].join()).toContain(`/assets/${name}-`);
  expect(needed.length).toBeGreaterThanOrEqual(5);
  const bytes = needed.reduce((sum, [, { body }]) => sum + gzipSync(body, { level: 9 }).length, 0);
  expect(bytes).toBeLessThanOrEqual(44_000);
});

test('the page has no inline script and no inline style', () => {
  const html = String(builtCashier().get('/index.html')?.body);
  expect(html.match(/<script\b[^>]*>[^<]+/g)).toBeNull();
  expect(html).not.toMatch(/<style|\sstyle=|javascript:/);
});
