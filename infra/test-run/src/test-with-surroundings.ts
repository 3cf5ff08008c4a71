import { mkdirSync } from 'node:fs';
import { findOrInstallProgram } from '@kassa/debian-packages';
import { findOrInstallChromium, findOrInstallFirefox, findOrInstallWebKit } from '@kassa/local-browser';
import { openLocalDatabase } from '@kassa/local-database';
import { heading } from './heading.ts';
import type { Tally } from './tally.ts';
import { runTests } from './tests.ts';

/**
 * Runs the tests with a real database and a real browser.
 *
 * @param files parts of the names of test files; if there are none, the tests of every file are run
 */
export async function testWithSurroundings(files: readonly string[] = []): Promise<Tally> {
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
    return await runTests(files);
  } finally {
    await database.stop();
  }
}
