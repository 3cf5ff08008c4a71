import type { Locator, Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { everyCombination } from '../../../infra/test-run/src/every-combination.ts';
import type { FakeCheckoutService } from '../../../sdk-browser/test/fake-checkout/fake-checkout-service.ts';
import {
  type Action,
  type Connection,
  type ReachableRow,
  type RowName,
  type ScreenTraits,
  type Situation,
  screens,
  shownIn,
} from '../../src/cashier/screen-table.ts';
import { loadMessages } from '../../src/i18n/load-messages.ts';
import { type Cashier, type LongerWalk, screenWalks, usableButton, type Walk } from './screen-walks.ts';
import { useLab } from './use-till.ts';

const messages = await loadMessages({ code: 'en', locale: 'en' });
const lab = useLab();

/** How long the cashier waits for a result before it calls the payment overdue. */
const overdueAfterMs = 20_000;
const merchant = 'Hillside Coffee';
const amount = '€42.50';

/** What a consumer sees of each action. */
const controls: Readonly<Record<Action, (cashier: Cashier) => Locator>> = {
  choose: (cashier) => cashier.locator('input[name="method"]:enabled:not(:checked)'),
  pay: (cashier) => cashier.locator('.actions > button:not(.busy)'),
  retry: (cashier) => cashier.locator('.message').getByRole('button', { name: messages.retry }),
  continue: (cashier) => cashier.locator('.ways').getByRole('button', { name: /^Continue (payment|with)/ }),
  // It is shown after some seconds.
  offer_to_continue: (cashier) => cashier.locator('.offer button'),
  open_beside: (cashier) => cashier.getByRole('link', { name: messages.openElsewhere }),
  other_way: (cashier) => cashier.getByRole('button', { name: messages.otherWay }),
  cancel: (cashier) => cashier.getByRole('link', { name: messages.cancel(merchant), exact: true }),
  to_shop: (cashier) => cashier.getByRole('link', { name: messages.backToShop(merchant), exact: true }),
  return: (cashier) => cashier.getByRole('button', { name: messages.backToShop(merchant), exact: true }),
};

const soon = (expectation: () => Promise<void>) => vi.waitFor(expectation, 90_000);

function situationOf(row: RowName, connection: Connection): Situation {
  const [order, attempt, place] = row.split(' ');
  return { order, attempt, place, connection } as Situation;
}

async function offered(cashier: Cashier): Promise<readonly string[]> {
  const counts = Object.entries(controls).map(async ([action, control]) => {
    const found = control(cashier);
    const shown = action === 'offer_to_continue' ? found : found.filter({ visible: true });
    return (await shown.count()) > 0 ? [action] : [];
  });
  return (await Promise.all(counts)).flat();
}

/** The page is in this row, and shows the texts and the actions of its screen, no others. */
async function expectRow(cashier: Cashier, row: RowName): Promise<void> {
  const situation = situationOf(row, 'connected');
  const rowShown = () => cashier.locator('.panel').getAttribute('data-row', { timeout: 2_000 });
  await soon(async () => expect(await rowShown()).toBe(`${row} connected`));
  const screen: ScreenTraits = screens[shownIn(situation).screen];
  const { kind, says, actions, button } = screen;
  const [title, text] = says(messages, merchant, amount);
  if (kind === 'waiting' || kind === 'paid' || kind === 'ended') {
    expect(await cashier.locator('.message .title').textContent()).toBe(title);
    await cashier.locator('.message').getByText(text, { exact: true }).waitFor();
  }
  if (button) await cashier.locator('.actions > button', { hasText: button(messages) }).waitFor();
  if (screen.saysUntil) {
    const [before = ''] = messages.resultBy('§').split('§');
    await cashier.locator('p', { hasText: before }).filter({ visible: true }).waitFor();
  }
  if (situation.order === 'open' && kind === 'form') await usableButton(cashier).waitFor();
  // A device that does not know the order does not know its shop.
  const knowsShop = situation.order !== 'unknown' && situation.order !== 'refused';
  const expected = actions.filter((action) => knowsShop || action !== 'to_shop');
  const inOrder = Object.keys(controls).filter((action) => expected.some((one) => one === action));
  await soon(async () => expect(await offered(cashier)).toEqual(inOrder));
}

/** Without a network, the page shows what the table says about it, and comes back from it. */
async function expectOffline(page: Page, row: RowName): Promise<void> {
  await page.context().setOffline(true);
  const panel = page.locator(`.panel:is([data-row="${row} offline"], [data-row="${row} unanswered"])`);
  await panel.waitFor();
  const connection = (await panel.getAttribute('data-row'))?.split(' ')[3] as Connection;
  const { bar } = shownIn(situationOf(row, connection));
  if (bar) await page.locator('.offline').filter({ visible: true, hasText: messages[bar] }).waitFor();
  else expect(await page.locator('.offline').filter({ visible: true }).count()).toBe(0);
  await page.context().setOffline(false);
}

/** An order and pages of its own for each walk. */
async function onOrder(
  use: (service: FakeCheckoutService, open: () => Promise<Page>) => Promise<void>,
): Promise<void> {
  const service = await lab().startService();
  const pages: Page[] = [];
  try {
    await use(service, async () => {
      const { page } = await lab().openPage();
      pages.push(page);
      return page;
    });
  } finally {
    await Promise.all(pages.map((page) => page.context().close()));
    await service.stop();
  }
}

const everyWalk = Object.entries(screenWalks) as readonly [ReachableRow, Walk | LongerWalk][];
const walks = everyWalk.flatMap(([row, path]) => ('overdueAfter' in path ? [] : [[row, path] as const]));
const outsideOfFrames = walks.filter(([, { onlyEmbedded }]) => !onlyEmbedded);

/** The row in which a page is that waits for too long in this one. */
const overdueRowAfter = (row: ReachableRow): ReachableRow | undefined =>
  everyWalk.find(([, path]) => 'overdueAfter' in path && path.overdueAfter === row)?.[0];

/** The rows that a walk leads to, one after the other. */
const rowsOf = (row: ReachableRow): readonly ReachableRow[] => [row, overdueRowAfter(row) ?? []].flat();

const screenOf = (row: RowName) => shownIn(situationOf(row, 'connected')).screen;
const isFirstOnItsScreen = (row: ReachableRow) =>
  everyWalk.find(([other]) => screenOf(other) === screenOf(row))?.[0] === row;
/**
 * A frame changes how a screen looks and where its links lead, not to which row a page comes. So `npm test` shows in a frame the
 * rows that only frames reach, and every fourth one of the other screens; `npm run combinations` shows each screen.
 */
const insideOfFrames = walks
  .filter(
    ([row, { onlyEmbedded, neverEmbedded }]) =>
      onlyEmbedded || (!neverEmbedded && rowsOf(row).some(isFirstOnItsScreen)),
  )
  .filter(([, { onlyEmbedded }], at) => everyCombination || onlyEmbedded || at % 4 === 0);

/**
 * Another device knows only what the gateway knows, so many rows lead it to the same row. `npm test` opens each such row on
 * another device once, and `npm run combinations` from every row.
 */
const isReopened = (row: ReachableRow, { elsewhere }: Walk) =>
  everyCombination || outsideOfFrames.find(([, other]) => other.elsewhere === elsewhere)?.[0] === row;

async function prepare(row: ReachableRow, path: Walk, page: Page, service: FakeCheckoutService) {
  path.prepare?.(service);
  if (overdueRowAfter(row)) await holdLongWait(page);
  await path.disturb?.(page, service);
}

/** Lets no payment become overdue before `outwait`, so that a slow machine sees the row before that too. */
const holdLongWait = (page: Page) =>
  page.addInitScript((heldMs) => {
    const { setTimeout, clearTimeout } = window;
    const heldTimer = -1;
    Object.assign(window, {
      setTimeout: (handler: () => void, ms: number, ...args: []) => {
        if (ms !== heldMs) return setTimeout(handler, ms, ...args);
        Object.assign(window, { endLongWait: handler });
        return heldTimer;
      },
      clearTimeout: (timer: number) => {
        if (timer === heldTimer) Object.assign(window, { endLongWait: undefined });
        else clearTimeout(timer);
      },
    });
  }, overdueAfterMs);

/** Lets the payment of the page become overdue. */
async function outwait(cashier: Cashier): Promise<void> {
  await soon(() =>
    cashier.locator(':root').evaluate(() => (window as unknown as { endLongWait: () => void }).endLongWait()),
  );
}

describe('in a window', () => {
  test.concurrent.each(outsideOfFrames)(
    '%s: fresh, without a network, overdue if it can be, reloaded, and reopened elsewhere',
    (row, path) =>
      onOrder(async (service, open) => {
        const page = await open();
        const address = path.address?.(service.payUrl) ?? service.payUrl;
        await prepare(row, path, page, service);
        await page.goto(address);
        await path.reach?.({ cashier: page, page, service });
        for (const reached of rowsOf(row)) {
          if (reached !== row) await outwait(page);
          await expectRow(page, reached);
          await expectOffline(page, reached);
        }
        expect(page.url()).not.toContain('session');
        await page.reload();
        await expectRow(page, path.reloaded);
        if (!isReopened(row, path)) return;

        const elsewhere = await open();
        await elsewhere.goto(
          path.address ? path.address(service.payUrl).replace('&returned=1', '') : service.payUrl,
        );
        await expectRow(elsewhere, path.elsewhere);
      }),
  );

  test('an address that was copied from the address bar opens no order elsewhere', () =>
    onOrder(async (service, open) => {
      const page = await open();
      await page.goto(service.payUrl);
      await expectRow(page, 'open none here');
      const copied = await open();
      await copied.goto(page.url());
      await expectRow(copied, 'refused none here');
    }));
});

describe('embedded with embedCashier', () => {
  test.concurrent.each(insideOfFrames)('%s', (row, path) =>
    onOrder(async (service, open) => {
      const page = await open();
      await prepare(row, path, page, service);
      const cashier = await lab().openEmbedded(page, service, {
        sandbox: path.sandbox ?? '',
        payUrl: path.address?.(service.payUrl) ?? service.payUrl,
      });
      await path.reach?.({ cashier, page, service });
      for (const reached of rowsOf(row)) {
        if (reached !== row) await outwait(cashier);
        await expectRow(cashier, reached);
      }
    }),
  );
});
