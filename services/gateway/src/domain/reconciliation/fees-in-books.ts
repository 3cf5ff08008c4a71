import { bookingIdOf, type ChannelFee, type FeesOfDay, processingIdOf } from '../settlement/channel-fee.ts';
import { entryKey, paymentKey } from './entry-key.ts';
import type { StatementFee } from './statement-line.ts';

/** Returns the fees that a channel's books for a day show. */
export function feesIn(channelId: string, date: string, statementFees: readonly StatementFee[]): FeesOfDay {
  const booked = statementFees.flatMap((each) => {
    const bookingId = bookingOf(channelId, each);
    const { at, fee, net, isUnreadable } = each;
    const taken = { at, fee, net, ...(isUnreadable && { isUnreadable }) };
    return bookingId === null ? [] : [{ bookingId, taken }];
  });
  const byBooking = Map.groupBy(booked, ({ bookingId }) => bookingId);
  return {
    channelId,
    date,
    booked: Array.from(byBooking, ([bookingId, fees]) => ({
      bookingId,
      fees: fees.map(({ taken }) => taken),
    })),
  };
}

/**
 * Returns the booking ID of a movement in a channel's books, or the ID of the fee for processing the movement. Null if the
 * gateway's books have no such movement.
 */
export function bookingOf(channelId: string, movement: StatementFee): string | null {
  const { subject, reference, channelReference, isForProcessing } = movement;
  const key =
    subject === 'payment'
      ? paymentKey(reference, channelReference)
      : entryKey(subject, reference, channelReference);
  if (isForProcessing)
    return processingIdOf(bookingIdOf(channelId, key, subject === 'payment' ? 'in' : 'out'));
  if (subject !== 'payment') {
    return bookingIdOf(channelId, key, isReceived(movement) ? 'in' : 'out');
  }
  // The channel takes back a payment that it could not collect. An operator writes the payment off, so the gateway's books have
  // no such movement.
  return isReceived(movement) ? bookingIdOf(channelId, key, 'in') : null;
}

/** Whether the channel added money to the balance, before it took its fee. */
function isReceived({ fee, net }: ChannelFee): boolean {
  return net.amountMinor + fee.amountMinor > 0;
}
