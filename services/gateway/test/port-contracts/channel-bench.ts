import type { DisputeState } from '@kassa/contracts';
import type { PaymentChannel, PaymentReference, RawCallback } from '../../src/ports/payment-channel.ts';
import { openingOrder, openPaymentAt } from '../builders/channel-calls.ts';
import { money } from '../builders/orders.ts';

/** What can become of a payment that a consumer makes with a test card. */
export type CardOutcome = 'succeeds' | 'declined' | 'refundFails';

/** A channel with what lies behind it: its consumers, its callbacks, its ledger. */
export interface ChannelBench {
  readonly channel: PaymentChannel;
  /** The same channel when nobody answers. */
  readonly unreachable: PaymentChannel;
  /** Does what the consumer's page does with a card, at the gateway and at the channel. */
  pay(payment: PaymentReference, outcome: CardOutcome): Promise<void>;
  /** Has the consumer pay in such a way that the money waits to be captured; missing where no payment ever waits. */
  reserve?(payment: PaymentReference): Promise<void>;
  /** The channel's own words. */
  readonly codes: Readonly<Record<'declined' | 'tooMuchToReturn', string>>;
  newAttemptId(): string;
  newRefundId(attemptId: string): string;
  /** The callback by which the channel reports on a payment or refund, as soon as it comes. */
  callbackAbout(reference: string, kind: 'payment' | 'refund'): Promise<RawCallback>;
  /** A text signed as the channel signs. */
  signed(text: string): RawCallback;
  /**
   * Set where nothing at the channel can be asked what became of a payment or a refund: it is told by callbacks
   * alone. What such a channel can not know it must not claim either, and what was opened ends by itself.
   */
  readonly onlyNotifies?: {
    /** A payment as it is when the time for it is over. */
    ended(payment: PaymentReference): PaymentReference;
  };
  /** The callback with each byte changed that the signature covers, where that is no header over the whole text. */
  forgeries?(genuine: RawCallback): readonly RawCallback[];
  /**
   * Where the channel can be asked about disputes: brings a paid payment's dispute to a state, and answers what the
   * channel calls it.
   */
  dispute?(payment: PaymentReference, state: DisputeState): Promise<string>;
  /** Money that went back for a payment, in minor units, from the channel's own ledger. */
  returnedMinor(payment: PaymentReference): Promise<number>;
}

/** What the suites pay. */
export const amount = money(1_999, 'EUR');

export function openPayment(
  { channel, newAttemptId }: Pick<ChannelBench, 'channel' | 'newAttemptId'>,
  methodCode: string,
): Promise<PaymentReference> {
  const order = openingOrder({ attemptId: newAttemptId(), methodCode, amount, description: 'Coffee' });
  return openPaymentAt(channel, order);
}
