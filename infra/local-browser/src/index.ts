export { chromiumLaunchOptions } from './chromium-launch-options.ts';
export type { FindBrowserOptions } from './find-browser-options.ts';
export { type FoundChromium, findOrInstallChromium } from './find-or-install-chromium.ts';
export { findOrInstallFirefox } from './find-or-install-firefox.ts';
export { findOrInstallWebKit, type WebKitPrograms, type WebKitSearch } from './find-or-install-webkit.ts';
