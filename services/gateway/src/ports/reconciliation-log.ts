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
   * Adds days that are to be compared, each with the time at which it is due. Days that are already recorded stay unchanged.
   */
  open(days: readonly DueDay[]): Promise<void>;
  /**
   * Makes days due again whose latest comparison is dated after a moment. An instance whose clock was ahead compared these
   * days, perhaps too early. Their results stay until new ones are stored.
   *
   * @param dueAtOf when a day is due, by its date
   */
  reopen(datedAfter: Date, dueAtOf: (date: string) => Date): Promise<void>;
  /**
   * Lists at most `limit` days of the given channels that are due and that no process has claimed. The latest day comes first.
   * Within a day, the channels are sorted by descending ID.
   */
  listDue(channelIds: readonly string[], at: Moment, limit: number): Promise<readonly ChannelDay[]>;
  /**
   * Claims the comparison of a channel's books for one day, so that only one process makes it until a moment of real time.
   * Returns `in_hand` while another process has the claim. The previous result stays until a new one is stored.
   *
   * @param day the day, and when it is due again if the claim ends without a result; a day that is already recorded keeps its
   * own due time
   */
  claim(day: DueDay, claim: { readonly now: Date; readonly until: Date }): Promise<'claimed' | 'in_hand'>;
  /**
   * Stores the result of a comparison instead of the previous one, unless another process has claimed the day since.
   *
   * @param dueAt when the day is due again, in business time; null if never
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
       * A later attempt to compare the same day, which failed because the channel's books were not available. Absent if there
       * was none.
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
