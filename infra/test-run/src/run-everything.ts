import { listChecksOfFiles, runChecks } from './checks.ts';
import { runFaults } from './faults.ts';
import { heading } from './heading.ts';
import { runCommand } from './run-command.ts';
import { addUp, closingLine, type Tally } from './tally.ts';
import { runTests } from './tests.ts';
import { typeChecks } from './type-checks.ts';
import { withSurroundings } from './with-surroundings.ts';

/**
 * `npm test` builds everything and runs every test with a real database and a real browser. Then it runs the short form of the
 * fault tests. The checks run at the same time, whenever a core is idle. The last line of the output contains the totals.
 */

const reportLines: string[] = [];
const tell = (text: string): number => reportLines.push(text);

/** Counts an error outside all tests and checks as one failure. */
async function counted(run: () => Promise<Tally>): Promise<Tally> {
  try {
    return await run();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

async function build(packages: string): Promise<Tally> {
  const wanted = ['run', 'build', '--output-logs=errors-only', `--filter=${packages}`];
  const { exitCode, output } = await runCommand('turbo', wanted, 'kept');
  if (exitCode !== 0) console.log(output);
  return { passed: exitCode === 0 ? 1 : 0, failed: exitCode === 0 ? 0 : 1, skipped: 0 };
}

/**
 * Runs the tests. The docs take longer to build than everything else together, and only tests read them. So they are built while
 * the database and the browsers are prepared.
 */
async function docsAndTests(): Promise<Tally> {
  const docs = counted(() => build('@kassa/docs'));
  const tested = await withSurroundings(async () => {
    await docs;
    heading('Tests');
    return runTests([]);
  });
  return addUp([await docs, tested]);
}

/**
 * Runs the fault harness and, at the same time, the remaining checks. The harness spends half of its time waiting for leases
 * and retries, so the checks can use the CPU. The harness does not run beside the tests, because some of them have time limits.
 */
function faultsAndChecks(): Promise<readonly Tally[]> {
  heading('Faults');
  return Promise.all([
    counted(runFaults),
    counted(() => runChecks(listChecksOfFiles(), { share: 'rest', atOnce: 2, tell })),
  ]);
}

heading('Build');
const built = await counted(() => build('!@kassa/docs'));
// The compilers read only the files of their own projects, so the running tests cannot disturb the compilers. The compilers run
// at the lowest priority, so they do not slow the tests down.
const types = counted(() => runChecks(typeChecks(), { share: 'rest', atOnce: 1, tell }));
const tested = await counted(docsAndTests);
const further = await faultsAndChecks();
const typed = await types;
heading('Checks');
console.log(reportLines.join('\n'));

const total = addUp([built, tested, ...further, typed]);
console.log(`\n${closingLine(total)}`);
process.exitCode = total.failed === 0 ? 0 : 1;
