import { join } from 'node:path';

const sources = join(import.meta.dirname, '../../sdk-browser/src');

/** The browser SDK as its sources are, in place of its build. The longer name stands first, because the shorter begins it. */
export const sdkSources = {
  '@kassa/sdk-browser/card-frame': join(sources, 'card-frame/start-card-frame.ts'),
  '@kassa/sdk-browser': join(sources, 'index.ts'),
};
