import { runChecks } from './checks.ts';
import { runFaults } from './faults.ts';
import { heading } from './heading.ts';
import { runCommand } from './run-command.ts';
import { addUp, closingLine, type Tally } from './tally.ts';
import { runTests } from './tests.ts';
import { withSurroundings } from './with-surroundings.ts';

/**
 * `npm test` builds everything and runs every test with a real database and a real browser. Then it runs the short form of the
 * fault tests, and at the same time every check. It ends with one line of totals.
 */

async function build(): Promise<Tally> {
  heading('Build');
  const { exitCode } = await runCommand('turbo', ['run', 'build', '--output-logs=errors-only'], 'live');
  return { passed: exitCode === 0 ? 1 : 0, failed: exitCode === 0 ? 0 : 1, skipped: 0 };
}

async function tests(): Promise<Tally> {
  heading('Tests');
  return await runTests([]);
}

/**
 * Runs the fault harness and the checks of the code at the same time. Half of the time, the harness only waits for leases and
 * retries, so the checks can use the CPU during this time. The harness does not run beside the tests, because some of them have
 * time limits.
 */
async function faultsAndChecks(): Promise<readonly Tally[]> {
  heading('Faults');
  const told: string[] = [];
  const results = await Promise.all([runFaults(), runChecks('rest', (text) => told.push(text))]);
  heading('Checks');
  console.log(told.join('\n'));
  return results;
}

const tallies: Tally[] = [];
try {
  tallies.push(await build());
  tallies.push(await withSurroundings(tests));
  tallies.push(...(await faultsAndChecks()));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  tallies.push({ passed: 0, failed: 1, skipped: 0 });
}
const total = addUp(tallies);
console.log(`\n${closingLine(total)}`);
process.exitCode = total.failed === 0 ? 0 : 1;
