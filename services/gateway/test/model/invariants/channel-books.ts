import type { Money } from '@kassa/contracts';

/** What the channel knows of money: its own books, which the orders have to agree with. */

export interface ChannelPayment {
  /** Whose payment it is. */
  readonly channelId: string;
  readonly attemptId: string;
  readonly amount: Money;
  /** How often it was submitted. */
  readonly charges: number;
  readonly isSubmitted: boolean;
  /** `mismatched`: it took another amount than it was asked to. */
  readonly result: 'succeeded' | 'mismatched' | 'failed' | 'cancelled' | null;
  /** Whether it said that it could not collect the money. */
  readonly isUncollected: boolean;
  /** When it last came to another state, by the channel's clock. */
  readonly movedAt: Date;
}

export interface ChannelRefund {
  readonly refundId: string;
  readonly attemptId: string;
  readonly amount: Money;
  readonly result: 'succeeded' | 'failed' | null;
  readonly movedAt: Date;
}

/** Money that somebody returned at the processor itself: the gateway has asked for no such refund. */
export interface RefundByHand {
  readonly channelReference: string;
  readonly attemptId: string;
  readonly amount: Money;
  readonly movedAt: Date;
}

export interface ChannelDispute {
  readonly channelReference: string;
  readonly attemptId: string;
  readonly amount: Money;
  readonly state: 'opened' | 'won' | 'lost';
  readonly movedAt: Date;
}

export interface ChannelBooks {
  readonly payments: readonly ChannelPayment[];
  readonly refunds: readonly ChannelRefund[];
  readonly refundsByHand: readonly RefundByHand[];
  readonly disputes: readonly ChannelDispute[];
  /** IDs of attempts and refunds, and references of disputes, of which a report is lost that nobody can ask for. */
  readonly forgotten: ReadonlySet<string>;
}
