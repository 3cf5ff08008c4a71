import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type axe from 'axe-core';
import type { Result, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** The minified library. A page compiles it in half of the time that the readable one takes. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Finds accessibility faults in the present page and its frames with the axe library. It applies all rules of axe unless the
 * options select some.
 */
export async function findBarriers(page: Page, options: RunOptions = {}): Promise<readonly Result[]> {
  // Ask for violations only, because axe would otherwise describe every node that passes.
  const asked: RunOptions = { ...options, resultTypes: ['violations'] };
  if (page.frames().length > 1) {
    return (await new AxeBuilder({ page, axeSource }).options(asked).analyze()).violations;
  }
  // If the page has no frames, run axe directly. AxeBuilder would open a second page, which it needs only to join the findings
  // of frames, and the search would take twice as long.
  if (!(await page.evaluate(() => Reflect.has(globalThis, 'axe')))) await page.evaluate(axeSource);
  return page.evaluate(async (given) => {
    const loaded = Reflect.get(globalThis, 'axe') as typeof axe;
    return (await loaded.run(given)).violations;
  }, asked);
}
