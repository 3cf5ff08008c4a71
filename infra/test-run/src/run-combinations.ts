import { closingLine } from './tally.ts';
import { testWithSurroundings } from './test-with-surroundings.ts';

/**
 * `npm run combinations` runs every test with every combination, and the long tests. `npm run combinations -- cashier-web`
 * runs only those of the files whose names contain this text.
 */

process.env.KASSA_EVERY_COMBINATION = '1';
const total = await testWithSurroundings(process.argv.slice(2));
console.log(`\n${closingLine(total)}`);
process.exitCode = total.failed === 0 ? 0 : 1;
