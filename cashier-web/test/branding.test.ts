import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accentPalette, buttonPalette, grounds, type Scheme } from '../src/branding/accent-palette.ts';
import { applyBranding } from '../src/branding/apply-branding.ts';
import {
  type Color,
  contrastOf,
  formatColor,
  mix,
  parseColor,
  withContrast,
} from '../src/branding/contrast.ts';

const part = fc.integer({ min: 0, max: 255 });
const colors: fc.Arbitrary<Color> = fc.tuple(part, part, part);
const schemes = fc.constantFrom<Scheme>('light', 'dark');
const color = (text: string): Color => {
  const parsed = parseColor(text);
  if (!parsed) throw new Error(`${text} is no colour.`);
  return parsed;
};

/** What `tokens.css` says, by scheme. */
function token(scheme: Scheme, name: string): Color {
  const css = readFileSync(join(import.meta.dirname, '../src/styles/tokens.css'), 'utf8');
  const [light = '', dark = ''] = css.split('prefers-color-scheme: dark');
  const [, value = ''] =
    new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(scheme === 'light' ? light : dark) ?? [];
  return color(value);
}

describe('contrast', () => {
  test.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#1a4fd6', '#ffffff', 6.7],
    ['#123456', '#123456', 1],
  ])('%s on %s is %s', (one, other, ratio) => {
    expect(contrastOf(color(one), color(other))).toBeCloseTo(ratio, 1);
  });

  test('is the same in both directions, between 1 and 21', () => {
    fc.assert(
      fc.property(colors, colors, (one, other) => {
        const ratio = contrastOf(one, other);
        expect(ratio).toBe(contrastOf(other, one));
        expect(ratio).toBeGreaterThanOrEqual(1);
        expect(ratio).toBeLessThanOrEqual(21);
      }),
    );
  });

  test('colours are read from their notation', () => {
    fc.assert(
      fc.property(colors, (one) => {
        expect(parseColor(formatColor(one))).toEqual(one);
      }),
    );
    for (const text of ['#fff', 'red', '#12345g', 'url(#123456)', '']) expect(parseColor(text)).toBeNull();
  });

  test('a colour with enough contrast stays unchanged', () => {
    expect(withContrast([26, 79, 214], [grounds.light.surface], 4.5, [0, 0, 0])).toEqual([26, 79, 214]);
    expect(mix([0, 0, 0], [255, 255, 255], 0)).toEqual([0, 0, 0]);
  });
});

describe('any colour of a merchant’s', () => {
  const everyPalette = (judge: (palette: Record<string, Color>, scheme: Scheme, given: Color) => void) =>
    fc.assert(
      fc.property(colors, schemes, (given, scheme) => {
        const text = formatColor(given);
        const palette = Object.entries({ ...buttonPalette(text), ...accentPalette(text, scheme) });
        expect(palette).toHaveLength(6);
        const visible = palette.filter(([, value]) => value !== 'transparent');
        judge(Object.fromEntries(visible.map(([name, value]) => [name, color(value)])), scheme, given);
      }),
      { numRuns: 500 },
    );

  test('is the colour of the button exactly as given, in both schemes', () =>
    everyPalette(({ accent }, _scheme, given) => expect(accent).toEqual(given)));

  test('gives the button an edge if it would otherwise not stand out from the surface', () =>
    everyPalette(({ accent, 'accent-edge': edge }, scheme) => {
      const { surface } = grounds[scheme];
      expect(contrastOf(edge ?? (accent as Color), surface)).toBeGreaterThanOrEqual(3);
    }));

  test('can be read as text on the page and on its surfaces', () =>
    everyPalette(({ 'accent-ink': ink }, scheme) => {
      for (const ground of ['surface', 'page'] as const) {
        expect(contrastOf(ink as Color, grounds[scheme][ground])).toBeGreaterThanOrEqual(4.5);
      }
    }));

  test('carries readable text, also under the pointer', () =>
    everyPalette(({ accent, 'accent-hover': accentHover, 'on-accent': onAccent }) => {
      expect(contrastOf(onAccent as Color, accent as Color)).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(onAccent as Color, accentHover as Color)).toBeGreaterThanOrEqual(4.5);
    }));

  test('gives selected items a background on which all text stays readable', () =>
    everyPalette(({ 'accent-ink': ink, 'accent-soft': accentSoft }, scheme) => {
      expect(contrastOf(token(scheme, 'text'), accentSoft as Color)).toBeGreaterThanOrEqual(7);
      expect(contrastOf(token(scheme, 'text-quiet'), accentSoft as Color)).toBeGreaterThanOrEqual(4.5);
      // The border of what is selected (WCAG 2.2, 1.4.11).
      expect(contrastOf(ink as Color, accentSoft as Color)).toBeGreaterThanOrEqual(3);
    }));
});

test.each(['light', 'dark'] as const)(
  'the backgrounds of the %s scheme are those of the stylesheet',
  (scheme) => {
    expect(grounds[scheme].surface).toEqual(token(scheme, 'surface'));
    expect(grounds[scheme].page).toEqual(token(scheme, 'page'));
  },
);

describe('the page', () => {
  const appliedFor = (accentColor: string) => {
    const applied: string[] = [];
    applyBranding({ setProperty: (name, value) => void applied.push(`${name}: ${value}`) }, accentColor);
    return applied;
  };

  test('gets the colour for both schemes', () => {
    expect(appliedFor('#ffcc00')).toHaveLength(9);
    expect(appliedFor('#1a4fd6')).toContain('--brand-accent: #1a4fd6');
  });

  test.each(['red', '#fff;}'])('keeps its own look for %j', (accentColor) => {
    expect(appliedFor(accentColor)).toEqual([]);
  });
});
