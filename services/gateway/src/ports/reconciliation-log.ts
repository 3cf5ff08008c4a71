import type { Reconciliation } from '../domain/reconciliation/reconciliation.ts';

/** The latest comparison of a channel's books with the gateway's, for each channel and day. */
export interface ReconciliationLog {
  /**
   * Takes a day of a channel in hand until a moment of real time; `in_hand` while somebody else has it. What was found
   * before stays until the new result is there.
   */
  claim(day: ChannelDay, claim: { readonly now: Date; readonly until: Date }): Promise<'claimed' | 'in_hand'>;
  /** Keeps what came of it, unless another has taken it in hand since. */
  conclude(day: ChannelDay, claimedUntil: Date, outcome: ReconciliationOutcome): Promise<void>;
  find(day: ChannelDay): Promise<ReconciliationRecord | undefined>;
  /** The latest day first, on one day by channel; so many at most, behind `after` where it is given. */
  list(after: ChannelDay | null, limit: number): Promise<readonly ReconciliationRecord[]>;
}

export interface ChannelDay {
  readonly channelId: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly date: string;
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
