import { type Consumer, cards } from '../consumer.ts';
import type { Journey, Visit } from '../journey.ts';

/** Journeys of consumers who leave the cashier and come back: from a wallet, from a bank, or on another device. */

/** A bank transfer: the consumer enters its reference at the bank. It is offered only if the order stays open for an hour. */
const voucher = 'bank_transfer_reference';
const anHourAndMore = 2 * 60 * 60;
const standardValidity = 30 * 60;

interface WaitingTransfer {
  readonly number: string;
  readonly orderId: string;
  readonly payUrl: string;
  readonly consumer: Consumer;
  /** The reference that the consumer has to enter at the bank. */
  readonly reference: string;
}

/** Returns a consumer who sees the instructions of a bank transfer, together with the transfer's reference. */
async function waitingTransfer(visit: Visit): Promise<WaitingTransfer> {
  await visit.system.setOrderValidity(anHourAndMore);
  const order = await visit.system.createOrder('EUR').finally(() => {
    return visit.system.setOrderValidity(standardValidity);
  });
  const consumer = await visit.consumerAt(order.payUrl);
  await consumer.goTo(voucher);
  return { ...order, consumer, reference: await readReference(consumer) };
}

/** The reference to enter at the bank, as the processor's page or the cashier shows it. */
async function readReference({ device }: Consumer): Promise<string> {
  await device.see({ text: 'IBAN' });
  const values = await device.run<string[]>(
    `return [...document.querySelectorAll('dd bdi')].map((value) => value.textContent)`,
  );
  const reference = values.find((value) => value.startsWith('RF'));
  if (!reference) throw new Error(`the instructions are ${values.join(' | ')}`);
  return reference;
}

export const returningJourneys: readonly Journey[] = [
  {
    name: 'a wallet pays, and leads back to the shop',
    run: async (visit) => {
      const { number, address } = await visit.system.buy('hosted');
      const consumer = await visit.consumerAt(address);
      await consumer.goTo('sandbox_wallet');
      await consumer.answerThere('pay');
      await consumer.isAt(new RegExp(`/thank-you\\?order=${number}`));
      await visit.untilState(number, 'PAY_SUCCESS');
    },
  },
  {
    name: 'a wallet that refuses leaves the card, which pays',
    run: async (visit) => {
      const { number, payUrl } = await visit.system.createOrder();
      const consumer = await visit.consumerAt(payUrl);
      await consumer.goTo('sandbox_wallet');
      await consumer.answerThere('refuse');
      await consumer.seesText(consumer.language.messages.declined.cancelled_at_processor);
      await consumer.payByCard('card', cards.succeeds);
      await consumer.paid();
      await visit.untilState(number, 'PAY_SUCCESS');
    },
  },
  {
    name: 'Back on the wallet’s page leads to the cashier, from which the wallet can be continued',
    run: async (visit) => {
      const { number, payUrl } = await visit.system.createOrder();
      const consumer = await visit.consumerAt(payUrl);
      const { notFinished } = consumer.language.messages;
      await consumer.goTo('sandbox_wallet');
      await consumer.device.back();
      await consumer.seesText(notFinished);
      await consumer.continuePayment();
      await consumer.answerThere('pay');
      await consumer.paid();
      await visit.untilState(number, 'PAY_SUCCESS');
    },
  },
  {
    name: 'a wallet that is confirmed on another device pays on both',
    run: async (visit) => {
      const { payUrl } = await visit.system.createOrder();
      const consumer = await visit.consumerAt(payUrl);
      await consumer.goTo('sandbox_wallet');
      const elsewhere = await visit.consumerAt(await consumer.device.address());
      await elsewhere.answerThere('pay');
      await elsewhere.paid();
      await consumer.device.back();
      await consumer.paid();
    },
  },
  {
    name: 'a bank transfer’s instructions are shown again on another device, and its money pays',
    run: async (visit) => {
      const { number, orderId, payUrl, reference } = await waitingTransfer(visit);
      const elsewhere = await visit.consumerAt(payUrl);
      const again = await readReference(elsewhere);
      if (again !== reference) throw new Error(`${again} instead of ${reference}`);
      await elsewhere.seesText('The result will be known by');
      await visit.system.pullTrigger(orderId, 'payment_succeeded');
      await elsewhere.paid();
      await visit.untilState(number, 'PAY_SUCCESS');
    },
  },
  {
    name: 'a bank transfer can be given up on another device, and a card pays',
    run: async (visit) => {
      const { number, payUrl } = await waitingTransfer(visit);
      const elsewhere = await visit.consumerAt(payUrl);
      await elsewhere.device.click({ button: elsewhere.language.messages.otherWay });
      await elsewhere.payByCard('card', cards.succeeds);
      await elsewhere.paid();
      await visit.untilState(number, 'PAY_SUCCESS');
    },
  },
  {
    name: 'a reload while 3-D Secure is open shows it again, and it pays',
    run: async (visit) => {
      const { number, payUrl } = await visit.system.createOrder();
      const consumer = await visit.consumerAt(payUrl);
      await consumer.payByCard('card', cards.asksForThreeDSecure);
      await consumer.device.see({ css: 'dialog iframe' });
      await consumer.device.reload();
      await consumer.continuePayment();
      await consumer.device.click({ css: 'button[value="approve"]' });
      await consumer.paid();
      await visit.untilState(number, 'PAY_SUCCESS');
    },
  },
];
