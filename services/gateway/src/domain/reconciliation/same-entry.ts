import type { OwnEntry } from './own-entry.ts';
import type { NamedLine } from './statement-line.ts';

/**
 * Returns a key that an entry of the gateway and an entry of the channel share if both are about the same payment, refund or
 * dispute. A payment can have several disputes, so a dispute's key also contains the channel's reference.
 */
function keyOf(
  { subject, reference }: Pick<OwnEntry, 'subject' | 'reference'>,
  channelReference: string,
): string {
  return subject === 'dispute' ? `${subject} ${reference} ${channelReference}` : `${subject} ${reference}`;
}

export function lineKey(line: NamedLine): string {
  return keyOf(line, line.channelReference);
}

export function ownKey(own: OwnEntry): string {
  return keyOf(own, own.dispute?.channelReference ?? '');
}

/**
 * Adds a line from the channel's books to the known lines with the same ID of the gateway. The channel may list several
 * payments with one such ID. If any of them succeeded, only the successful ones are kept.
 */
export function withTry(known: readonly NamedLine[], entry: NamedLine): readonly NamedLine[] {
  if (known.some(({ channelReference }) => channelReference === entry.channelReference)) return known;
  const tries = [...known, entry];
  const made = tries.filter(({ state }) => state === 'succeeded');
  return made.length > 0 ? made : [tries.find(({ state }) => state === 'pending') ?? entry];
}

/**
 * Whether a payment or refund in the channel's books is not the one that the gateway has recorded under the same ID: its
 * reference differs.
 */
export function isAnotherMovement(
  { subject, attempt, refund }: OwnEntry,
  { channelReference }: Pick<NamedLine, 'channelReference'>,
): boolean {
  const ofPayment = subject === 'payment' ? attempt.paymentReference : undefined;
  const known = ofPayment ?? refund?.channelReference ?? null;
  return known !== null && known !== channelReference;
}
