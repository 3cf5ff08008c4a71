/**
 * Some tests repeat the same steps in many combinations, for example each outcome of a payment with each way to render a form.
 * `npm test` tests each row of such a matrix at least once, and each variant at least once. `npm run combinations` sets this
 * variable and tests every combination.
 */
export const everyCombination = process.env.KASSA_EVERY_COMBINATION === '1';

/**
 * Returns every case if every combination is requested, and otherwise only the first case. Use it for cases that differ in a
 * detail which other tests of `npm test` also check.
 */
export function firstOf<Case>(cases: readonly Case[], every = everyCombination): readonly Case[] {
  return every ? cases : cases.slice(0, 1);
}

/**
 * Returns each row with one variant, taking the variants in turn. If every combination is requested, returns each row with each
 * variant.
 */
export function combine<Row, Variant>(
  rows: readonly Row[],
  variants: readonly Variant[],
  every = everyCombination,
): readonly (readonly [Row, Variant])[] {
  return rows.flatMap((row, at) =>
    variants
      .filter((_, turn) => every || turn === at % variants.length)
      .map((variant) => [row, variant] as const),
  );
}
