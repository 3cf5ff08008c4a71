import type { DisputeState, Money } from '@kassa/contracts';
import type { DatedFee } from '../settlement/channel-fee.ts';
import type { MoneyState } from './own-entry.ts';

/** An entry of a channel's books. */
export type StatementLine = NamedLine | ForeignLine;

/** A line of a channel's books about a payment, a refund or a dispute. The line names one of the gateway's IDs. */
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
  /** The ID of the attempt or the refund. If somebody made the refund at the processor by hand, it is the ID of the attempt. */
  readonly reference: string;
  readonly state: MoneyState;
}

/**
 * A line about a dispute. The gateway gives disputes no IDs of its own, so the line's `reference` is the gateway's ID of the
 * disputed attempt.
 */
export interface DisputeLine extends Line {
  readonly subject: 'dispute';
  /** The ID of the attempt whose money is disputed. */
  readonly reference: string;
  /** `opened` and `lost`: the bank has the money. `won`: the bank has given the money back. */
  readonly state: DisputeState;
}

/**
 * What a channel took for one movement of money, as its books show it. It is not part of a line: a line shows only the latest
 * state of a payment, refund or dispute, but the money may have moved several times.
 */
export interface StatementFee
  extends DatedFee,
    Pick<NamedLine, 'subject' | 'reference' | 'channelReference'> {
  /** Whether this is a processing fee that the channel's books show as a separate entry, which moved no other money. */
  readonly isForProcessing?: true;
}

/**
 * The fees in one currency that a channel charged to the account, and that belong to no movement of money in the gateway's
 * books. They cannot be assigned to a merchant: an account can serve several merchants, and programs other than the gateway.
 */
export interface AccountFees {
  readonly currency: string;
  readonly count: number;
  /** The sum in minor units, positive if the channel took money. */
  readonly sumMinor: bigint;
}

/**
 * An entry of an unknown kind in a channel's books, about a payment, a refund or a dispute of the gateway. Only an operator can
 * find out whether money moved.
 */
export interface UnreadEntry extends Pick<NamedLine, 'subject' | 'reference' | 'channelReference'> {
  /** What the entry is, and where the operator can look. */
  readonly detail: string;
}

/**
 * A line of a channel's books that does not concern the gateway, because somebody else uses the same account at the processor.
 * Such lines are only counted, so the line contains no details.
 */
export interface ForeignLine {
  readonly reference: null;
  readonly channelReference: string;
}
