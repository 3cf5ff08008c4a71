import type { Money } from '@kassa/contracts';

/** A consumer's objection to a payment, raised at the channel. An order has one at a time. */
export interface Dispute {
  /** Whose money is disputed. */
  readonly attemptId: string;
  readonly channelReference: string;
  readonly amount: Money;
  readonly state: 'opened' | 'won' | 'lost';
  readonly openedAt: Date;
  readonly resolvedAt: Date | null;
}

/** What a channel reports about a dispute; `won` and `lost` from the merchant's side. */
export interface DisputeReport {
  readonly channelReference: string;
  readonly amount: Money;
  readonly kind: 'opened' | 'won' | 'lost';
}
