import type { DisputeState, Money } from '@kassa/contracts';
import type { MoneyState } from './own-entry.ts';

/** An entry of a channel's books. */
export type StatementLine = NamedLine | ForeignLine;

/** A line about a payment, a refund or a dispute that names one of the gateway's IDs. */
export type NamedLine = MoneyLine | DisputeLine;

interface Line {
  readonly reference: string;
  readonly channelReference: string;
  readonly amount: Money;
  /** When the payment, refund or dispute reached its state, by the channel's clock. */
  readonly at: Date;
}

export interface MoneyLine extends Line {
  readonly subject: 'payment' | 'refund';
  /** The ID of the attempt or the refund. For a refund that somebody made at the processor by hand, it is the attempt's ID. */
  readonly reference: string;
  readonly state: MoneyState;
}

/**
 * A line about a dispute. The channel names a dispute only by its own ID, so the gateway's ID in the line is that of the
 * disputed payment.
 */
export interface DisputeLine extends Line {
  readonly subject: 'dispute';
  /** The ID of the attempt whose money is disputed. */
  readonly reference: string;
  /** `opened` and `lost`: the bank has the money. `won`: the bank has given the money back. */
  readonly state: DisputeState;
}

/**
 * A line about something that other users of the same account made. Such lines are only counted, so no further details are
 * kept.
 */
export interface ForeignLine {
  readonly reference: null;
  readonly channelReference: string;
}
