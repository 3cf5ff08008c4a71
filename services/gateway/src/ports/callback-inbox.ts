import type { AttentionFailure, ParkedWork } from '../domain/parked-work.ts';
import type { WaitingPosition } from './order-repository.ts';
import type { ChannelNotification } from './payment-channel.ts';

/** A verified callback, reduced to its meaning. It contains no card data and no raw body, so neither is ever stored. */
export interface ReceivedCallback {
  readonly callbackId: string;
  readonly channelId: string;
  readonly notification: ChannelNotification;
  readonly receivedAt: Date;
}

export interface CallbackInbox {
  /** Stores a callback under its own ID. If the callback is already stored, the result says whether it was already applied. */
  keep(callback: ReceivedCallback): Promise<'kept' | 'seen_unapplied' | 'seen_applied'>;
  markApplied(callback: ReceivedCallback, now: Date): Promise<void>;
  /** Callbacks that were stored before a moment and are not yet applied, the oldest first. */
  listUnapplied(before: Date, limit: number): Promise<readonly ReceivedCallback[]>;
  /**
   * Postpones a stored callback that could not be applied. The wait grows with each failure, and after too many failures the
   * callback is parked for an operator. Returns the parked work, or null if the callback is only postponed.
   */
  putOff(callback: ReceivedCallback, failure: AttentionFailure, now: Date): Promise<ParkedWork | null>;
  /** Removes at most `limit` callbacks that were applied before a moment. Returns the number of removed callbacks. */
  removeApplied(before: Date, limit: number): Promise<number>;
  /**
   * Lists parked callbacks. Those parked longest come first; callbacks parked at the same moment are sorted by
   * `callbackIdAmongAll`.
   */
  listParked(after: WaitingPosition | null, limit: number): Promise<readonly ParkedCallback[]>;
  /** Makes a parked callback due at once and resets its number of failures. */
  resume(callback: CallbackIdentity, now: Date): Promise<'resumed' | 'not_parked'>;
}

/** Identifies a callback. The callback's own ID is unique only among the callbacks of one channel. */
export type CallbackIdentity = Pick<ReceivedCallback, 'channelId' | 'callbackId'>;

/** The ID of a callback that is unique among the callbacks of all channels. */
export function callbackIdAmongAll({ channelId, callbackId }: CallbackIdentity): string {
  return `${channelId}:${callbackId}`;
}

export interface ParkedCallback {
  readonly callback: ReceivedCallback;
  readonly parked: ParkedWork;
}
