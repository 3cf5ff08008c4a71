import type { Money } from '@kassa/contracts';
import type { EntryState } from './own-entry.ts';

/** One payment or refund in a channel's books. */
export interface StatementLine {
  readonly subject: 'payment' | 'refund';
  /** Our ID of the attempt or refund; null where the channel has none, as for what others did in the same account. */
  readonly reference: string | null;
  readonly channelReference: string;
  readonly amount: Money;
  readonly state: EntryState;
  /** When it came to that state, by the channel's clock. */
  readonly at: Date;
}
