import { join } from 'node:path';

const sources = join(import.meta.dirname, '../../sdk-browser/src');

/**
 * Loads the browser SDK from its sources instead of its build. The longer name comes first, because it begins with the shorter
 * one.
 */
export const sdkSources = {
  '@kassa/sdk-browser/card-frame': join(sources, 'card-frame/start-card-frame.ts'),
  '@kassa/sdk-browser': join(sources, 'index.ts'),
};
