import { type FaultRow, faultRows } from './fault-rows.ts';
import type { TitledTest } from './titled-tests.ts';

/** The page that names, for each fault, the tests that hold it. Generated: edit the titles, not the page. */
export function reliabilityPage(tests: readonly TitledTest[]): string {
  return `# Reliability

What can go wrong, what must then happen, and the tests that would notice if it did not. This page is generated from the
titles of the tests (\`npm run docs\`), and \`npm run check\` fails when it is out of date or a row has no test.
\`npm run faults\` runs the long form of the fault harness, \`npm run faults:model\` that of the model, and
\`npm run faults:prove\` takes protections out one at a time and shows that the named tests turn red.

${faultRows.map((fault) => section(fault, tests)).join('\n')}`;
}

/** Rows that no test holds. */
export function rowsWithoutTests(tests: readonly TitledTest[]): readonly number[] {
  const held = new Set(tests.flatMap(({ faults }) => faults));
  return faultRows.map(({ number }) => number).filter((number) => !held.has(number));
}

/** What titles name and the table does not know. */
export function tagsWithoutRow(tests: readonly TitledTest[]): readonly number[] {
  const known = new Set(faultRows.map(({ number }) => number));
  return [...new Set(tests.flatMap(({ faults }) => faults))].filter((number) => !known.has(number));
}

function section({ number, fault, mustHappen }: FaultRow, tests: readonly TitledTest[]): string {
  const own = tests.filter(({ faults }) => faults.includes(number));
  const lines = own.map(({ file, title }) => `- ${forReaders(title)} — [${baseName(file)}](../${file})`);
  return `## ${number}. ${fault}\n\n${mustHappen}.\n\n${[...new Set(lines)].join('\n')}\n`;
}

/** Drops the tags and the case of a table that follows the last colon; other placeholders become “…”. */
function forReaders(title: string): string {
  const sentence = title
    .replace(/^faults? [\d, and]+: /, '')
    .replace(/\s*\(faults? [\d, and]+\)/, '')
    .replace(/^%[sj]: /, '')
    .replace(/: [^:]*(?:%[sjo]|\$\w+)[^:]*$/, '')
    .replaceAll(/%[sjo]|\$\w+/g, '…');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function baseName(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}
