import type { DisputeState } from '@kassa/contracts';
import type { PaymentChannel, PaymentReference, RawCallback } from '../../src/ports/payment-channel.ts';
import { openingOrder, openPaymentAt } from '../builders/channel-calls.ts';
import { money } from '../builders/orders.ts';

/** The outcome of a payment that a consumer makes with a test card. */
export type CardOutcome = 'succeeds' | 'declined' | 'refundFails';

/** A channel with its surroundings: its consumers, its callbacks, its ledger. */
export interface ChannelBench {
  readonly channel: PaymentChannel;
  /** The same channel when its processor does not answer. */
  readonly unreachable: PaymentChannel;
  /** Acts as the consumer's page does with a card, at the gateway and at the channel. */
  pay(payment: PaymentReference, outcome: CardOutcome): Promise<void>;
  /** Has the consumer pay so that the money waits to be captured; missing if the channel has no such payments. */
  reserve?(payment: PaymentReference): Promise<void>;
  /** The channel's own codes. */
  readonly codes: Readonly<Record<'declined' | 'tooMuchToReturn', string>>;
  newAttemptId(): string;
  newRefundId(attemptId: string): string;
  /** The callback with which the channel reports a payment or refund, as soon as it arrives. */
  callbackAbout(reference: string, kind: 'payment' | 'refund'): Promise<RawCallback>;
  /** A body signed with the channel's signature. */
  signed(text: string): RawCallback;
  /**
   * Set if the channel cannot be asked about payments and refunds and reports them by callbacks alone. Such a channel must
   * not claim what it cannot know, and its openings end by themselves.
   */
  readonly onlyNotifies?: {
    /** The payment once the time for it is over. */
    ended(payment: PaymentReference): PaymentReference;
  };
  /** The callback with each signed byte changed in turn; missing if the signature is a header over the whole body. */
  forgeries?(genuine: RawCallback): readonly RawCallback[];
  /**
   * For channels that can be asked about disputes: brings a paid payment's dispute to a state, and returns the channel's
   * reference of the dispute.
   */
  dispute?(payment: PaymentReference, state: DisputeState): Promise<string>;
  /** Money returned for a payment, in minor units, from the channel's own ledger. */
  returnedMinor(payment: PaymentReference): Promise<number>;
}

/** The amount that the suites pay. */
export const amount = money(1_999, 'EUR');

export function openPayment(
  { channel, newAttemptId }: Pick<ChannelBench, 'channel' | 'newAttemptId'>,
  methodCode: string,
): Promise<PaymentReference> {
  const order = openingOrder({ attemptId: newAttemptId(), methodCode, amount, description: 'Coffee' });
  return openPaymentAt(channel, order);
}
