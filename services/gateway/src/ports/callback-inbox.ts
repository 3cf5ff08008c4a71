import type { AttentionFailure, ParkedWork } from '../domain/parked-work.ts';
import type { WaitingPosition } from './order-repository.ts';
import type { ChannelNotification } from './payment-channel.ts';

/** A verified callback, reduced to what it says: card data and raw bodies never get here. */
export interface ReceivedCallback {
  readonly callbackId: string;
  readonly channelId: string;
  readonly notification: ChannelNotification;
  readonly receivedAt: Date;
}

export interface CallbackInbox {
  /** Keeps a callback under its own ID; `seen` when it is there already, with whether it was applied. */
  keep(callback: ReceivedCallback): Promise<'kept' | 'seen_unapplied' | 'seen_applied'>;
  markApplied(callback: ReceivedCallback, now: Date): Promise<void>;
  /** Callbacks that were kept before a moment and not applied, the oldest first. */
  listUnapplied(before: Date, limit: number): Promise<readonly ReceivedCallback[]>;
  /**
   * Applying a kept callback failed: it counts as kept at a later moment, the later the more often it failed, or
   * it is parked, which is answered.
   */
  putOff(callback: ReceivedCallback, failure: AttentionFailure, now: Date): Promise<ParkedWork | null>;
  /** Removes callbacks that were applied before a moment, so many at most; answers how many. */
  removeApplied(before: Date, limit: number): Promise<number>;
  /** The longest parked first; at one moment by `callbackIdAmongAll`. */
  listParked(after: WaitingPosition | null, limit: number): Promise<readonly ParkedCallback[]>;
  /** A parked callback is to be applied at once, its failures forgotten. */
  resume(callback: CallbackIdentity, now: Date): Promise<'resumed' | 'not_parked'>;
}

/** A callback's ID is unique at its channel only. */
export type CallbackIdentity = Pick<ReceivedCallback, 'channelId' | 'callbackId'>;

/** What a callback is called among those of all channels. */
export function callbackIdAmongAll({ channelId, callbackId }: CallbackIdentity): string {
  return `${channelId}:${callbackId}`;
}

export interface ParkedCallback {
  readonly callback: ReceivedCallback;
  readonly parked: ParkedWork;
}
