import fc from 'fast-check';

/** Most events concern the same order, so that they affect each other more often. */
export const order = fc.constantFrom(0, 0, 0, 1, 1, 2);
export const at = fc.nat({ max: 1 });
export const pick = fc.nat({ max: 11 });
export const channel = fc.constantFrom('first' as const, 'first' as const, 'other' as const);

export function often<Usual, Rare>(usual: Usual, rare: Rare): fc.Arbitrary<Usual | Rare> {
  return fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constant(rare) });
}
