import type { AttentionFailure, ParkedWork } from '../domain/parked-work.ts';
import type { WaitingPosition } from './order-repository.ts';
import type { ChannelNotification } from './payment-channel.ts';

/** A verified callback, reduced to its meaning: card data and raw bodies never get here. */
export interface ReceivedCallback {
  readonly callbackId: string;
  readonly channelId: string;
  readonly notification: ChannelNotification;
  readonly receivedAt: Date;
}

export interface CallbackInbox {
  /**
   * Stores a callback under its own ID. Returns `seen_…` if it is already stored; the name says whether it was
   * applied.
   */
  keep(callback: ReceivedCallback): Promise<'kept' | 'seen_unapplied' | 'seen_applied'>;
  markApplied(callback: ReceivedCallback, now: Date): Promise<void>;
  /** Callbacks stored before a moment and not applied, the oldest first. */
  listUnapplied(before: Date, limit: number): Promise<readonly ReceivedCallback[]>;
  /**
   * Postpones a stored callback that could not be applied, for longer after each failure, or parks it. Returns
   * the parked work, or null.
   */
  putOff(callback: ReceivedCallback, failure: AttentionFailure, now: Date): Promise<ParkedWork | null>;
  /** Removes at most `limit` callbacks that were applied before a moment; returns how many. */
  removeApplied(before: Date, limit: number): Promise<number>;
  /** The callbacks parked longest come first; within one moment, they are sorted by `callbackIdAmongAll`. */
  listParked(after: WaitingPosition | null, limit: number): Promise<readonly ParkedCallback[]>;
  /** Makes a parked callback due at once and forgets its failures. */
  resume(callback: CallbackIdentity, now: Date): Promise<'resumed' | 'not_parked'>;
}

/** A callback's ID is unique only within its channel. */
export type CallbackIdentity = Pick<ReceivedCallback, 'channelId' | 'callbackId'>;

/** A callback's ID among the callbacks of all channels. */
export function callbackIdAmongAll({ channelId, callbackId }: CallbackIdentity): string {
  return `${channelId}:${callbackId}`;
}

export interface ParkedCallback {
  readonly callback: ReceivedCallback;
  readonly parked: ParkedWork;
}
