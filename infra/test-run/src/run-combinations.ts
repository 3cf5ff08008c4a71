import { heading } from './heading.ts';
import { closingLine } from './tally.ts';
import { runTests } from './tests.ts';
import { withSurroundings } from './with-surroundings.ts';

/**
 * `npm run combinations` runs every test with every combination, and the long tests. `npm run combinations -- cashier-web`
 * runs only those of the files whose names contain this text.
 */

process.env.KASSA_EVERY_COMBINATION = '1';
const total = await withSurroundings(() => {
  heading('Tests');
  return runTests(process.argv.slice(2));
});
console.log(`\n${closingLine(total)}`);
process.exitCode = total.failed === 0 ? 0 : 1;
