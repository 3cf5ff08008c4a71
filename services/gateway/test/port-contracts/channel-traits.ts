import type { AttemptCard } from '../../src/domain/attempt/payment-attempt.ts';

/** How a channel's payments differ from payments by card. A trait that is left out is as for cards. */
export interface ChannelTraits {
  /** The method that the suite pays with. */
  readonly methodCode: string;
  /** The card that the gateway stores for a payment; null if the payment is not by card. */
  readonly card: AttemptCard | null;
  /**
   * The channel's answer about a payment that nobody has submitted. It is `not_askable` if the channel cannot be asked about
   * payments.
   */
  readonly unsubmitted: 'not_submitted' | 'pending' | 'not_askable';
  /** Whether a payment can be declined. */
  readonly isDeclinable: boolean;
  /** Whether the channel's books show a payment or refund at once. Some channels publish a day's books only after the day. */
  readonly hasOpenBooks: boolean;
  /** The answer to a question about a refund that the channel never received. */
  readonly unknownRefund: 'not_received' | 'cannot_tell';
  /** Whether the channel can be asked about disputes. Some channels report disputes only by callback, or have none. */
  readonly tellsOfDisputes: boolean;
}

export const paidByCard: ChannelTraits = {
  methodCode: 'card',
  card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2090 },
  unsubmitted: 'not_submitted',
  isDeclinable: true,
  hasOpenBooks: true,
  unknownRefund: 'not_received',
  tellsOfDisputes: true,
};
