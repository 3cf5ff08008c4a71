import { globSync } from 'node:fs';
import { findOrInstallProgram, isProgram } from '@kassa/debian-packages';
import type { FindBrowserOptions } from './find-browser-options.ts';

/** The programs with which a test drives WebKit, the engine of Safari. */
export interface WebKitPrograms {
  /** The WebDriver server of WebKitGTK. */
  readonly driver: string;
  /** The small browser that the driver starts. */
  readonly browser: string;
  /** The X server without a screen, because the small browser needs a window. */
  readonly display: string;
}

export type WebKitSearch =
  | { readonly kind: 'found'; readonly programs: WebKitPrograms }
  | { readonly kind: 'absent'; readonly reason: string };

/** Where distributions place the small browser of WebKitGTK. */
const BROWSERS = '/usr/{lib,lib/*,libexec}/webkit2gtk-4.{1,0}/MiniBrowser';

/**
 * Finds WebKitGTK, its WebDriver server and an X server, and installs Debian's with apt if that is possible. If one of them is
 * missing, returns the reason.
 */
export async function findOrInstallWebKit({
  onProgress,
  environment = process.env,
}: FindBrowserOptions): Promise<WebKitSearch> {
  const driver = await findOrInstallProgram(
    'WebKitWebDriver',
    ['webkit2gtk-driver'],
    onProgress,
    environment,
  );
  if (driver.kind === 'absent') return driver;
  const display = await findOrInstallProgram('Xvfb', ['xvfb'], onProgress, environment);
  if (display.kind === 'absent') return display;
  const browser = environment.WEBKIT_BROWSER_PATH || globSync(BROWSERS).sort().at(-1);
  if (browser === undefined) return { kind: 'absent', reason: `no WebKitGTK browser is at ${BROWSERS}` };
  if (!isProgram(browser)) return { kind: 'absent', reason: `${browser} is no program` };
  return { kind: 'found', programs: { driver: driver.program, browser, display: display.program } };
}
