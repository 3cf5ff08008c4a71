import type { AttentionFailure, ParkedWork } from '../domain/parked-work.ts';
import type { ChannelNotification } from './channel-callback.ts';
import type { WaitingPosition } from './order-repository.ts';
import type { WriteTime } from './write-time.ts';

/**
 * The meaning of a verified callback. It contains no card data and not the raw body of the callback, so neither is ever stored.
 */
export interface ReceivedCallback {
  readonly callbackId: string;
  readonly channelId: string;
  readonly notification: ChannelNotification;
  readonly receivedAt: Date;
}

export interface CallbackInbox {
  /**
   * Stores a callback under the channel's own ID for the callback. If the callback is already stored, the result says whether
   * it was already applied to its order.
   */
  keep(callback: ReceivedCallback): Promise<'kept' | 'seen_unapplied' | 'seen_applied'>;
  markApplied(callback: ReceivedCallback, now: Date, when?: WriteTime): Promise<void>;
  /** Lists callbacks that were stored before the given time and are not yet applied to their orders, the oldest first. */
  listUnapplied(before: Date, limit: number): Promise<readonly ReceivedCallback[]>;
  /**
   * Postpones a stored callback that could not be applied. The wait grows with each failure. After too many failures, the
   * callback is parked: it waits for an operator. Returns the parked work if the callback has just become a case, or null if it
   * is only postponed. A callback that waits for an earlier report also becomes a case, but is still tried every 10 minutes
   * (`planAttention`).
   */
  putOff(callback: ReceivedCallback, failure: AttentionFailure, now: Date): Promise<ParkedWork | null>;
  /** Returns how many times applying a callback has failed. Failures of a service that the gateway depends on do not count. */
  failuresOf(callback: CallbackIdentity): Promise<number>;
  /**
   * Whether the channel has reported a payment in a callback that is parked until an operator acts. Until then, the gateway
   * does not know the payment.
   */
  isPaymentParked(channelId: string, paymentReference: string): Promise<boolean>;
  /** Removes at most `limit` callbacks that were applied before the given time. Returns how many were removed. */
  removeApplied(before: Date, limit: number): Promise<number>;
  /**
   * Lists callbacks that wait for an operator after too many failures; those that have waited longest come first. Callbacks
   * that were parked at the same time are sorted by `callbackIdAmongAll`.
   */
  listParked(after: WaitingPosition | null, limit: number): Promise<readonly ParkedCallback[]>;
  /**
   * Ends the parking of a callback, which waited for an operator after too many failures. The callback is due immediately, and
   * the count of its failures starts at zero again.
   */
  resume(callback: CallbackIdentity, now: Date): Promise<'resumed' | 'not_parked'>;
  /**
   * Settles the case about a callback: the callback is then never applied, even if the channel sends it again. Returns
   * `not_parked` if there is no such case, or if the present case did not begin at `since`.
   */
  settle(callback: CallbackIdentity, since: Date, now: Date): Promise<'settled' | 'not_parked'>;
  /**
   * Makes callbacks due that wait for a report which has arrived now, as `update` says. The change takes effect a little later,
   * together with other such changes.
   */
  hastenWaiting(update: OrderUpdate, now: Date): Promise<void>;
}

/** What has become known about an order, and what callbacks may have waited for. */
export interface OrderUpdate {
  readonly orderId: string;
  /** The channel's references of the payments that have just become known. */
  readonly paymentReferences: readonly string[];
}

/** What identifies a callback. A callback's own ID is unique only within its channel, so the channel's ID is also needed. */
export type CallbackIdentity = Pick<ReceivedCallback, 'channelId' | 'callbackId'>;

/** Returns an ID for a callback that is unique among the callbacks of all channels. */
export function callbackIdAmongAll({ channelId, callbackId }: CallbackIdentity): string {
  return `${channelId}:${callbackId}`;
}

export interface ParkedCallback {
  readonly callback: ReceivedCallback;
  readonly parked: ParkedWork;
}
