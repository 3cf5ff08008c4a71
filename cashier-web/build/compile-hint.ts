import type { Rolldown } from 'vite';

/**
 * Returns the comment that makes Chromium compile a whole file while it loads, on another thread
 * (https://v8.dev/blog/explicit-compile-hints). Otherwise the page would compile hundreds of functions one by one, each when it
 * is first called. Only the two largest files of the first load have the comment, because its bytes count towards the size
 * limit of the first load.
 */
export function compileHint({ name, facadeModuleId }: Rolldown.RenderedChunk): string {
  const isLarge = name === 'checkout' || /\/cashier-web\/src\/start\.ts$/.test(facadeModuleId ?? '');
  return isLarge ? '//# allFunctionsCalledOnLoad' : '';
}
