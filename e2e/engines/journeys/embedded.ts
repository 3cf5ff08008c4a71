import { EmbeddingShop } from '../../../cashier-web/test/browser/embedding-shop.ts';
import { type CardMethod, type Consumer, cards } from '../consumer.ts';
import type { Frames } from '../engine.ts';
import type { Journey, Visit } from '../journey.ts';

/**
 * Journeys of consumers whose shop shows the cashier in a frame. The shop is at localhost and the cashier at 127.0.0.1, which
 * browsers treat as two sites. So the frame belongs to a third party, and its storage is partitioned.
 */

const cashierFrame: Frames = ['#cashier iframe'];

function embedded(
  name: string,
  run: (visit: Visit, consumer: Consumer, number: string) => Promise<void>,
): Journey {
  return {
    name: `in a foreign shop’s frame, ${name}`,
    run: async (visit) => {
      const shop = await EmbeddingShop.start();
      try {
        await visit.system.allowOrigin(shop.origin);
        const { number, payUrl } = await visit.system.createOrder();
        await run(visit, await visit.consumerAt(shop.embeddedAt(payUrl, ''), cashierFrame), number);
        await visit.untilState(number, 'PAY_SUCCESS');
      } finally {
        await shop.stop();
      }
    },
  };
}

const cardMethods: readonly CardMethod[] = ['card', 'card_element', 'card_component'];

export const embeddedJourneys: readonly Journey[] = [
  ...cardMethods.map((method) =>
    embedded(`3-D Secure pays (${method})`, async (_visit, consumer) => {
      await consumer.payByCard(method, cards.asksForThreeDSecure);
      await consumer.answerThreeDSecure('approve');
      await consumer.paid();
    }),
  ),
  embedded('a declined card says so, and another one pays', async (_visit, consumer) => {
    await consumer.payByCard('card', cards.declined);
    await consumer.seesText(consumer.language.messages.declined.declined);
    await consumer.enterCard('card', cards.succeeds);
    await consumer.pay();
    await consumer.paid();
  }),
  embedded('a wallet takes the window, and its confirmation pays', async (_visit, consumer) => {
    await consumer.goTo('sandbox_wallet');
    await consumer.answerThere('pay');
    await consumer.inTheWindow().paid();
  }),
  embedded('a reload of the shop while 3-D Secure is open loses nothing', async (_visit, consumer) => {
    await consumer.payByCard('card', cards.asksForThreeDSecure);
    await consumer.device.see({ css: 'dialog iframe' }, cashierFrame);
    await consumer.device.reload();
    await consumer.continuePayment();
    await consumer.device.click({ css: 'button[value="approve"]' });
    await consumer.inTheWindow().paid();
  }),
];

/**
 * Shows that the journeys above run with partitioned storage: in its own window, the cashier does not see what it stored in the
 * frame.
 */
export const partitionedStorage: Journey = {
  name: 'the storage of a frame in a foreign shop is not that of the window',
  run: async (visit) => {
    const shop = await EmbeddingShop.start();
    try {
      await visit.system.allowOrigin(shop.origin);
      const { payUrl } = await visit.system.createOrder();
      const { device } = await visit.consumerAt(shop.embeddedAt(payUrl, ''), cashierFrame);
      await device.see({ css: 'header select' }, cashierFrame);
      await device.run(`localStorage.setItem('partition', 'frame')`, cashierFrame);
      await device.open(payUrl);
      await device.see({ css: 'header select' });
      const seen = await device.run<string | null>(`return localStorage.getItem('partition')`);
      if (seen !== null) throw new Error('the window sees what the frame stored');
    } finally {
      await shop.stop();
    }
  },
};
