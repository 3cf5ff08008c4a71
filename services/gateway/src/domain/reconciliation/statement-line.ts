import type { DisputeState, Money } from '@kassa/contracts';
import type { MoneyState } from './own-entry.ts';

/** An entry of a channel's books. */
export type StatementLine = NamedLine | ForeignLine;

/** A payment, a refund or a dispute under an ID of the gateway's. */
export type NamedLine = MoneyLine | DisputeLine;

interface Line {
  readonly reference: string;
  readonly channelReference: string;
  readonly amount: Money;
  /** When it came to that state, by the channel's clock. */
  readonly at: Date;
}

export interface MoneyLine extends Line {
  readonly subject: 'payment' | 'refund';
  /** The attempt's or the refund's ID; of a refund that somebody made at the processor by hand, the attempt's. */
  readonly reference: string;
  readonly state: MoneyState;
}

/** Channels number disputes by themselves: the gateway's ID is that of the payment. */
export interface DisputeLine extends Line {
  readonly subject: 'dispute';
  /** The ID of the attempt whose money is disputed. */
  readonly reference: string;
  /** `opened` and `lost`: the bank has the money. `won`: it came back. */
  readonly state: DisputeState;
}

/** What others did in the same account: it is counted, so nothing more of it has to be understood. */
export interface ForeignLine {
  readonly reference: null;
  readonly channelReference: string;
}
