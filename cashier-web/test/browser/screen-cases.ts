import type { Page } from 'playwright-core';
import type { FakeCheckoutService } from '../../../sdk-browser/test/fake-checkout/fake-checkout-service.ts';
import type { CashierLab } from './cashier-lab.ts';

/** What the cashier can look like, and how it comes to that. Found by class, since the words change with the language. */
export interface ScreenCase {
  readonly screen: string;
  /** Brings the service where the screen needs it, before the page is opened. */
  readonly prepare?: (service: FakeCheckoutService) => void;
  /** Opens something else than the payment link in a window of its own. */
  readonly open?: (page: Page, service: FakeCheckoutService, lab: CashierLab) => Promise<void>;
  readonly reach: (page: Page, service: FakeCheckoutService) => Promise<void>;
}

const number = (page: Page) => page.locator('.kassa-number input');
const usableButton = (page: Page) => page.locator('.actions > button[aria-disabled="false"]');
const title = (page: Page) => page.locator('.title');
const method = (page: Page, code: string) => page.locator(`input[value="${code}"]`);

export async function payByCard(page: Page, card: string): Promise<void> {
  await number(page).fill(card);
  await page.locator('.kassa-expiry input').fill('12/34');
  await page.locator('.kassa-security-code input').fill('123');
  await usableButton(page).click();
}

async function closeChallenge(page: Page): Promise<void> {
  await payByCard(page, '4000000000003220');
  await page.frameLocator('.kassa-challenge iframe').getByRole('link').first().waitFor();
  await page.locator('.kassa-challenge button').click();
  await page.locator('.waiting .quiet').waitFor();
}

async function openFramed(
  page: Page,
  service: FakeCheckoutService,
  lab: CashierLab,
  sandbox = '',
): Promise<void> {
  lab.allowFrames(service);
  await lab.openEmbedder(page, { src: service.payUrl, ...(sandbox ? { sandbox } : {}) });
}

export const screenCases: readonly ScreenCase[] = [
  {
    screen: 'opening',
    open: async (page, service) => {
      await page.route('**/checkout/order?**', () => new Promise(() => undefined));
      await page.goto(service.payUrl);
    },
    reach: (page) => page.locator('.panel').waitFor(),
  },
  {
    screen: 'loading-form',
    open: async (page, service) => {
      service.listsCardForms = false;
      await page.route('**/checkout/init', () => new Promise(() => undefined));
      await page.goto(service.payUrl);
    },
    reach: (page) => page.locator('.skeleton').waitFor(),
  },
  {
    screen: 'nothing-available',
    prepare: (service) => {
      service.methods = [];
    },
    reach: (page) => page.getByRole('alert').getByRole('button').waitFor(),
  },
  { screen: 'choosing', reach: (page) => usableButton(page).waitFor() },
  {
    screen: 'branded',
    prepare: (service) => {
      const branding = { logo_url: `${service.baseUrl}/logos/hillside.svg`, accent_color: '#0b6e4f' };
      service.order.order = { ...service.order.order, branding };
    },
    reach: (page) => usableButton(page).waitFor(),
  },
  {
    screen: 'wallet',
    reach: async (page) => {
      await method(page, 'sandbox_wallet').check();
      await usableButton(page).waitFor();
    },
  },
  {
    screen: 'processor-form',
    prepare: (service) => service.offerProcessorForms(),
    reach: async (page) => {
      await method(page, 'card_element').check();
      await usableButton(page).waitFor();
    },
  },
  {
    screen: 'confirming',
    prepare: (service) => {
      service.offerProcessorForms();
      service.processor.confirmFaults.push('silent');
      service.order.resultDelayMs = 600_000;
    },
    reach: async (page) => {
      await method(page, 'card_element').check();
      await usableButton(page).waitFor();
      await page.locator('.kassa-payment input').fill('4242424242424242');
      await usableButton(page).click();
      await page.locator('.actions > button.busy').waitFor();
    },
  },
  {
    screen: 'form-failed',
    prepare: (service) => service.offerProcessorForms(),
    open: async (page, service) => {
      await page.route(service.processor.library.url, (route) => route.abort());
      await page.goto(service.payUrl);
    },
    reach: async (page) => {
      await method(page, 'card_element').check();
      await page.getByRole('alert').getByRole('button').waitFor();
    },
  },
  {
    screen: 'card-mistakes',
    reach: async (page) => {
      await number(page).fill('4242424242424241');
      await page.locator('.kassa-expiry input').fill('01/20');
      await usableButton(page).click();
      await page.locator('.kassa-error:not(:empty)').nth(2).waitFor();
    },
  },
  {
    screen: 'offline',
    reach: async (page) => {
      await usableButton(page).waitFor();
      await page.context().setOffline(true);
      await page.locator('.offline').waitFor();
    },
  },
  {
    screen: 'processing',
    reach: async (page) => {
      await payByCard(page, '4000000000000119');
      await page.locator('.actions > button.busy').waitFor();
    },
  },
  {
    screen: 'awaited',
    prepare: (service) => {
      service.order.state = 'PAYING';
      service.order.expireIn(24 * 60 * 60_000);
    },
    open: async (page, service) => {
      await page.goto(`${service.payUrl}&returned=1`);
    },
    reach: (page) => page.locator('.waiting .title').waitFor(),
  },
  {
    screen: 'challenge',
    prepare: (service) => {
      service.order.challengeDisplay = 'FRAME';
    },
    reach: async (page) => {
      await payByCard(page, '4000000000003220');
      await page.frameLocator('.kassa-challenge iframe').getByRole('link').first().waitFor();
    },
  },
  {
    screen: 'unfinished-elsewhere',
    reach: async (page, service) => {
      await method(page, 'sandbox_wallet').check();
      await usableButton(page).click();
      await page.waitForURL(/processor/);
      await page.goto(service.payUrl);
      await page.locator('.waiting .quiet').waitFor();
    },
  },
  {
    screen: 'given-up',
    prepare: (service) => {
      service.order.challengeDisplay = 'FRAME';
    },
    reach: async (page) => {
      await closeChallenge(page);
      await page.locator('.quiet').filter({ visible: true }).click();
      await page.getByRole('alert').waitFor();
      await usableButton(page).waitFor();
    },
  },
  {
    screen: 'not-cancelled',
    prepare: (service) => {
      service.order.challengeDisplay = 'FRAME';
      service.order.cancelling = 'cannot';
    },
    reach: async (page) => {
      await closeChallenge(page);
      await page.locator('.quiet').filter({ visible: true }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    screen: 'back-without-result',
    reach: async (page, service) => {
      await method(page, 'sandbox_wallet').check();
      await usableButton(page).click();
      await page.waitForURL(/processor/);
      await page.goto(`${service.payUrl}&returned=1`);
      await page.locator('.offer button').waitFor();
    },
  },
  {
    screen: 'failed',
    reach: async (page) => {
      await payByCard(page, '4000000000009995');
      await page.getByRole('alert').waitFor();
      await usableButton(page).waitFor();
    },
  },
  {
    screen: 'paid',
    reach: async (page) => {
      // It leaves by itself after a few seconds, and would while it is looked at.
      await page.route('**/shop/thanks?**', (route) => route.fulfill({ status: 204 }));
      await payByCard(page, '4242424242424242');
      await page.locator('.paid .ways button').nth(1).waitFor();
    },
  },
  {
    screen: 'already-paid',
    prepare: (service) => service.order.move('PAY_SUCCESS'),
    reach: (page) => page.locator('.paid .ways button').waitFor(),
  },
  {
    screen: 'expired',
    prepare: (service) => service.order.move('CLOSE'),
    reach: (page) => title(page).waitFor(),
  },
  {
    screen: 'wallet-refused',
    reach: async (page) => {
      await method(page, 'sandbox_wallet').check();
      await usableButton(page).click();
      await page.getByRole('link', { name: 'refuse' }).click();
      await page.getByRole('alert').waitFor();
      await usableButton(page).waitFor();
    },
  },
  {
    screen: 'exhausted',
    prepare: (service) => {
      service.order.attemptsLeft = 0;
    },
    reach: (page) => page.locator('.message.ended').waitFor(),
  },
  {
    screen: 'link-copied',
    open: async (page, service) => {
      await page.goto(service.payUrl);
      await usableButton(page).waitFor();
      await page.evaluate(() => sessionStorage.clear());
      await page.reload();
    },
    reach: (page) => page.locator('.message.ended a').waitFor(),
  },
  {
    screen: 'link-invalid',
    prepare: (service) => service.failNext('/order', 'SESSION_INVALID'),
    reach: (page) => title(page).waitFor(),
  },
  {
    screen: 'unreachable',
    open: async (page, service) => {
      await page.route('**/checkout/order?**', (route) => route.abort());
      await page.goto(service.payUrl);
    },
    reach: (page) => page.locator('.message.ended button').waitFor(),
  },
  {
    screen: 'framed',
    open: (page, service, lab) => openFramed(page, service, lab),
    reach: (page) =>
      page.frameLocator('iframe').locator('.actions > button[aria-disabled="false"]').waitFor(),
  },
  {
    screen: 'framed-blocked',
    open: (page, service, lab) =>
      openFramed(page, service, lab, 'allow-scripts allow-same-origin allow-popups'),
    reach: async (page) => {
      const inside = page.frameLocator('iframe');
      await inside.locator('input[value="sandbox_wallet"]').check();
      await inside.locator('.actions > button[aria-disabled="false"]').click();
      await inside.locator('.waiting a').waitFor();
    },
  },
];
