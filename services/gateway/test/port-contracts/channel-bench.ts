import type { DisputeState } from '@kassa/contracts';
import type { RawCallback } from '../../src/ports/channel-callback.ts';
import type { PaymentChannel, PaymentReference } from '../../src/ports/payment-channel.ts';
import { openingOrder, openPaymentAt } from '../builders/channel-calls.ts';
import { money } from '../builders/orders.ts';

/** The outcome of a payment that a consumer makes with a test card. */
export type CardOutcome = 'succeeds' | 'declined' | 'refundFails';

/** A channel for the contract suite, with its consumers, its callbacks and its ledger. */
export interface ChannelBench {
  readonly channel: PaymentChannel;
  /** The same channel when its processor does not answer. */
  readonly unreachable: PaymentChannel;
  /** Pays with a card, as the consumer's page does at the gateway and at the channel. */
  pay(payment: PaymentReference, outcome: CardOutcome): Promise<void>;
  /** Lets the consumer pay so that the money waits for its capture. Leave it out if the channel has no such payments. */
  reserve?(payment: PaymentReference): Promise<void>;
  /** The channel's own codes. */
  readonly codes: Readonly<Record<'declined' | 'tooMuchToReturn', string>>;
  newAttemptId(): string;
  newRefundId(attemptId: string): string;
  /** Waits for the callback in which the channel reports a payment or refund, and returns it. */
  callbackAbout(reference: string, kind: 'payment' | 'refund'): Promise<RawCallback>;
  /** Returns a callback with this body and the channel's signature. */
  signed(text: string): RawCallback;
  /**
   * Does the same as `signed` for channels whose signatures are part of the body: signs the body's parts anew. Leave it out if
   * the signature is a header.
   */
  sealed?(text: string): RawCallback;
  /**
   * Set this if the channel reports payments and refunds only by callback and cannot be asked about them. Such a channel must
   * not claim what it cannot know. Its opened payments end by themselves.
   */
  readonly onlyNotifies?: {
    /** Returns the payment as it is when the time to pay it is over. */
    ended(payment: PaymentReference): PaymentReference;
  };
  /**
   * Returns copies of a genuine callback, each with one signed byte changed. Leave it out if the signature is a header over the
   * whole body.
   */
  forgeries?(genuine: RawCallback): readonly RawCallback[];
  /**
   * For channels that can be asked about disputes: brings a paid payment's dispute to a state, and returns the channel's
   * reference of the dispute.
   */
  dispute?(payment: PaymentReference, state: DisputeState): Promise<string>;
  /** Returns how much of a payment was returned, in minor units, from the channel's own ledger. */
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
