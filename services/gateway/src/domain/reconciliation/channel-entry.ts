import type { Money } from '@kassa/contracts';
import type { EntryState } from './own-entry.ts';

/** What a channel's books say of a payment or a refund. */
export interface ChannelEntry {
  readonly kind: 'payment' | 'refund';
  /** Our ID; null where it is not the gateway's. */
  readonly reference: string | null;
  readonly channelReference: string;
  readonly amount: Money;
  readonly state: EntryState;
  readonly at: Date;
}
