import type { DisputeState, Money } from '@kassa/contracts';
import type { MoneyState } from './own-entry.ts';

/** An entry of a channel's books. */
export type StatementLine = NamedLine | ForeignLine;

/** A payment, a refund or a dispute under one of the gateway's IDs. */
export type NamedLine = MoneyLine | DisputeLine;

interface Line {
  readonly reference: string;
  readonly channelReference: string;
  readonly amount: Money;
  /** When the entry reached its state, by the channel's clock. */
  readonly at: Date;
}

export interface MoneyLine extends Line {
  readonly subject: 'payment' | 'refund';
  /** The attempt's or the refund's ID; for a refund that somebody made at the processor by hand, the attempt's ID. */
  readonly reference: string;
  readonly state: MoneyState;
}

/** Channels give disputes their own IDs; the gateway's ID here is the payment's. */
export interface DisputeLine extends Line {
  readonly subject: 'dispute';
  /** The ID of the attempt whose money is disputed. */
  readonly reference: string;
  /** `opened` and `lost`: the bank has the money. `won`: the money came back. */
  readonly state: DisputeState;
}

/** An entry of other users of the same account. It is only counted, so no further details are needed. */
export interface ForeignLine {
  readonly reference: null;
  readonly channelReference: string;
}
