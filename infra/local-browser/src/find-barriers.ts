import { AxeBuilder } from '@axe-core/playwright';
import axe, { type Result, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Finds accessibility faults in the present page and its frames with the axe library. It applies all rules of axe unless the
 * options select some.
 */
export async function findBarriers(page: Page, options: RunOptions = {}): Promise<readonly Result[]> {
  // Ask for violations only, because axe would otherwise describe every node that passes.
  const asked: RunOptions = { ...options, resultTypes: ['violations'] };
  if (page.frames().length > 1) {
    return (await new AxeBuilder({ page }).options(asked).analyze()).violations;
  }
  // If the page has no frames, run axe directly. AxeBuilder would open a second page, which it needs only to join the findings
  // of frames, and the search would take twice as long.
  await page.evaluate(axe.source);
  return page.evaluate(async (given) => {
    const loaded = Reflect.get(globalThis, 'axe') as typeof axe;
    return (await loaded.run(given)).violations;
  }, asked);
}
