import type { FrameLocator, Page } from 'playwright-core';
import type { FakeCheckoutService } from '../../../sdk-browser/test/fake-checkout/fake-checkout-service.ts';
import type { ReachableRow, RowName } from '../../src/cashier/screen-table.ts';

/** A page of the cashier: the whole page, or the frame that shows it. */
export type Cashier = Page | FrameLocator;

export interface Visit {
  readonly cashier: Cashier;
  readonly page: Page;
  readonly service: FakeCheckoutService;
}

/** How a consumer comes to a row of the state table, and where the same order is afterwards. */
export interface Walk {
  /** Brings the order where the row needs it, before the page is opened. */
  readonly prepare?: (service: FakeCheckoutService) => void;
  /** Disturbs the page's requests, before the page is opened. */
  readonly disturb?: (page: Page, service: FakeCheckoutService) => Promise<unknown>;
  /** What the address of the page has in addition to `pay_url`, or instead of its session. */
  readonly address?: (payUrl: string) => string;
  readonly reach?: (visit: Visit) => Promise<unknown>;
  /** The row after a reload, and the row when the link is opened on another device. */
  readonly reloaded: RowName;
  readonly elsewhere: RowName;
  /** Restrictions of the page around the frame without which the row cannot be reached. */
  readonly sandbox?: string;
  /** Why the row is not reached outside of a frame, or not inside of one. */
  readonly onlyEmbedded?: string;
  readonly neverEmbedded?: string;
}

/** The walk to a row in which a payment is overdue leads over the row in which the page waits for it, and takes time. */
export interface LongerWalk {
  readonly overdueAfter: ReachableRow;
}

const silentCard = '4000000000000119';
const challengedCard = '4000000000003220';
const dayMs = 24 * 60 * 60_000;

const method = (cashier: Cashier, code: string) => cashier.locator(`input[value="${code}"]`);
export const usableButton = (cashier: Cashier) => cashier.locator('.actions > button[aria-disabled="false"]');

async function payByCard({ cashier }: Visit, number: string): Promise<void> {
  await cashier.locator('.kassa-number input').fill(number);
  await cashier.locator('.kassa-expiry input').fill('12/34');
  await cashier.locator('.kassa-security-code input').fill('123');
  await usableButton(cashier).click();
}

async function payByWallet({ cashier }: Visit): Promise<void> {
  await method(cashier, 'sandbox_wallet').check();
  await usableButton(cashier).click();
}

async function payByElement({ cashier }: Visit): Promise<void> {
  await method(cashier, 'card_element').check();
  await cashier.locator('.kassa-payment input').fill('4242424242424242');
  await usableButton(cashier).click();
}

const challenge = {
  prepare: (service: FakeCheckoutService) => {
    service.order.challengeDisplay = 'FRAME';
  },
};
const dialogFrame = (cashier: Cashier) => cashier.frameLocator('.kassa-challenge iframe');

async function openDialog(visit: Visit): Promise<void> {
  await payByCard(visit, challengedCard);
  await dialogFrame(visit.cashier).getByRole('link').first().waitFor();
}

async function closeDialog(visit: Visit): Promise<void> {
  await openDialog(visit);
  await visit.cashier.locator('.kassa-challenge button').click();
}

/** The bank sends the consumer back before the gateway has the result. */
async function returnFromDialog(visit: Visit): Promise<void> {
  await openDialog(visit);
  const { order } = visit.service;
  const page = dialogFrame(visit.cashier).locator(':root');
  await page.evaluate((_, path) => location.assign(path), order.returnPath(order.submittedAttempt));
}

/** The processor's form makes the payment and never says how it went. */
function keepSilent(service: FakeCheckoutService): void {
  service.offerProcessorForms();
  service.processor.confirmFaults.push('silent');
  service.order.resultDelayMs = 600_000;
}

/** A payment of another device is pending. */
function pend(service: FakeCheckoutService, code: string, leftMs = 30 * 60_000): void {
  service.order.expireIn(leftMs);
  service.order.init(code);
  const card = code === 'card' ? { number: silentCard, expMonth: 12, expYear: 2090, cvc: '123' } : undefined;
  service.order.submit({ orderId: '', terminal: { type: 'PC', userAgent: '' }, ...(card && { card }) });
}

/** A transfer that was begun on another device is pending, and its instructions are known. */
export function instruct(service: FakeCheckoutService): void {
  service.order.instructions = {
    account_holder: 'Kassa Sandbox',
    iban: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    reference: 'RF18539007547034',
  };
  pend(service, 'bank_transfer', dayMs);
}

/** The processor's page never comes. For a request that is only left open, the browser's driver would wait. */
const hangProcessor = (page: Page) =>
  page.route('**/processor/wallet**', (route) => route.fulfill({ status: 204 }));
/** The button keeps showing the success instead of showing it only briefly. */
const stayConfirmed = (page: Page) =>
  page.addInitScript((confirmedMs) => {
    const { setTimeout } = window;
    Object.assign(window, {
      setTimeout: (handler: () => void, ms: number, ...args: []) =>
        ms === confirmedMs ? 0 : setTimeout(handler, ms, ...args),
    });
  }, 900);
const noLeaving = 'allow-scripts allow-same-origin allow-popups';
const onlyInFrames = 'Only the page around a frame can forbid the cashier to leave.';

/** A walk to every row that consumers reach. */
export const screenWalks: Readonly<Record<ReachableRow, Walk | LongerWalk>> = {
  'unknown none here': {
    disturb: (page) => page.route('**/checkout/order?**', () => undefined),
    reloaded: 'unknown none here',
    elsewhere: 'open none here',
  },
  'refused none here': {
    address: (payUrl) => payUrl.replace(/session=.*/, 'session=of-another-order'),
    reloaded: 'refused none here',
    elsewhere: 'refused none here',
  },

  'open none here': { reloaded: 'open none here', elsewhere: 'open none here' },
  'open failed here': {
    reach: (visit) => payByCard(visit, '4000000000000002'),
    reloaded: 'open failed here',
    elsewhere: 'open failed here',
  },
  'open used_up here': {
    prepare: (service) => {
      service.order.attemptsLeft = 0;
    },
    reloaded: 'open used_up here',
    elsewhere: 'open used_up here',
  },

  'paying confirming here': {
    prepare: keepSilent,
    reach: payByElement,
    reloaded: 'paying submitted here',
    elsewhere: 'paying submitted here',
  },
  'paying confirming_overdue here': { overdueAfter: 'paying confirming here' },

  'paying sent here': {
    reach: (visit) => payByCard(visit, silentCard),
    reloaded: 'paying submitted here',
    elsewhere: 'paying submitted here',
  },
  'paying sent leaving': {
    disturb: hangProcessor,
    reach: payByWallet,
    reloaded: 'paying submitted unfinished',
    elsewhere: 'paying submitted unfinished',
  },
  'paying sent bank_dialog': {
    ...challenge,
    reach: openDialog,
    reloaded: 'paying submitted unfinished',
    elsewhere: 'paying submitted unfinished',
  },
  'paying submitted here': {
    prepare: (service) => pend(service, 'card'),
    reloaded: 'paying submitted here',
    elsewhere: 'paying submitted here',
  },
  'paying submitted held': {
    sandbox: noLeaving,
    reach: payByWallet,
    reloaded: 'paying submitted unfinished',
    elsewhere: 'paying submitted unfinished',
    onlyEmbedded: onlyInFrames,
  },
  'paying submitted returned': {
    ...challenge,
    reach: returnFromDialog,
    reloaded: 'paying submitted unfinished',
    elsewhere: 'paying submitted unfinished',
  },
  'paying submitted unfinished': {
    ...challenge,
    reach: closeDialog,
    reloaded: 'paying submitted unfinished',
    elsewhere: 'paying submitted unfinished',
  },

  'paying overdue here': { overdueAfter: 'paying sent here' },
  'paying overdue leaving': { overdueAfter: 'paying sent leaving' },
  'paying overdue held': { overdueAfter: 'paying submitted held' },
  'paying overdue bank_dialog': { overdueAfter: 'paying sent bank_dialog' },
  'paying overdue returned': { overdueAfter: 'paying submitted returned' },
  'paying overdue unfinished': { overdueAfter: 'paying submitted unfinished' },

  'paying slow here': {
    prepare: (service) => pend(service, 'card', dayMs),
    reloaded: 'paying slow here',
    elsewhere: 'paying slow here',
  },
  'paying slow held': {
    sandbox: noLeaving,
    prepare: (service) => pend(service, 'bank_transfer', dayMs),
    reach: ({ cashier }) => cashier.getByRole('button', { name: 'Continue payment' }).click(),
    reloaded: 'paying slow unfinished',
    elsewhere: 'paying slow unfinished',
    onlyEmbedded: onlyInFrames,
  },
  'paying slow returned': {
    prepare: (service) => pend(service, 'bank_transfer', dayMs),
    address: (payUrl) => `${payUrl}&returned=1`,
    reloaded: 'paying slow unfinished',
    elsewhere: 'paying slow unfinished',
    neverEmbedded: 'The processor’s page uses the whole window, and so does the way back.',
  },
  'paying slow unfinished': {
    prepare: (service) => pend(service, 'bank_transfer', dayMs),
    reloaded: 'paying slow unfinished',
    elsewhere: 'paying slow unfinished',
  },

  'paying instructed here': {
    prepare: instruct,
    reloaded: 'paying instructed here',
    elsewhere: 'paying instructed here',
  },
  'paying instructed held': {
    sandbox: noLeaving,
    prepare: instruct,
    reach: ({ cashier }) => cashier.getByRole('button', { name: 'Continue payment' }).click(),
    reloaded: 'paying instructed here',
    elsewhere: 'paying instructed here',
    onlyEmbedded: onlyInFrames,
  },

  'paid confirmed here': {
    disturb: stayConfirmed,
    reach: (visit) => payByCard(visit, '4242424242424242'),
    reloaded: 'paid succeeded_before here',
    elsewhere: 'paid succeeded_before here',
  },
  'paid succeeded here': {
    address: (payUrl) => `${payUrl}&auto_return=0`,
    reach: (visit) => payByCard(visit, '4242424242424242'),
    reloaded: 'paid succeeded_before here',
    elsewhere: 'paid succeeded_before here',
  },
  'paid succeeded_before here': {
    prepare: (service) => service.order.move('PAY_SUCCESS'),
    reloaded: 'paid succeeded_before here',
    elsewhere: 'paid succeeded_before here',
  },
  'closed none here': {
    prepare: (service) => service.order.move('CLOSE'),
    reloaded: 'closed none here',
    elsewhere: 'closed none here',
  },
};
