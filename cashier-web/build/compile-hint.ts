import type { Rolldown } from 'vite';
import { neededSoon } from './preload-plugin.ts';

/**
 * Returns the comment that makes Chromium compile a whole file while it loads, on another thread
 * (https://v8.dev/blog/explicit-compile-hints). Otherwise the page would compile hundreds of functions one by one, each when it
 * is first called. Returns no comment for files that most consumers do not need, because compiling them would be wasted.
 */
export function compileHint({ name, facadeModuleId }: Rolldown.RenderedChunk): string {
  const isNeeded = name === 'shared' || neededSoon.some((module) => module.test(facadeModuleId ?? ''));
  return isNeeded ? '//# allFunctionsCalledOnLoad' : '';
}
