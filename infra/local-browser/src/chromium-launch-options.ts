import type { LaunchOptions } from 'playwright-core';

/**
 * How tests start Chromium with playwright-core, beside the `executablePath`:
 * `chromium.launch({ executablePath, ...chromiumLaunchOptions() })`. playwright-core makes an empty profile folder
 * for each launch.
 */
export function chromiumLaunchOptions(): LaunchOptions {
  return {
    headless: true,
    // Containers run as root and without user namespaces, where Chromium's sandbox cannot start. The pages that
    // tests open are all our own.
    chromiumSandbox: false,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      // The options below keep the browser from contacting anything but the page's server.
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  };
}
