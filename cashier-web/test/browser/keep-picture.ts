import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { takePicture } from './cashier-lab.ts';

const folder = join(import.meta.dirname, '../../../.kassa/cashier-screens');

/**
 * Keeps a picture of the page for people to look at, if `KASSA_PICTURES` is set. No test reads the pictures, and taking them
 * costs much time.
 */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (process.env.KASSA_PICTURES) await takePicture(page, join(folder, `${name}.png`));
}
