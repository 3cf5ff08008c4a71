import { mkdirSync } from 'node:fs';
import { findOrInstallProgram } from '@kassa/debian-packages';
import { findOrInstallChromium, findOrInstallFirefox, findOrInstallWebKit } from '@kassa/local-browser';
import { openLocalDatabase } from '@kassa/local-database';
import { runChecks } from './checks.ts';
import { runFaults } from './faults.ts';
import { runCommand } from './run-command.ts';
import { addUp, closingLine, type Tally } from './tally.ts';
import { runTests } from './tests.ts';

/**
 * `npm test` builds everything and runs every test with a real database and a real browser. Then it runs the short form of the
 * fault tests, and at the same time every check. It ends with one line of totals.
 */

function heading(text: string): void {
  console.log(`\n== ${text}`);
}

async function build(): Promise<Tally> {
  heading('Build');
  const { exitCode } = await runCommand('turbo', ['run', 'build', '--output-logs=errors-only'], 'live');
  return { passed: exitCode === 0 ? 1 : 0, failed: exitCode === 0 ? 0 : 1, skipped: 0 };
}

async function testWithDatabaseAndBrowser(): Promise<Tally> {
  heading('Database, browser and languages');
  const onProgress = (line: string): void => console.log(`  ${line}`);
  mkdirSync('.kassa', { recursive: true });
  const browser = await findOrInstallChromium({ onProgress });
  console.log(`  browser: ${browser.executablePath}`);
  // Test files read the browser's path from this variable, so that all of them use the same browser.
  process.env.CHROMIUM_PATH = browser.executablePath;
  // Consumers also pay in these engines. If one cannot be installed, its tests are reported as skipped.
  const firefox = await findOrInstallFirefox({ onProgress });
  console.log(`  Firefox: ${firefox.kind === 'found' ? firefox.program : firefox.reason}`);
  const webKit = await findOrInstallWebKit({ onProgress });
  console.log(`  WebKit: ${webKit.kind === 'found' ? webKit.programs.driver : webKit.reason}`);
  // Samples exist in several languages, and those of the installed languages are tested. If PHP cannot be installed, its tests
  // are reported as skipped.
  const php = await findOrInstallProgram('php', ['php-cli'], onProgress);
  console.log(`  PHP: ${php.kind === 'found' ? php.program : php.reason}`);
  const database = await openLocalDatabase({ dataFolder: '.kassa/test-database', onProgress });
  console.log(`  database: ${database.description}`);
  try {
    heading('Tests');
    return await runTests();
  } finally {
    await database.stop();
  }
}

/**
 * Runs the fault harness and the checks of the code at the same time. Half of the time, the harness only waits for leases and
 * retries, so the checks can use the CPU during this time.
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
  tallies.push(await testWithDatabaseAndBrowser());
  tallies.push(...(await faultsAndChecks()));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  tallies.push({ passed: 0, failed: 1, skipped: 0 });
}
const total = addUp(tallies);
console.log(`\n${closingLine(total)}`);
process.exitCode = total.failed === 0 ? 0 : 1;
