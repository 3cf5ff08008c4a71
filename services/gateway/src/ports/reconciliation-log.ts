import type { Reconciliation } from '../domain/reconciliation/reconciliation.ts';
import type { Moment } from './clock.ts';

/**
 * For each channel and day, the latest comparison of the channel's books with the gateway's, and when the next
 * one is due.
 */
export interface ReconciliationLog {
  /** A channel's days up to a date, whether compared or only opened; earliest first. */
  datesOf(channelId: string, upTo: string): Promise<readonly string[]>;
  /** Records when days are due; days already recorded stay unchanged. */
  open(days: readonly DueDay[]): Promise<void>;
  /**
   * At most `limit` days of these channels that are due and not claimed. The latest day comes first; within one
   * day, channels are in descending order.
   */
  listDue(channelIds: readonly string[], at: Moment, limit: number): Promise<readonly ChannelDay[]>;
  /**
   * Claims a day of a channel until a moment of real time; `in_hand` while another process has claimed it. The
   * previous result stays until the new one is stored.
   *
   * @param day with the moment at which it is due again if the claim brings no result; a day already recorded
   * keeps its own
   */
  claim(day: DueDay, claim: { readonly now: Date; readonly until: Date }): Promise<'claimed' | 'in_hand'>;
  /**
   * Stores the result, unless another process has claimed the day since.
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
  /** The latest day first, within one day by channel; at most `limit` records, after `after` if given. */
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
    }
  /** The channel's books were not available. */
  | { readonly kind: 'unavailable'; readonly detail: string; readonly at: Date };

export interface ReconciliationRecord extends ChannelDay {
  /** Real time until which a process has claimed the day; null if none has. */
  readonly claimedUntil: Date | null;
  /** Null until the first result. */
  readonly outcome: ReconciliationOutcome | null;
}
