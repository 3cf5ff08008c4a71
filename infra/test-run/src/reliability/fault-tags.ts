/**
 * The numbers of the faults that a title names: `fault 7: …` at its start, or `… (fault 7)` or `… (faults 2, 14)` within it.
 */
export function faultsIn(title: string): readonly number[] {
  const tags = title.matchAll(/(?:^|[\s(])faults? (\d+(?:(?:, | and )\d+)*)(?=[:)]|$)/g);
  return [...tags].flatMap(([, numbers = '']) => numbers.split(/, | and /).map(Number));
}
