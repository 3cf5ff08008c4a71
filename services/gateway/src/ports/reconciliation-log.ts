import type { Reconciliation } from '../domain/reconciliation/reconciliation.ts';
import type { Moment } from './clock.ts';

/**
 * Stores for each channel and day how the channel's books compare with the gateway's: the latest result, and when the day is
 * compared next.
 */
export interface ReconciliationLog {
  /**
   * Returns the days that are recorded for a channel, up to a date, the earliest first. Days that were never compared are
   * included.
   */
  datesOf(channelId: string, upTo: string): Promise<readonly string[]>;
  /**
   * Adds days whose books must be compared, each with the time at which its comparison is due. Days that the log already
   * contains stay unchanged.
   */
  open(days: readonly DueDay[]): Promise<void>;
  /**
   * Makes days due again that may have been compared too early, because the clock of the comparing instance was ahead. These
   * are all days whose latest comparison has a time after `datedAfter`. The results stay until new ones are stored.
   *
   * @param dueAtOf takes the date of a day, and returns the time at which its comparison is due
   */
  reopen(datedAfter: Date, dueAtOf: (date: string) => Date): Promise<void>;
  /**
   * Lists at most `limit` days of the given channels that are due and that no process has claimed. The latest day comes first.
   * Within a day, the channels are sorted by descending ID.
   */
  listDue(channelIds: readonly string[], at: Moment, limit: number): Promise<readonly ChannelDay[]>;
  /**
   * Claims the comparison of one day for this process until the given real time. Until then, no other process compares this
   * day: if another process tries to claim it, the call returns `in_hand`. The previous result stays until a new one is stored.
   *
   * @param day the day to compare. If the log does not contain the day yet, the day is added with its `dueAt`. So the day is
   * compared later even if this process never stores a result
   */
  claim(day: DueDay, claim: { readonly now: Date; readonly until: Date }): Promise<'claimed' | 'in_hand'>;
  /**
   * Stores the result of a day's comparison in place of the previous result, and ends this process's claim on the day. Does
   * nothing if the claim has expired and another process has claimed the day.
   *
   * @param dueAt when the day must be compared again; null if never. It is business time, which testers can move forward in a
   * sandbox
   */
  conclude(
    day: ChannelDay,
    claimedUntil: Date,
    outcome: ReconciliationOutcome,
    dueAt: Date | null,
  ): Promise<void>;
  find(day: ChannelDay): Promise<ReconciliationRecord | undefined>;
  /**
   * Lists at most `limit` results, the latest day first. Within a day, they are sorted by channel. If `after` is given, the
   * list continues after this day and channel.
   */
  list(after: ChannelDay | null, limit: number): Promise<readonly ReconciliationRecord[]>;
}

export interface ChannelDay {
  readonly channelId: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly date: string;
}

export interface DueDay extends ChannelDay {
  /** Business time. */
  readonly dueAt: Date;
}

export type ReconciliationOutcome =
  | {
      readonly kind: 'compared';
      readonly reconciliation: Reconciliation;
      /** Whether the day had ended. */
      readonly isFinal: boolean;
      /** Business time. */
      readonly at: Date;
      /**
       * Set if a later comparison of the same day failed, because the channel's books were not available: why and when it
       * failed. The earlier result stays in `reconciliation`.
       */
      readonly unavailable?: UnavailableBooks;
    }
  /** The day has never been compared, because the channel's books were not available. */
  | ({ readonly kind: 'unavailable' } & UnavailableBooks);

export interface UnavailableBooks {
  readonly detail: string;
  /** Business time. */
  readonly at: Date;
}

export interface ReconciliationRecord extends ChannelDay {
  /** The real time until which a process has claimed the day; null if no process has. */
  readonly claimedUntil: Date | null;
  /** Null until the first result. */
  readonly outcome: ReconciliationOutcome | null;
}
