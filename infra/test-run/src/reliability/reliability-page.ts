import type { FaultRow } from './fault-row.ts';
import { faultRows } from './fault-rows.ts';
import type { TitledTest } from './titled-tests.ts';

/**
 * The page that lists, for each fault, the tests that protect against it. To change a sentence of the page, change the title of
 * its test.
 */
export function reliabilityPage(tests: readonly TitledTest[]): string {
  return `# Reliability

Each section names a fault, says what Kassa must do, and lists the tests that fail if Kassa does not. \`npm run docs\` generates
this page from the titles of the tests. \`npm run check\` fails when the page is out of date or a fault has no test.
\`npm run faults\` runs the long form of the fault harness, and \`npm run faults:model\` runs the long form of the model.
\`npm run faults:prove\` removes protections one at a time and shows that the named tests then fail.

${faultRows.map((fault) => section(fault, tests)).join('\n')}`;
}

/** The numbers of the faults that no test's title names, so no test is known to protect against them. */
export function rowsWithoutTests(tests: readonly TitledTest[]): readonly number[] {
  const held = new Set(tests.flatMap(({ faults }) => faults));
  return faultRows.map(({ number }) => number).filter((number) => !held.has(number));
}

/** Fault numbers that tests' titles name, but that the table of faults does not contain. */
export function tagsWithoutRow(tests: readonly TitledTest[]): readonly number[] {
  const known = new Set(faultRows.map(({ number }) => number));
  return [...new Set(tests.flatMap(({ faults }) => faults))].filter((number) => !known.has(number));
}

function section({ number, fault, mustHappen }: FaultRow, tests: readonly TitledTest[]): string {
  const own = tests.filter(({ faults }) => faults.includes(number));
  const lines = own.map(({ file, title }) => `- ${forReaders(title)} — [${baseName(file)}](../${file})`);
  return `## ${number}. ${fault}\n\n${mustHappen}.\n\n${[...new Set(lines)].join('\n')}\n`;
}

/**
 * Returns a test's title as the reliability page shows it, without fault numbers. The title can contain placeholders such as
 * `%s` for the values of a table of test cases. If the text after the last colon has a placeholder, this text is removed; all
 * other placeholders become “…”.
 */
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
