import AxeBuilder from '@axe-core/playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Buyer, cards, type RenderType } from './fixtures/buyer.ts';
import { type CashierLanguage, languages } from './fixtures/cashier-language.ts';
import { phone, WholeSystem } from './fixtures/whole-system.ts';

/**
 * Every way to render a payment form, in every way it can end, on the cashier's own page and in a frame of
 * the shop's page. Screens and languages take turns, so that each meets each way.
 */
const renderTypes: readonly RenderType[] = ['OWN_FORM', 'PROCESSOR_ELEMENT', 'COMPONENT_SDK', 'REDIRECT'];
const places = ['page', 'frame'] as const;
const screens = { phone, desktop: { width: 1280, height: 900 } } as const;

type Place = (typeof places)[number];

interface Situation {
  readonly place: Place;
  readonly screen: keyof typeof screens;
  readonly language: CashierLanguage;
}

let turn = 0;
const screenNames = Object.keys(screens) as (keyof typeof screens)[];
const spoken = Object.values(languages);
function nextSituation(place: Place): Situation {
  turn += 1;
  const screen = screenNames[turn % screenNames.length];
  const language = spoken[turn % spoken.length];
  if (screen === undefined || language === undefined) throw new Error('nothing to choose from');
  return { place, screen, language };
}

const shopName = 'Corner Roasters';
const price = 14.5;
/** Longer than an order of the demo merchant is valid. */
const pastExpirySeconds = 31 * 60;

let system: WholeSystem;

beforeAll(async () => {
  system = await WholeSystem.start();
});
afterAll(() => system?.stop());
afterEach(() => {
  expect(system.violations.splice(0)).toEqual([]);
});

interface Visit {
  readonly buyer: Buyer;
  readonly number: string;
}

async function visit({ place, screen, language }: Situation): Promise<Visit> {
  const page = await system.openPage({ viewport: screens[screen], locale: language.locale });
  const { number, address } = await system.buy(place === 'page' ? 'hosted' : 'embedded');
  await page.goto(address);
  const cashier = place === 'page' ? page : page.frameLocator('#cashier iframe');
  return { buyer: new Buyer(page, cashier, language, price), number };
}

async function untilState(number: string, state: string): Promise<void> {
  await vi.waitFor(async () => expect((await system.kassa.payments.retrieve(number)).state).toBe(state), {
    timeout: 20_000,
    interval: 100,
  });
}

/** No barrier for anybody in the state that the page is in, frames included. */
async function hasNoBarriers({ page }: Buyer): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

/** Paid, the buyer is taken back to the shop, which has the window to itself then. */
async function comesBackToTheShop({ page }: Buyer, number: string): Promise<void> {
  await page.waitForURL((url) => url.href.includes(`/thank-you?order=${number}`));
  expect(new URL(page.url()).searchParams.get('order_id')).toMatch(/^ord_/);
}

for (const place of places) {
  for (const renderType of renderTypes.filter((type) => type !== 'REDIRECT')) {
    describe(`${renderType} in a ${place}`, () => {
      async function submits(card: string): Promise<Visit> {
        const visited = await visit(nextSituation(place));
        await visited.buyer.choose(renderType);
        await visited.buyer.enterCard(renderType, card);
        await visited.buyer.pay();
        return visited;
      }

      test('a card that succeeds pays, and leads back to the shop', async () => {
        const { buyer, number } = await submits(cards.succeeds);
        await buyer.paid();
        await hasNoBarriers(buyer);
        await untilState(number, 'PAY_SUCCESS');
        await comesBackToTheShop(buyer, number);
      });

      test('a declined card says so, and another one pays', async () => {
        const { buyer, number } = await submits(cards.declined);
        await buyer.notPaid(buyer.language.messages.declined.declined);
        await untilState(number, 'PAY_FAIL');
        await hasNoBarriers(buyer);
        await buyer.enterCard(renderType, cards.succeeds);
        await buyer.pay();
        await buyer.paid();
        await untilState(number, 'PAY_SUCCESS');
      });

      test('3-D Secure that is passed pays', async () => {
        const { buyer, number } = await submits(cards.asksForThreeDSecure);
        await buyer.answerThreeDSecure('Approve');
        await buyer.paid();
        await untilState(number, 'PAY_SUCCESS');
      });

      test('3-D Secure that is refused leaves the form to try again', async () => {
        const { buyer, number } = await submits(cards.asksForThreeDSecure);
        await buyer.answerThreeDSecure('Fail authentication');
        await buyer.notPaid(buyer.language.messages.declined.authentication_failed);
        await untilState(number, 'PAY_FAIL');
      });

      test('a call that times out is waited for, and its late success pays', async () => {
        const { buyer, number } = await submits(cards.timesOut);
        await buyer.processing();
        await hasNoBarriers(buyer);
        await buyer.paid();
        await untilState(number, 'PAY_SUCCESS');
      });

      test('an order that expires while the card is entered says so', async () => {
        const { buyer, number } = await visit(nextSituation(place));
        await buyer.choose(renderType);
        await buyer.enterCard(renderType, cards.succeeds);
        await system.advanceClock(pastExpirySeconds);
        await buyer.expired();
        await hasNoBarriers(buyer);
        await untilState(number, 'CLOSE');
      });

      test('who cancels is back in the shop, and nothing is paid', async () => {
        const { buyer, number } = await visit(nextSituation(place));
        await buyer.choose(renderType);
        await buyer.cancelLink(shopName).click();
        await buyer.page.waitForURL((url) => url.href.includes(`/cancelled?order=${number}`));
        expect((await system.kassa.payments.retrieve(number)).state).toBe('INIT');
      });
    });
  }

  describe(`REDIRECT in a ${place}`, () => {
    async function leaves(code = 'sandbox_wallet'): Promise<Visit> {
      const visited = await visit(nextSituation(place));
      await visited.buyer.choose({ code });
      await visited.buyer.pay();
      return visited;
    }
    /** A wallet takes the whole window; afterwards the cashier has it. */
    const onItsOwnPage = ({ buyer: { page, language } }: Visit) => new Buyer(page, page, language, price);

    test('a wallet that is confirmed pays, and leads back to the shop', async () => {
      const visited = await leaves();
      await visited.buyer.answerAtWallet(/^Pay /);
      await onItsOwnPage(visited).paid();
      await untilState(visited.number, 'PAY_SUCCESS');
      await comesBackToTheShop(visited.buyer, visited.number);
    });

    test('a wallet that refuses leaves other ways to pay', async () => {
      const visited = await leaves();
      await visited.buyer.answerAtWallet(/^Refuse/);
      const buyer = onItsOwnPage(visited);
      await buyer.cashier.getByText(buyer.language.messages.notPaidTitle).waitFor();
      await untilState(visited.number, 'PAY_FAIL');
      await hasNoBarriers(buyer);
      await buyer.choose('OWN_FORM');
      await buyer.enterCard('OWN_FORM', cards.succeeds);
      await buyer.pay();
      await buyer.paid();
    });

    test('who comes back without having decided can go on there', async () => {
      const visited = await leaves();
      await visited.buyer.page.waitForURL(/\/pay\//);
      await visited.buyer.page.goBack();
      const { cashier, language } = visited.buyer;
      const goOn = cashier.getByRole('button', { name: language.messages.continueThere });
      await goOn.waitFor();
      await hasNoBarriers(visited.buyer);
      await goOn.click();
      await visited.buyer.answerAtWallet(/^Pay /);
      await onItsOwnPage(visited).paid();
    });

    test('a bank transfer is paid later', async () => {
      const visited = await leaves('bank_transfer');
      await visited.buyer.answerAtWallet(/^Pay |^Confirm|^Transfer/);
      await onItsOwnPage(visited).paid();
      await untilState(visited.number, 'PAY_SUCCESS');
    });

    test('an order that expires before the button is pressed says so', async () => {
      const { buyer, number } = await visit(nextSituation(place));
      await buyer.choose('REDIRECT');
      await system.advanceClock(pastExpirySeconds);
      await buyer.expired();
      await untilState(number, 'CLOSE');
    });

    test('who cancels is back in the shop, and nothing is paid', async () => {
      const { buyer, number } = await visit(nextSituation(place));
      await buyer.choose('REDIRECT');
      await buyer.cancelLink(shopName).click();
      await buyer.page.waitForURL((url) => url.href.includes(`/cancelled?order=${number}`));
      expect((await system.kassa.payments.retrieve(number)).state).toBe('INIT');
    });
  });
}
