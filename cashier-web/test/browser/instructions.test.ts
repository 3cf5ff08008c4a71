import jsQR from 'jsqr';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { firstOf } from '../../../infra/test-run/src/every-combination.ts';
import { longTest } from '../../../infra/test-run/src/long-test.ts';
import { desktop, phone } from './cashier-lab.ts';
import { expectAccessible } from './expect-accessible.ts';
import { keepPicture } from './keep-picture.ts';
import { instruct } from './screen-walks.ts';
import { useTill } from './use-till.ts';

/** Tests of payments that the consumer makes at a bank or a till, with instructions that the order has. */

const till = useTill();
const values = (page: Page) => page.locator('.instructions dd bdi').allTextContents();
const copy = (page: Page, what: string) =>
  page.getByRole('button', { name: `Copy: ${what}`, exact: true }).click();
const inClipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** The static example of a Pix code in the manual of Brazil's central bank. */
const pixCode =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';

/** Reads the QR code in a picture as a camera would. */
async function scan(page: Page, picture: Buffer): Promise<string | undefined> {
  const blank = await page.context().newPage();
  const { pixels, width, height } = await blank.evaluate(
    async (bytes) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
      canvas?.drawImage(image, 0, 0);
      const data = canvas?.getImageData(0, 0, image.width, image.height).data;
      return { pixels: [...(data ?? [])], width: image.width, height: image.height };
    },
    [...picture],
  );
  await blank.close();
  return jsQR(new Uint8ClampedArray(pixels), width, height)?.data;
}

async function openInstructions(): Promise<Page> {
  const { page, service } = till;
  instruct(service);
  await page.goto(service.payUrl);
  await page.locator('.instructions dl').waitFor();
  return page;
}

describe('a transfer that was begun on another device', () => {
  test('a reopened page shows the account, the reference and the amount of a bank transfer, and by when its result will be known; the consumer can cancel the transfer (fault 59)', async () => {
    const page = await openInstructions();
    expect(await values(page)).toEqual([
      'Kassa Sandbox',
      'DE89 3704 0044 0532 0130 00',
      'COBADEFFXXX',
      'RF18 5390 0754 7034',
      '€42.50',
    ]);
    await page.getByText('The result will be known by').waitFor();
    // The transfer may arrive after the order's own deadline.
    const orderDeadline = page.getByText('Pay by');
    expect(await orderDeadline.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Try another way' }).click();
    await page.getByText('You cancelled the payment.').waitFor();
    await orderDeadline.waitFor();
    await page.getByRole('button', { name: /^Pay €/ }).waitFor();
  });

  longTest(
    'shows a reference exactly as the bank expects it, with no other spaces than its own',
    async () => {
      const { page, service } = till;
      instruct(service);
      const { instructions } = service.order;
      service.order.instructions = { ...instructions, reference: 'KASSA-1001 2233' };
      await page.goto(service.payUrl);
      await page.locator('.instructions dl').waitFor();
      expect(await values(page)).toContain('KASSA-1001 2233');
    },
  );

  test('copies each value as a bank’s form expects it, and says so to screen readers too', async () => {
    await till.page.clock.install();
    const page = await openInstructions();
    // Stop the page's clock, so that the button says it was copied until the test has seen it.
    await page.clock.pauseAt(Date.now() + 10_000);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied: string[] = [];
    for (const what of ['Recipient', 'IBAN', 'BIC', 'Payment reference', 'Amount']) {
      await copy(page, what);
      await page.getByRole('status').getByText(`Copied: ${what}`).waitFor();
      copied.push(await inClipboard(page));
    }
    const [holder, iban, bic, reference, amount] = copied;
    expect([holder, iban, bic]).toEqual(['Kassa Sandbox', 'DE89370400440532013000', 'COBADEFFXXX']);
    expect([reference, amount]).toEqual(['RF18539007547034', '42.50']);
  });

  longTest('selects the value where the page around a frame forbids copying', async () => {
    const page = await openInstructions();
    await page.evaluate(() => {
      Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject(new Error()) });
    });
    await copy(page, 'IBAN');
    expect(await page.evaluate(() => String(getSelection()))).toBe('DE89 3704 0044 0532 0130 00');
    expect(await page.getByText('Copied').count()).toBe(0);
  });

  test('if the instructions of a bank transfer do not load, the payment page leads to the processor’s page (fault 62)', async () => {
    const { page, service } = till;
    instruct(service);
    await page.route('**/assets/draw-instructions-*.js', (route) => route.abort());
    await page.goto(service.payUrl);
    await page.getByText('The result will be known by').waitFor();
    await page.getByRole('button', { name: 'Continue payment' }).click();
    await page.waitForURL(/\/processor\//);
  });

  test('shows a barcode to copy and a voucher to open, where no page shows them', async () => {
    const { page, service } = till;
    service.order.processorAddress = '';
    instruct(service);
    service.order.instructions = {
      barcode: '34191790010104351004791020150008291070026000',
      voucher_url: 'https://processor.example/voucher.pdf',
    };
    await page.goto(service.payUrl);
    await page.locator('.instructions dl').waitFor();
    expect(await values(page)).toEqual(['34191790010104351004791020150008291070026000', '€42.50']);
    const voucher = page.getByRole('link', { name: 'Open voucher' });
    expect(await voucher.getAttribute('href')).toBe('https://processor.example/voucher.pdf');
    expect(await page.getByRole('button', { name: 'Continue payment' }).count()).toBe(0);
  });

  test('draws a QR code that another device can scan, and lets this one copy its text', async () => {
    const { service } = till;
    instruct(service);
    service.order.instructions = { qr: pixCode };
    const { page } = await till.lab.openPage({ viewport: desktop, colorScheme: 'dark' });
    await page.goto(service.payUrl);
    const picture = page.getByRole('img', { name: 'Code' });
    expect(await scan(page, await picture.screenshot())).toBe(pixCode);
    expect(await picture.boundingBox()).toMatchObject({ width: 240, height: 240 });
    await page.getByText('Scan the code with your banking app, or copy it.').waitFor();
    expect(await values(page)).toEqual([pixCode, '€42.50']);
    await expectAccessible(page);
    await keepPicture(page, 'instructions, QR code');
    await page.context().close();
  });

  longTest('ends with the receipt when the money has arrived', async () => {
    const page = await openInstructions();
    till.service.order.settle(null);
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    expect(await page.locator('.instructions').count()).toBe(0);
  });

  test.each(
    firstOf([
      ['phone, arabic', phone, 'light', 'ar'],
      ['phone, light', { ...phone, width: 320 }, 'light', 'en-GB'],
      ['desktop, dark', desktop, 'dark', 'de-DE'],
    ] as const),
  )('is accessible and fits on a %s', async (name, viewport, colorScheme, locale) => {
    instruct(till.service);
    const { page } = await till.lab.openPage({ viewport, colorScheme, locale });
    await page.goto(till.service.payUrl);
    await page.locator('.instructions dl').waitFor();
    await expectAccessible(page);
    const [wide, width] = await page.evaluate(() => [document.body.scrollWidth, innerWidth]);
    expect(wide).toBeLessThanOrEqual(width ?? 0);
    await keepPicture(page, `instructions, ${name}`);
    await page.context().close();
  });
});
