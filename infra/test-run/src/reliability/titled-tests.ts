import { globSync, readFileSync } from 'node:fs';
import { faultsIn } from './fault-tags.ts';

/** A test or a group of tests whose title names faults. */
export interface TitledTest {
  readonly file: string;
  readonly title: string;
  readonly faults: readonly number[];
}

const sources = [
  '{contracts,sdk-node,sdk-browser,cashier-web,e2e}/**/*.ts',
  '{services,infra}/*/test/**/*.ts',
];

/**
 * Finds the titles of tests in the source files. A string is taken as a title if it begins with `fault` and a number, or if it
 * names a fault in brackets, as in `(fault 12)`.
 */
export function findTitledTests(): readonly TitledTest[] {
  return globSync(sources, { exclude: ['**/node_modules/**', '**/dist/**', 'infra/test-run/**'] })
    .sort()
    .flatMap((file) => titlesIn(readFileSync(file, 'utf8')).map((titled) => ({ file, ...titled })));
}

export function titlesIn(source: string): readonly Omit<TitledTest, 'file'>[] {
  const strings = source.matchAll(/(?<=[(\s])(['"`])((?:fault|[^'"`\n]*\(fault)s? \d(?:(?!\1)[^\n])*)\1/g);
  return [...strings]
    .map(([, , title = '']) => ({ title, faults: faultsIn(title) }))
    .filter(({ faults }) => faults.length > 0);
}
