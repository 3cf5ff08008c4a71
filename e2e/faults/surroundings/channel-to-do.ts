import type { Db } from 'mongodb';

/** A payment as the sandbox processor stores it, as far as its waiting is concerned. */
interface WaitingPayment {
  readonly _id: string;
  readonly version: number;
  readonly wakeAt: Date;
  readonly callbacks: readonly { readonly nextTryAt: Date | null }[];
}

const WITHIN_REACH = new Date('9999-01-01T00:00:00Z');

/** How many payments the channel will still do something about by itself: settle, refund, call back. */
export async function countWhatChannelHasToDo(database: Db): Promise<number> {
  return database.collection('payments').countDocuments({ wakeAt: { $lt: WITHIN_REACH } });
}

/**
 * Brings every callback that failed and waits for another try forward to now: in a long run of kills one may have
 * failed so often that it waits for half an hour, and the channel's clock cannot be moved.
 */
export async function hurryCallbacks(database: Db): Promise<void> {
  const payments = database.collection<WaitingPayment>('payments');
  const waiting = await payments.find({ wakeAt: { $lt: WITHIN_REACH } }).toArray();
  const now = new Date();
  for (const { _id, version, callbacks } of waiting) {
    const hurried = callbacks.map((callback) => ({ ...callback, nextTryAt: callback.nextTryAt && now }));
    // The channel names the version that it decided on: what it writes meanwhile wins over this, or begins anew.
    await payments.updateOne(
      { _id, version },
      { $set: { callbacks: hurried, wakeAt: now, version: version + 1 } },
    );
  }
}
