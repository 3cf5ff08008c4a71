import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { languageCodes } from '../src/i18n/languages.ts';
import { builtCashier } from './browser/built-cashier.ts';

/** Loaded when a method or the bank asks for it, once a payment is under way, or as a page of its own. */
const onDemand = [
  'component-sdk',
  'processor-element',
  'processor-form',
  'network-choice',
  'redirect',
  'show-challenge',
  'show-test-cards',
  'draw-receipt',
  'draw-instructions',
  'show-express',
  'mount-express',
  'load-library',
  'element-appearance',
  'return',
  'fields',
];

const compressed = (body: string | Uint8Array) => gzipSync(body, { level: 9 }).length;

test('the first load, card form and a merchant’s colour included, stays within 45 kB compressed', () => {
  const files = builtCashier();
  const languages = languageCodes.map((code) => {
    const names = [...files.keys()].filter((name) =>
      new RegExp(`/assets/${code}-[\\w-]{8}\\.js$`).test(name),
    );
    expect(names, code).toHaveLength(1);
    return names;
  });
  const sizes = languages.flat().map((name) => ({ name, bytes: compressed(files.get(name)?.body ?? '') }));
  const heaviest = sizes.sort((one, other) => other.bytes - one.bytes)[0]?.name;
  const others = new Set(languages.flat().filter((name) => name !== heaviest));
  const isOnDemand = new RegExp(
    `/assets/(${onDemand.join('|')})-|/(return|fields)\\.html$|/script-inventory\\.json$`,
  );
  const withoutOthers = [...files].filter(([name]) => !others.has(name));
  const needed = withoutOthers.filter(([name]) => !isOnDemand.test(name));
  for (const name of onDemand) expect([...files.keys()].join()).toContain(`/assets/${name}-`);
  expect(needed.length).toBeGreaterThanOrEqual(5);
  const bytes = needed.reduce((sum, [, { body }]) => sum + compressed(body), 0);
  expect(bytes).toBeLessThanOrEqual(45_000);
});

test('what requests the order comes in at most 5 kB, however large the rest is', () => {
  const files = builtCashier();
  const [, entry = ''] = /<script [^>]*src="([^"]+)"/.exec(String(files.get('/index.html')?.body)) ?? [];
  const needed = new Set([entry]);
  // A set also visits what is added to it meanwhile.
  for (const name of needed) {
    const imports = String(files.get(name)?.body).matchAll(/\bfrom\s*[`'"]\.\/([^`'"]+)/g);
    for (const [, file] of imports) needed.add(`/assets/${file}`);
  }
  const scripts = [...needed].map((name) => String(files.get(name)?.body));
  expect(scripts.some((script) => script.includes('/checkout/order'))).toBe(true);
  expect(scripts.reduce((sum, script) => sum + compressed(script), 0)).toBeLessThanOrEqual(5_000);
});

test('the page has no inline script and no inline style', () => {
  const html = String(builtCashier().get('/index.html')?.body);
  expect(html.match(/<script\b[^>]*>[^<]+/g)).toBeNull();
  expect(html).not.toMatch(/<style|\sstyle=|javascript:/);
});

test('the page has one style sheet, which is the one that slow-styles.ts waits for', () => {
  const html = String(builtCashier().get('/index.html')?.body);
  expect(html.match(/<link rel="stylesheet"/g)).toHaveLength(1);
});

test('the scripts that the page loads in advance, and no others, are compiled as a whole while they load', () => {
  const files = builtCashier();
  const html = String(files.get('/index.html')?.body);
  const inAdvance = [...html.matchAll(/rel="modulepreload"[^>]* href="([^"]+)"/g)].map(([, href]) => href);
  const hinted = [...files].filter(([, { body }]) =>
    String(body).startsWith('//# allFunctionsCalledOnLoad\n'),
  );
  expect(inAdvance).toHaveLength(2);
  expect(new Set(hinted.map(([name]) => name))).toEqual(new Set(inAdvance));
});
