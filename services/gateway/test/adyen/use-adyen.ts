import { afterAll, afterEach } from 'vitest';
import { money } from '../builders/orders.ts';
import { channelAt, genuineCallbacks, opened } from './adyen-bench.ts';
import { type Item, StandInAdyen } from './stand-in-adyen.ts';

/** Starts a stand-in for Adyen, and a channel that calls it, for one test file. */
export async function useAdyen() {
  const adyen = await StandInAdyen.start();
  afterAll(() => adyen.stop());
  afterEach(() => adyen.disturbNext());
  const channel = channelAt(adyen);
  // From now on the channel knows the account's methods, so it does not ask for them during the tests.
  await channel.check();

  const read = (...items: readonly Item[]) => genuineCallbacks(channel, adyen.batch(...items));
  return {
    adyen,
    channel,
    lastCall: () => adyen.calls.at(-1),
    /** Opens a payment, and pays it. */
    async paid(amount = money(1_999, 'EUR')) {
      const payment = await opened(channel, { amount });
      adyen.pay(payment.attemptId, 'succeeds');
      return { ...payment, paymentReference: adyen.pspReferenceOf(payment.attemptId) };
    },
    /** Sends events in one batch, and returns what the channel reads in them. */
    read,
    /** Sends an event, and returns what the channel reads in it. */
    async notified(eventCode: string, reference: string, said: Partial<Item> = {}) {
      const [callback] = await read(adyen.happened(eventCode, reference, said));
      return callback?.notification;
    },
  };
}
