import { type BookedFee, bookingIdOf, type ChannelFee } from '../settlement/channel-fee.ts';
import { paymentKey } from './entry-key.ts';
import { lineKey } from './same-entry.ts';
import type { NamedLine, StatementLine } from './statement-line.ts';

/** Returns the fees that a channel's statement shows. */
export function feesIn(channelId: string, lines: readonly StatementLine[]): readonly BookedFee[] {
  return lines.flatMap((line) => {
    if (line.reference === null || line.settled === undefined) return [];
    const direction = directionOf(line);
    if (direction === null) return [];
    const key =
      line.subject === 'payment' ? paymentKey(line.reference, line.channelReference) : lineKey(line);
    return [{ ...line.settled, bookingId: bookingIdOf(channelId, key, direction) }];
  });
}

/** The direction in which the money of a line moved last; null if the gateway's books have no such movement. */
function directionOf({ subject, state, settled }: NamedLine): 'in' | 'out' | null {
  switch (subject) {
    // A direct debit is pending for days. Its fee is in the books of the day on which it was started.
    case 'payment':
      return state === 'failed' || state === 'cancelled' ? null : 'in';
    case 'refund':
      return state === 'failed' ? 'in' : 'out';
    // A part of a lost dispute's money can come back, so the state does not tell the direction.
    case 'dispute':
      return settled !== undefined && isReceived(settled) ? 'in' : 'out';
  }
}

/** Whether the channel added money to the balance, before it took its fee. */
function isReceived({ fee, net }: ChannelFee): boolean {
  return net.amountMinor + fee.amountMinor > 0;
}
