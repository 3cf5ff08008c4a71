import type { Money } from '@kassa/contracts';
import type { DisputeStage } from '../../../src/domain/dispute/dispute.ts';

/** The channel's own record of money, with which the orders must agree. */

/** Names a payment at a channel. */
export interface PaymentAtChannel {
  readonly attemptId: string;
  /** The channel's reference of the payment; null if the channel's reports do not name it. */
  readonly reference: string | null;
}

export interface ChannelPayment extends PaymentAtChannel {
  /** The channel at which the payment was made. */
  readonly channelId: string;
  readonly amount: Money;
  /** How often it was submitted. */
  readonly charges: number;
  readonly isSubmitted: boolean;
  /** `mismatched`: the channel took another amount than requested. */
  readonly result: 'succeeded' | 'mismatched' | 'failed' | 'cancelled' | null;
  /** Null if the channel never reported that it could not collect the money. */
  readonly uncollected: UncollectedMoney | null;
  /** Whether the payment has ended by itself, and the channel neither reports this nor says so when it is asked. */
  readonly isUntold: boolean;
  /** When the payment's state last changed, by the channel's clock. */
  readonly movedAt: Date;
}

/** A payment that the channel took for an attempt besides the one that the gateway asked for. */
export interface FurtherChannelPayment extends PaymentAtChannel {
  readonly channelId: string;
  readonly reference: string;
  /** What the channel took. */
  readonly amount: Money;
  readonly uncollected: UncollectedMoney | null;
  readonly movedAt: Date;
}

/** What became of money that a channel reported as paid and then could not collect. */
export interface UncollectedMoney {
  /** Whether the channel has reported since that it collected the money after all. */
  readonly isCollectedSince: boolean;
  /** When the channel last failed to collect the money, or collected it. */
  readonly movedAt: Date;
}

/** Something that happened to a payment at its channel. */
interface OfPayment {
  readonly attemptId: string;
  /** The channel's reference of the payment; null if the channel's reports do not name it. */
  readonly payment: string | null;
}

export interface ChannelRefund extends OfPayment {
  readonly refundId: string;
  /** The amount that the channel returns or has returned. */
  readonly amount: Money;
  /** How much of the returned amount is beyond the requested amount, in minor units. */
  readonly moreMinor: number;
  readonly result: 'succeeded' | 'failed' | null;
  /** Whether the channel has made the refund again after its money had come back. */
  readonly isMadeAgain: boolean;
  readonly movedAt: Date;
}

/** A refund that the channel made a second time under the gateway's same ID, with another reference of its own. */
export interface SecondRefund extends OfPayment {
  readonly refundId: string;
  readonly channelReference: string;
  readonly amount: Money;
  /** `failed`: its money came back. */
  readonly result: 'succeeded' | 'failed';
  readonly movedAt: Date;
}

/** A refund that somebody made at the processor by hand, without a request of the gateway. */
export interface RefundByHand extends OfPayment {
  readonly channelReference: string;
  readonly amount: Money;
  /** `pending`: the processor books the refund when it begins, and never again. */
  readonly state: 'pending' | 'succeeded' | 'failed';
  readonly movedAt: Date;
}

export interface ChannelDispute extends OfPayment {
  readonly channelReference: string;
  /** What the bank disputed. */
  readonly disputed: Money;
  /** The disputed amount. If the dispute was lost in part, the amount that the bank kept. */
  readonly amount: Money;
  readonly state: 'opened' | 'won' | 'lost';
  /**
   * What the channel's latest report said. If the bank gave back a part, a vendor that cannot be asked reports that the dispute
   * was won over this part.
   */
  readonly told: 'opened' | 'won' | 'lost';
  /** Absent for the chargeback. */
  readonly stage?: DisputeStage;
  /** When the channel made its latest report; absent if its reports have no times. */
  readonly toldAt?: Date;
  readonly movedAt: Date;
  /** The references of the dispute's later events, if the channel reports them without the dispute's own reference. */
  readonly events: readonly string[];
}

/** Returns how much the channel has returned under the gateway's ID of a refund. */
export function returnedUnder(
  refundId: string,
  { refunds, secondRefunds }: Pick<ChannelBooks, 'refunds' | 'secondRefunds'>,
): number {
  return [...refunds, ...secondRefunds]
    .filter((refund) => refund.refundId === refundId && refund.result === 'succeeded')
    .reduce((sum, { amount }) => sum + amount.amountMinor, 0);
}

/** Whether a reference is a dispute's own or that of one of its events. */
export function isOfDispute({ channelReference, events }: ChannelDispute, reference: string): boolean {
  return channelReference === reference || events.includes(reference);
}

export interface ChannelBooks {
  readonly payments: readonly ChannelPayment[];
  readonly furtherPayments: readonly FurtherChannelPayment[];
  readonly refunds: readonly ChannelRefund[];
  readonly secondRefunds: readonly SecondRefund[];
  readonly refundsByHand: readonly RefundByHand[];
  readonly disputes: readonly ChannelDispute[];
  /**
   * IDs of attempts and refunds, and references of further payments and disputes, whose reports are lost for ever, because the
   * channel cannot be asked for them.
   */
  readonly forgotten: ReadonlySet<string>;
}
