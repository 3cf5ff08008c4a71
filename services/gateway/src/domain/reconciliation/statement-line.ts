import type { Money } from '@kassa/contracts';
import type { EntryState } from './own-entry.ts';

/** An entry of a channel's books. */
export type StatementLine = NamedLine | ForeignLine;

/** A payment or a refund under an ID of the gateway's. */
export interface NamedLine {
  readonly subject: 'payment' | 'refund';
  /** The attempt's or the refund's ID. */
  readonly reference: string;
  readonly channelReference: string;
  readonly amount: Money;
  readonly state: EntryState;
  /** When it came to that state, by the channel's clock. */
  readonly at: Date;
}

/** What others did in the same account: it is counted, so nothing more of it has to be understood. */
export interface ForeignLine {
  readonly reference: null;
  readonly channelReference: string;
}
