import type { Reconciliation } from '../domain/reconciliation/reconciliation.ts';
import type { Moment } from './clock.ts';

/** The latest comparison of a channel's books with the gateway's, for each channel and day, and when the next is due. */
export interface ReconciliationLog {
  /** A channel's days up to one, whether they were compared or only opened; the earliest first. */
  datesOf(channelId: string, upTo: string): Promise<readonly string[]>;
  /** Notes when days are due; those that are there already stay as they are. */
  open(days: readonly DueDay[]): Promise<void>;
  /**
   * Days of these channels that are due and that nobody has in hand: the latest first, on one day by channel from the
   * last to the first; so many at most.
   */
  listDue(channelIds: readonly string[], at: Moment, limit: number): Promise<readonly ChannelDay[]>;
  /**
   * Takes a day of a channel in hand until a moment of real time; `in_hand` while somebody else has it. What was found
   * before stays until the new result is there.
   *
   * @param day with the moment at which it is due if nothing comes of this; a day that is there keeps its own
   */
  claim(day: DueDay, claim: { readonly now: Date; readonly until: Date }): Promise<'claimed' | 'in_hand'>;
  /**
   * Keeps what came of it, unless another has taken it in hand since.
   *
   * @param dueAt when the day is due again, in business time; null when it is not
   */
  conclude(
    day: ChannelDay,
    claimedUntil: Date,
    outcome: ReconciliationOutcome,
    dueAt: Date | null,
  ): Promise<void>;
  find(day: ChannelDay): Promise<ReconciliationRecord | undefined>;
  /** The latest day first, on one day by channel; so many at most, behind `after` where it is given. */
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
  /** The channel's books were not to be had. */
  | { readonly kind: 'unavailable'; readonly detail: string; readonly at: Date };

export interface ReconciliationRecord extends ChannelDay {
  /** Real time until which somebody has it in hand; null when nobody does. */
  readonly claimedUntil: Date | null;
  /** Null until the first result. */
  readonly outcome: ReconciliationOutcome | null;
}
