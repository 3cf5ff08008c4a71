import { beforeEach, expect, test } from 'vitest';
import type { FakeCheckoutService } from '../../../sdk-browser/test/fake-checkout/fake-checkout-service.ts';
import { type CashierLab, desktop } from './cashier-lab.ts';
import { keepPicture } from './keep-picture.ts';
import { useService } from './use-till.ts';

const till = useService();
let lab: CashierLab;
let service: FakeCheckoutService;

beforeEach(() => {
  ({ lab, service } = till);
});

test('the page is in the language that the merchant named, until the consumer chooses another one', async () => {
  service.order.order = { ...service.order.order, locale: 'de-AT' };
  const { page } = await lab.openPage({ locale: 'en-GB' });
  await page.goto(service.payUrl);
  await page.locator('html[lang="de-AT"]').waitFor();
  await page.getByLabel('Sprache').selectOption('fr');
  await page.locator('html[lang="fr"]').waitFor();
  await page.reload();
  await page.getByLabel('Langue').waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('fr');
  await page.context().close();
});

test('if the cashier does not have the merchant’s language, the page keeps the consumer’s own', async () => {
  service.order.order = { ...service.order.order, locale: 'sw-KE' };
  const { page } = await lab.openPage({ locale: 'it-IT' });
  await page.goto(service.payUrl);
  await page.getByLabel('Lingua').waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('it-IT');
  await page.context().close();
});

test('products show their pictures, and a picture that cannot be loaded leaves no trace', async () => {
  const [first, second] = service.order.order.products;
  if (first === undefined || second === undefined) throw new Error('the order has fewer than two products');
  const picture = `${service.baseUrl}/logos/hillside.svg`;
  service.order.order = {
    ...service.order.order,
    products: [
      { ...first, image_url: picture },
      { ...second, image_url: `${service.baseUrl}/nothing-there.png` },
      { ...second, product_id: 'p3' },
    ],
  };
  const { page, violations } = await lab.openPage({ viewport: desktop });
  await page.goto(service.payUrl);
  const shown = page.locator('details img');
  await page.locator('details .name').first().waitFor();
  await expect.poll(() => shown.count()).toBe(1);
  expect(await shown.getAttribute('referrerpolicy')).toBe('no-referrer');
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const names = page.locator('details .name');
  const lefts = await names.evaluateAll((elements) =>
    elements.map((each) => each.getBoundingClientRect().left),
  );
  expect(new Set(lefts).size).toBe(1);
  expect(violations).toEqual([]);
  await keepPicture(page, 'pictures of products');
  await page.context().close();
});
