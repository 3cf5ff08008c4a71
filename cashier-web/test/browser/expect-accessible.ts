import { findBarriers } from '@kassa/local-browser/find-barriers';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** WCAG 2.2 AA and what axe advises beyond it, in frames as well. */
export async function expectAccessible(page: Page): Promise<void> {
  const violations = await findBarriers(page, { runOnly: rules });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}
