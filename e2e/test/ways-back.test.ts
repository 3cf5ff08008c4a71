import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { longTest } from '../../infra/test-run/src/long-test.ts';
import { cards } from './fixtures/buyer.ts';
import { languages } from './fixtures/cashier-language.ts';
import {
  atThreeDSecure,
  atWallet,
  button,
  buyerOn,
  expectPaidOnce,
  fillInCard,
  inShopsFrame,
  lastingOrder,
  looksAgain,
  payByCard,
  result,
  says,
  untilState,
} from './fixtures/consumer-steps.ts';
import { desktop, pictureOf, waysOn } from './fixtures/ways-on.ts';
import { phone, WholeSystem } from './fixtures/whole-system.ts';

/**
 * Consumers who leave the cashier in one way and come back in another, on a desktop and a phone. Whatever they do, there is a
 * way to pay, the result, or a sentence that says what is waited for and until when.
 */

const { messages } = languages.english;

// Two devices in one test, on a machine that may have much else to do.
vi.setConfig({ testTimeout: 90_000 });

let system: WholeSystem;

beforeAll(async () => {
  system = await WholeSystem.start();
});
afterAll(() => system?.stop());
afterEach(async (context) => {
  await system.leavePages(context);
  expect(system.violations.splice(0)).toEqual([]);
});

async function buyerAt(payUrl: string, options: BrowserContextOptions = { viewport: desktop }) {
  const page = await system.openPage(options);
  await page.goto(payUrl);
  return buyerOn(page);
}
const onPhone = (payUrl: string) => buyerAt(payUrl, { viewport: phone, hasTouch: true, isMobile: true });

describe('leaving during 3-D Secure', () => {
  test('a consumer who closes the tab during 3-D Secure can finish the payment on the phone with the payment link (fault 59)', async () => {
    const order = await system.createOrder();
    const first = await buyerAt(order.payUrl);
    await atThreeDSecure(first);
    await first.page.close();
    const second = await onPhone(order.payUrl);
    await says(second, messages.notFinished);
    expect(await waysOn(second)).toEqual(['continue', 'another way', 'to the shop']);
    await pictureOf(second.page, '1 link reopened during 3-D Secure');
    await button(second, messages.continueThere).click();
    await second.page.locator('button[value="approve"]').click();
    await second.paid();
    await expectPaidOnce(system, order);
  });

  longTest(
    'if the consumer cancels 3-D Secure on the phone and pays by card, the dialog on the desktop closes and the page there shows the result',
    async () => {
      const order = await system.createOrder();
      const first = await buyerAt(order.payUrl);
      await atThreeDSecure(first);
      const second = await onPhone(order.payUrl);
      await button(second, messages.otherWay).click();
      await says(second, messages.declined.cancelled_by_consumer);
      await payByCard(second);
      await second.paid();
      await says(first, messages.declined.cancelled_by_consumer);
      expect(await first.page.locator('.kassa-challenge').count()).toBe(0);
      await looksAgain(first);
      await result(first);
      await pictureOf(first.page, '2 paid on the phone during 3-D Secure');
      await expectPaidOnce(system, order);
    },
  );

  longTest(
    'if the bank’s page for 3-D Secure hangs, the consumer can close it and pay with the wallet (fault 60)',
    async () => {
      const order = await system.createOrder();
      const first = await buyerAt(order.payUrl);
      await first.page.route(/\/3ds\//, () => undefined);
      await payByCard(first, cards.asksForThreeDSecure);
      await first.page.getByRole('button', { name: messages.challenge.challengeClose, exact: true }).click();
      expect(await waysOn(first)).toContain('another way');
      await pictureOf(first.page, '3 the bank’s page hangs');
      await button(first, messages.otherWay).click();
      await says(first, messages.declined.cancelled_by_consumer);
      await atWallet(first);
      await first.answerAtWallet('pay');
      await first.paid();
      await expectPaidOnce(system, order);
      expect([...(await system.paymentsAtProcessor(order.orderId))].sort()).toEqual([
        'cancelled',
        'succeeded',
      ]);
    },
  );

  longTest('in a shop’s frame, the consumer can close 3-D Secure and pay with another card', () =>
    inShopsFrame(system, phone, '', async (framed, page) => {
      await atThreeDSecure(framed);
      await pictureOf(page, '4 3-D Secure in a frame');
      const { challengeClose } = messages.challenge;
      await framed.cashier.getByRole('button', { name: challengeClose, exact: true }).click();
      await button(framed, messages.otherWay).click();
      await says(framed, messages.declined.cancelled_by_consumer);
      await payByCard(framed);
    }),
  );
});

describe('leaving for the wallet', () => {
  test('if the consumer pays with the wallet on the phone while the tab on the desktop sleeps, the tab shows the result when it wakes (fault 63)', async () => {
    const order = await system.createOrder();
    const first = await buyerAt(order.payUrl);
    await fillInCard(first);
    const browser = await first.page.context().newCDPSession(first.page);
    await browser.send('Page.setWebLifecycleState', { state: 'frozen' });
    const second = await onPhone(order.payUrl);
    await atWallet(second);
    await second.answerAtWallet('pay');
    await second.paid();
    await browser.send('Page.setWebLifecycleState', { state: 'active' });
    await looksAgain(first);
    await result(first);
    await pictureOf(first.page, '5 woken after the payment');
    await expectPaidOnce(system, order);
  });

  longTest(
    'if the consumer goes back from the wallet and pays by card, the wallet’s page offers no payment any more',
    async () => {
      const order = await system.createOrder();
      const first = await buyerAt(order.payUrl);
      await atWallet(first);
      const wallet = first.page.url();
      await first.page.goBack();
      await says(first, messages.notFinished);
      await button(first, messages.otherWay).click();
      await payByCard(first);
      await first.paid();
      await first.page.goto(wallet);
      expect(await first.page.locator('button[value="pay"]').count()).toBe(0);
      await pictureOf(first.page, '6 the wallet after the card');
      await expectPaidOnce(system, order);
    },
  );

  test('if the consumer cancels on the phone and pays by card while the wallet’s page is open on the desktop, the button of that page pays nothing', async () => {
    const order = await system.createOrder();
    const first = await buyerAt(order.payUrl);
    await atWallet(first);
    const second = await onPhone(order.payUrl);
    await button(second, messages.otherWay).click();
    await payByCard(second);
    await second.paid();
    await first.answerAtWallet('pay');
    await first.page.waitForLoadState();
    await pictureOf(first.page, '7 the wallet’s page after the card');
    await first.page.goto(order.payUrl);
    await result(first);
    await expectPaidOnce(system, order);
  });

  longTest(
    'if the consumer refuses the payment in the wallet on the phone, the cashier there says why nothing was paid, and accepts a card (fault 63)',
    async () => {
      const order = await system.createOrder();
      const first = await buyerAt(order.payUrl);
      await atWallet(first);
      await first.page.close();
      const second = await onPhone(order.payUrl);
      await button(second, messages.continueThere).click();
      await second.answerAtWallet('refuse');
      await says(second, messages.declined.cancelled_at_processor);
      await payByCard(second);
      await second.paid();
      await expectPaidOnce(system, order);
    },
  );

  longTest(
    'if the wallet’s page does not load, the consumer can pay by card after some seconds',
    async () => {
      const order = await system.createOrder();
      const page = await system.openPage({ viewport: desktop });
      await page.clock.install();
      await page.goto(order.payUrl);
      const first = await buyerOn(page);
      await page.route(/\/pay\//, (route) => route.fulfill({ status: 204 }));
      await first.choose('REDIRECT');
      await first.pay();
      const otherWay = button(first, messages.otherWay);
      const afterSeconds = async () => {
        await page.clock.fastForward(5_000);
        return otherWay.isVisible();
      };
      await expect.poll(afterSeconds).toBe(true);
      await pictureOf(first.page, '9 the wallet’s page never comes');
      await otherWay.click();
      await payByCard(first);
      await first.paid();
      await expectPaidOnce(system, order);
    },
  );

  longTest(
    'in a frame that may not leave the shop’s page, the wallet opens in a window of its own, and the frame shows the result',
    () =>
      inShopsFrame(
        system,
        desktop,
        'allow-scripts allow-same-origin allow-popups allow-forms',
        async (framed, page) => {
          await framed.choose('REDIRECT');
          await framed.pay();
          const beside = framed.cashier.getByRole('link', { name: messages.openElsewhere });
          await beside.waitFor();
          await pictureOf(page, '10 a frame that may not leave');
          const wallet = await onPhone((await beside.getAttribute('href')) ?? '');
          await wallet.answerAtWallet('pay');
          await wallet.paid();
        },
      ),
  );
});

describe('leaving for the bank', () => {
  test('a consumer who returns from a bank transfer sees what to transfer and by when, and can pay by card instead (fault 59)', async () => {
    const order = await lastingOrder(system);
    const first = await buyerAt(order.payUrl);
    await first.choose({ code: 'bank_transfer_reference' });
    await first.pay();
    await first.page.waitForURL(/\/voucher\//);
    await first.page.getByRole('link', { name: 'Back to the shop' }).click();
    await first.cashier.locator('.instructions').getByText('DE89 3704 0044 0532 0130 00').waitFor();
    expect(await waysOn(first)).toEqual(['continue', 'another way', 'until when']);
    await pictureOf(first.page, '11 instructions');
    await button(first, messages.otherWay).click();
    await payByCard(first);
    await first.paid();
    await untilState(system, order, 'PAY_SUCCESS');
  });

  longTest(
    'the instructions of a bank transfer also appear on the phone, and both devices show the result once the money has arrived (fault 59)',
    async () => {
      const order = await lastingOrder(system);
      const first = await buyerAt(order.payUrl);
      await first.choose({ code: 'bank_transfer_reference' });
      await first.pay();
      await first.page.waitForURL(/\/voucher\//);
      await system.advanceClock(90 * 60);
      const second = await onPhone(order.payUrl);
      await second.cashier.locator('.instructions').getByText(/^RF/).waitFor();
      await pictureOf(second.page, '12 instructions on the phone');
      await system.pullTrigger(order.orderId, 'payment_succeeded');
      await second.paid();
      await first.page.goBack();
      await result(first);
    },
  );
});

describe('leaving while the card is sent', () => {
  test('a consumer who reloads the page while the card is being sent pays once (fault 40)', async () => {
    const order = await system.createOrder();
    const first = await buyerAt(order.payUrl);
    await fillInCard(first);
    const sent = first.page.waitForRequest(/payment\/submit/);
    await first.pay();
    await sent;
    await first.page.reload();
    await result(first);
    await expectPaidOnce(system, order);
  });

  longTest(
    'if the answer to the submission is lost, the page still shows the result of the one payment',
    async () => {
      const order = await system.createOrder();
      const first = await buyerAt(order.payUrl);
      await fillInCard(first);
      await first.page.route(/payment\/submit/, async (route) => {
        await route.fetch();
        await route.abort();
      });
      await first.pay();
      await first.paid();
      await expectPaidOnce(system, order);
    },
  );

  longTest('if the consumer closes the tab while the bank is slow, the phone shows the result', async () => {
    const order = await system.createOrder();
    const first = await buyerAt(order.payUrl);
    await fillInCard(first, cards.timesOut);
    await first.pay();
    await untilState(system, order, 'PAYING');
    await first.page.close();
    const second = await onPhone(order.payUrl);
    await result(second);
    await pictureOf(second.page, '16 a slow bank, on the phone');
    await expectPaidOnce(system, order);
  });
});

describe('coming back too late', () => {
  test('if the order expires while the consumer enters a card, the page leads back to the shop on every device (fault 63)', async () => {
    const order = await system.createOrder();
    const first = await buyerAt(order.payUrl);
    await fillInCard(first);
    await system.advanceClock(31 * 60);
    await untilState(system, order, 'CLOSE');
    await first.pay();
    await first.expired();
    await pictureOf(first.page, '17 expired during entry');
    expect(await waysOn(first)).toEqual(['to the shop']);
    const second = await onPhone(order.payUrl);
    await second.expired();
    expect(await waysOn(second)).toEqual(['to the shop']);
    expect(await system.paymentsAtProcessor(order.orderId)).not.toContain('succeeded');
  });

  longTest(
    'if the consumer pays on the phone while a card is being entered on the desktop, the desktop shows the payment and does not name that card',
    async () => {
      const order = await system.createOrder();
      const first = await buyerAt(order.payUrl);
      await fillInCard(first);
      const second = await onPhone(order.payUrl);
      await atWallet(second);
      await second.answerAtWallet('pay');
      await second.paid();
      await first.pay();
      await result(first);
      await first.cashier.locator('.receipt').getByText('Payment method').waitFor();
      expect(await first.cashier.locator('.receipt').textContent()).not.toContain('4242');
      await pictureOf(first.page, '18 paid elsewhere');
      await expectPaidOnce(system, order);
    },
  );

  test('a link that is opened two days later leads back to the shop', async () => {
    const order = await system.createOrder();
    const first = await buyerAt(order.payUrl);
    await first.payButton().waitFor();
    await system.advanceClock(2 * 24 * 60 * 60);
    const later = buyerOn(await first.page.context().newPage());
    await later.page.goto(order.payUrl);
    await later.expired();
    expect(await waysOn(later)).toEqual(['to the shop']);
    await pictureOf(later.page, '19 two days later');
  });
});

describe('coming back in another way', () => {
  test('if the address of the cashier has lost its session, the same browser leads to the shop; on another device, the page says that the link does not work (fault 63)', async () => {
    const order = await system.createOrder();
    const first = await buyerAt(order.payUrl);
    await first.payButton().waitFor();
    const copied = first.page.url();
    const tab = buyerOn(await first.page.context().newPage());
    await tab.page.goto(copied);
    await says(tab, messages.linkInvalidText);
    expect(await waysOn(tab)).toEqual(['to the shop']);
    const second = await onPhone(copied);
    await says(second, messages.linkInvalidText);
    await pictureOf(second.page, '22 an address without its session');
  });

  test('without JavaScript, the page says what to do (fault 62)', async () => {
    const order = await system.createOrder();
    const first = await buyerAt(order.payUrl, { viewport: phone, javaScriptEnabled: false });
    expect(await waysOn(first)).toEqual(['what to do']);
    await pictureOf(first.page, '23 without JavaScript');
  });
});
