import { AxeBuilder } from '@axe-core/playwright';
import axe, { type Result, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** What the rules of axe find wrong with a page as it is, frames included; all rules unless the options choose. */
export async function findBarriers(page: Page, options: RunOptions = {}): Promise<readonly Result[]> {
  // axe describes every node that passes, unless it is asked for violations only.
  const asked: RunOptions = { ...options, resultTypes: ['violations'] };
  if (page.frames().length > 1) {
    return (await new AxeBuilder({ page }).options(asked).analyze()).violations;
  }
  // The builder loads axe into a second page to join the findings of frames, which costs as much as the search.
  await page.evaluate(axe.source);
  return page.evaluate(async (given) => {
    const loaded = Reflect.get(globalThis, 'axe') as typeof axe;
    return (await loaded.run(given)).violations;
  }, asked);
}
