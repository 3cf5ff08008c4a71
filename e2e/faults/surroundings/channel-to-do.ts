import type { Db } from 'mongodb';

/** The members of the sandbox processor's stored payment that concern pending work. */
interface WaitingPayment {
  readonly _id: string;
  readonly version: number;
  readonly wakeAt: Date;
  readonly callbacks: readonly { readonly nextTryAt: Date | null }[];
}

const WITHIN_REACH = new Date('9999-01-01T00:00:00Z');

/** Number of payments with pending work at the channel: settling, refunding, callbacks. */
export async function countWhatChannelHasToDo(database: Db): Promise<number> {
  return database.collection('payments').countDocuments({ wakeAt: { $lt: WITHIN_REACH } });
}

/**
 * Makes every failed callback due now. In a long run of kills, a callback may have failed so often that its backoff is
 * half an hour, and the channel's clock cannot be moved.
 */
export async function hurryCallbacks(database: Db): Promise<void> {
  const payments = database.collection<WaitingPayment>('payments');
  const waiting = await payments.find({ wakeAt: { $lt: WITHIN_REACH } }).toArray();
  const now = new Date();
  for (const { _id, version, callbacks } of waiting) {
    const hurried = callbacks.map((callback) => ({ ...callback, nextTryAt: callback.nextTryAt && now }));
    // The channel's writes name the version they are based on, so a concurrent write either wins over this one or is
    // retried.
    await payments.updateOne(
      { _id, version },
      { $set: { callbacks: hurried, wakeAt: now, version: version + 1 } },
    );
  }
}
