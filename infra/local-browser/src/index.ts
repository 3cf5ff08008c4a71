export { chromiumLaunchOptions } from './chromium-launch-options.ts';
export {
  type FindChromiumOptions,
  type FoundChromium,
  findOrInstallChromium,
} from './find-or-install-chromium.ts';
