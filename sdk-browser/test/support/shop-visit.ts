import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { Shop, ShopVisit } from './shop-page.ts';

/** The shop of the test file. */
export let shop: Shop;
/** The visit of the test that runs now. */
export let visit: ShopVisit;

/**
 * Opens one shop for all tests of the file, and begins a visit for each test.
 *
 * @param violations whether a visit may violate the content security policy of the shop's page
 */
export function openShop(violations: 'none' | 'allowed' = 'allowed'): void {
  beforeAll(async () => {
    shop = await Shop.open();
  });
  afterAll(() => shop?.close());
  beforeEach(async () => {
    visit = await ShopVisit.begin(shop);
  });
  afterEach(async () => {
    await visit.end();
    if (violations === 'none') expect(visit.violations).toEqual([]);
  });
}
