import type { LaunchOptions } from 'playwright-core';

/**
 * The options with which tests start Chromium through playwright-core, in addition to its path: `chromium.launch({
 * executablePath, ...chromiumLaunchOptions() })`. playwright-core creates an empty profile folder for each launch.
 */
export function chromiumLaunchOptions(): LaunchOptions {
  return {
    headless: true,
    // Chromium's sandbox cannot start in a container that runs as root without user namespaces. Tests open only Kassa's own
    // pages, so the sandbox is not needed.
    chromiumSandbox: false,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      // The following options keep Chromium from contacting any server other than the page's, for example to update itself.
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  };
}
