import { findBarriers } from '@kassa/local-browser/find-barriers';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules whose result depends on colours and on the width of the window. All others depend only on the document. */
const rulesOfDrawing = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'];

/** WCAG 2.2 AA and what axe advises beyond it, in frames as well. */
export const expectAccessible = (page: Page): Promise<void> => expectNoBarriers(page, rules);

/** What axe says about the drawing of a page whose document was examined before. */
export const expectLegible = (page: Page): Promise<void> => expectNoBarriers(page, rulesOfDrawing);

async function expectNoBarriers(page: Page, runOnly: readonly string[]): Promise<void> {
  const violations = await findBarriers(page, { runOnly: [...runOnly] });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}
