import type { Db } from 'mongodb';

/** The members of a payment, as the sandbox processor stores it, that tell what is still to be done. */
interface WaitingPayment {
  readonly _id: string;
  readonly version: number;
  readonly wakeAt: Date;
  readonly callbacks: readonly { readonly nextTryAt: Date | null }[];
}

const WITHIN_REACH = new Date('9999-01-01T00:00:00Z');

/** The number of payments for which the channel still has to do something: settle them, refund them or send callbacks. */
export async function countWhatChannelHasToDo(database: Db): Promise<number> {
  return database.collection('payments').countDocuments({ wakeAt: { $lt: WITHIN_REACH } });
}

/**
 * Makes all failed callbacks due now. After many kills, the channel may wait half an hour before it tries a callback again, and
 * the channel's clock cannot be moved.
 */
export async function hurryCallbacks(database: Db): Promise<void> {
  const payments = database.collection<WaitingPayment>('payments');
  const waiting = await payments.find({ wakeAt: { $lt: WITHIN_REACH } }).toArray();
  const now = new Date();
  for (const { _id, version, callbacks } of waiting) {
    const hurried = callbacks.map((callback) => ({ ...callback, nextTryAt: callback.nextTryAt && now }));
    // Both this update and the channel's own writes apply only to the version that they have read. So neither overwrites the
    // other; the channel reads again and retries.
    await payments.updateOne(
      { _id, version },
      { $set: { callbacks: hurried, wakeAt: now, version: version + 1 } },
    );
  }
}
