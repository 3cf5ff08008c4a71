import { runChecks } from './checks.ts';
import { runFaults } from './faults.ts';
import { heading } from './heading.ts';
import { runCommand } from './run-command.ts';
import { addUp, closingLine, type Tally } from './tally.ts';
import { runTests } from './tests.ts';
import { withSurroundings } from './with-surroundings.ts';

/**
 * `npm test` builds everything. Then it runs every test with a real database and a real browser, and at the same time the short
 * form of the fault tests and every check. It ends with one line of totals.
 */

async function build(): Promise<Tally> {
  heading('Build');
  const { exitCode } = await runCommand('turbo', ['run', 'build', '--output-logs=errors-only'], 'live');
  return { passed: exitCode === 0 ? 1 : 0, failed: exitCode === 0 ? 0 : 1, skipped: 0 };
}

/**
 * Runs the tests, the fault harness and the checks of the code at the same time. Most of the time, the harness only waits for
 * leases and retries. The checks get the CPU that the tests and the harness leave.
 */
async function testsFaultsAndChecks(): Promise<readonly Tally[]> {
  const toldByFaults: string[] = [];
  const toldByChecks: string[] = [];
  heading('Tests');
  const results = await Promise.all([
    runTests([]),
    runFaults((text) => toldByFaults.push(text)),
    runChecks('rest', (text) => toldByChecks.push(text)),
  ]);
  heading('Faults');
  console.log(toldByFaults.join('\n'));
  heading('Checks');
  console.log(toldByChecks.join('\n'));
  return results;
}

const tallies: Tally[] = [];
try {
  tallies.push(await build());
  tallies.push(...(await withSurroundings(testsFaultsAndChecks)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  tallies.push({ passed: 0, failed: 1, skipped: 0 });
}
const total = addUp(tallies);
console.log(`\n${closingLine(total)}`);
process.exitCode = total.failed === 0 ? 0 : 1;
