import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Result, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** The minified library. A page compiles it in half of the time that the readable library takes. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const MAX_SEARCHES = 3;

/**
 * Finds accessibility faults in the present page and its frames with the axe library. It applies all rules of axe unless the
 * options select some.
 *
 * @param patienceMs how long the search in a frame may take
 */
export async function findBarriers(
  page: Page,
  options: RunOptions = {},
  patienceMs = 40_000,
): Promise<readonly Result[]> {
  for (let searches = 1; ; searches += 1) {
    await loadAxe(page);
    try {
      return await search(page, options, patienceMs);
    } catch (error) {
      // If the page replaces a frame during the search, axe never gets an answer from the old frame.
      if (searches === MAX_SEARCHES || !String(error).includes('Axe in frame timed out')) throw error;
    }
  }
}

async function loadAxe(page: Page): Promise<void> {
  // The package `@axe-core/playwright` leaves out a frame in which the library is not compiled within a second.
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => Reflect.has(globalThis, 'axe')))) await frame.evaluate(axeSource);
    await frame.evaluate(() => {
      const loaded = Reflect.get(globalThis, 'axe') as typeof axe;
      loaded.configure({ allowedOrigins: ['<unsafe_all_origins>'] });
    });
  }
}

function search(page: Page, options: RunOptions, patienceMs: number): Promise<readonly Result[]> {
  return page.evaluate(
    async (given) => {
      const loaded = Reflect.get(globalThis, 'axe') as typeof axe;
      return (await loaded.run(given)).violations;
    },
    // Ask for violations only, because axe would otherwise describe every node that passes. Do not ping frames first: axe
    // leaves out a frame that does not answer the ping. If a frame does not answer the search itself, axe fails.
    {
      ...options,
      resultTypes: ['violations'],
      pingWaitTime: 0,
      frameWaitTime: patienceMs,
    } satisfies RunOptions,
  );
}
