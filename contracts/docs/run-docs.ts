import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { statesPage } from './states-page.ts';

/** Writes the pages generated from the contracts. With `--check`, only reports whether they are up to date. */

const PAGE = 'docs/states.md';

const page = statesPage();
if (!process.argv.includes('--check')) {
  writeFileSync(PAGE, page);
} else if (!existsSync(PAGE) || readFileSync(PAGE, 'utf8') !== page) {
  console.error(`${PAGE} is out of date. Update it with: npm run docs`);
  process.exitCode = 1;
}
