import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { reliabilityPage, rowsWithoutTests, tagsWithoutRow } from './reliability/reliability-page.ts';
import { findTitledTests } from './reliability/titled-tests.ts';

/** Writes docs/reliability.md. With `--check`, it only reports whether the page is up to date. */

const PAGE = 'docs/reliability.md';

const tests = findTitledTests();
const page = reliabilityPage(tests);
const missing = rowsWithoutTests(tests);
if (missing.length > 0) {
  console.error(`No test's title names these faults: ${missing.join(', ')}.`);
  process.exitCode = 1;
}
const unknown = tagsWithoutRow(tests);
if (unknown.length > 0) {
  console.error(
    `Test titles name these faults, which no file of infra/test-run/src/reliability lists: ${unknown.join(', ')}.`,
  );
  process.exitCode = 1;
}
if (!process.argv.includes('--check')) {
  writeFileSync(PAGE, page);
} else if (!existsSync(PAGE) || readFileSync(PAGE, 'utf8') !== page) {
  console.error(`${PAGE} is out of date. Write it with: npm run docs`);
  process.exitCode = 1;
}
