import { mkdirSync } from 'node:fs';
import { findOrInstallProgram } from '@kassa/debian-packages';
import { findOrInstallChromium, findOrInstallFirefox, findOrInstallWebKit } from '@kassa/local-browser';
import { openLocalDatabase } from '@kassa/local-database';
import { heading } from './heading.ts';

/**
 * Finds or installs programs that npm does not install, such as the database and the browsers, and then runs `use` with them.
 */
export async function withSurroundings<Result>(use: () => Promise<Result>): Promise<Result> {
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
    return await use();
  } finally {
    await database.stop();
  }
}
