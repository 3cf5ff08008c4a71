import { cards } from '../consumer.ts';
import type { Journey } from '../journey.ts';

/** Journeys of consumers who pay at the hosted cashier in their window. */

export const cardPaid: Journey = {
  name: 'a card pays with the cashier’s own form',
  run: async (visit) => {
    const { number, payUrl } = await visit.system.createOrder();
    const consumer = await visit.consumerAt(payUrl);
    await consumer.payByCard('card', cards.succeeds);
    await consumer.paid();
    await visit.untilState(number, 'PAY_SUCCESS');
  },
};

export const payingJourneys: readonly Journey[] = [
  cardPaid,
  {
    name: 'a declined card says so, and another one pays',
    run: async (visit) => {
      const { number, payUrl } = await visit.system.createOrder();
      const consumer = await visit.consumerAt(payUrl);
      await consumer.payByCard('card', cards.declined);
      await consumer.seesText(consumer.language.messages.declined.declined);
      await visit.untilState(number, 'PAY_FAIL');
      await consumer.enterCard('card', cards.succeeds);
      await consumer.pay();
      await consumer.paid();
    },
  },
  {
    name: 'a card of two networks pays through the one that the consumer has chosen',
    run: async (visit) => {
      const { number, payUrl } = await visit.system.createOrder();
      const consumer = await visit.consumerAt(payUrl);
      await consumer.choose('card');
      await consumer.enterCard('card', cards.ofTwoNetworks);
      await consumer.device.select({ css: '.kassa-number select' }, 'cartes_bancaires');
      await consumer.device.see({ css: '[data-network="cartes_bancaires"]' });
      await consumer.pay();
      await consumer.paid();
      await visit.untilState(number, 'PAY_SUCCESS');
      const { card } = await visit.system.kassa.payments.retrieve(number);
      if (card?.brand !== 'cartes_bancaires') throw new Error(`it was paid through ${card?.brand}`);
    },
  },
  {
    name: '3-D Secure that is approved pays',
    run: async (visit) => {
      const { number, payUrl } = await visit.system.createOrder();
      const consumer = await visit.consumerAt(payUrl);
      await consumer.payByCard('card', cards.asksForThreeDSecure);
      await consumer.answerThreeDSecure('approve');
      await consumer.paid();
      await visit.untilState(number, 'PAY_SUCCESS');
    },
  },
  {
    name: '3-D Secure that is closed can be cancelled, and the wallet pays',
    run: async (visit) => {
      const { number, orderId, payUrl } = await visit.system.createOrder();
      const consumer = await visit.consumerAt(payUrl);
      const { challenge, declined, otherWay } = consumer.language.messages;
      await consumer.payByCard('card', cards.asksForThreeDSecure);
      await consumer.device.click({ button: challenge.challengeClose });
      await consumer.device.click({ button: otherWay });
      await consumer.seesText(declined.cancelled_by_consumer);
      await consumer.goTo('sandbox_wallet');
      await consumer.answerThere('pay');
      await consumer.paid();
      await visit.untilState(number, 'PAY_SUCCESS');
      const payments = [...(await visit.system.paymentsAtProcessor(orderId))].sort().join();
      if (payments !== 'cancelled,succeeded') throw new Error(`the processor has ${payments}`);
    },
  },
  ...(['card_element', 'card_component'] as const).flatMap((method): Journey[] => [
    {
      name: `a card pays with the processor’s form (${method})`,
      run: async (visit) => {
        const { number, payUrl } = await visit.system.createOrder();
        const consumer = await visit.consumerAt(payUrl);
        await consumer.payByCard(method, cards.succeeds);
        await consumer.paid();
        await visit.untilState(number, 'PAY_SUCCESS');
      },
    },
    {
      name: `3-D Secure of the processor’s form (${method}) pays`,
      run: async (visit) => {
        const { number, payUrl } = await visit.system.createOrder();
        const consumer = await visit.consumerAt(payUrl);
        await consumer.payByCard(method, cards.asksForThreeDSecure);
        await consumer.answerThreeDSecure('approve');
        await consumer.paid();
        await visit.untilState(number, 'PAY_SUCCESS');
      },
    },
  ]),
];
