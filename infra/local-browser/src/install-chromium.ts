import { installPackages } from '@kassa/debian-packages';

/**
 * The browser, and fonts for the languages of the cashier. Without the fonts, screenshots would show boxes instead of Arabic,
 * Chinese, Japanese and Korean text and emoji.
 */
const PACKAGES = ['chromium-headless-shell', 'fonts-noto-core', 'fonts-wqy-zenhei', 'fonts-noto-color-emoji'];

/** Installs Chromium's headless shell and fonts with apt. On failure, rejects with the end of apt's output. */
export async function installChromium(
  environment: NodeJS.ProcessEnv,
  onProgress: (line: string) => void,
): Promise<void> {
  onProgress('Installing Chromium and fonts with apt, once: about 130 MB to download, about a minute.');
  await installPackages(PACKAGES, environment, onProgress);
}
