import type { Db } from 'mongodb';

/** The members of a stored payment that show what the sandbox processor still has to do for the payment. */
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
 * Makes all failed callbacks of the channel due now. After many kills, the channel may wait half an hour before it repeats a
 * callback, and the harness cannot move the channel's clock.
 */
export async function hurryCallbacks(database: Db): Promise<void> {
  const payments = database.collection<WaitingPayment>('payments');
  const waiting = await payments.find({ wakeAt: { $lt: WITHIN_REACH } }).toArray();
  const now = new Date();
  for (const { _id, version, callbacks } of waiting) {
    const hurried = callbacks.map((callback) => ({ ...callback, nextTryAt: callback.nextTryAt && now }));
    // Change the payment only if it still has the version that was read. The channel checks the version in the same way, so
    // this change and a change of the channel never overwrite each other. If the channel finds another version, it reads the
    // payment again and retries.
    await payments.updateOne(
      { _id, version },
      { $set: { callbacks: hurried, wakeAt: now, version: version + 1 } },
    );
  }
}
