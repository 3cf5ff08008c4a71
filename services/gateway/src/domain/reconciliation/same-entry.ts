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
 * Adds an entry of the channel's books to the known entries that name the same attempt or refund. The channel may list several
 * payments or refunds for one of them. If any entry moves money, only the entries that move money are kept, the completed ones
 * first. Otherwise, only one entry is kept.
 */
export function withTry(known: readonly NamedLine[], entry: NamedLine): readonly NamedLine[] {
  if (known.some(({ channelReference }) => channelReference === entry.channelReference)) return known;
  const tries = [...known, entry];
  const moving = tries.filter(isMoneyMoving);
  if (moving.length === 0) return [tries.find(({ state }) => state === 'pending') ?? entry];
  const isMade = ({ state }: NamedLine) => state === 'succeeded';
  return [...moving.filter(isMade), ...moving.filter((line) => !isMade(line))];
}

/**
 * Whether a payment or refund in the channel's books has moved money, or is expected to. A pending refund counts, because some
 * channels book a refund only once, when it begins. A pending payment does not count, because the consumer may never pay it.
 */
export function isMoneyMoving({ subject, state }: NamedLine): boolean {
  return state === 'succeeded' || (subject === 'refund' && state === 'pending');
}

/**
 * Whether the channel's books show a different payment or refund than the gateway has recorded under the same ID. This is so if
 * the channel's references differ.
 */
export function isAnotherMovement(
  { subject, attempt, refund }: OwnEntry,
  { channelReference }: Pick<NamedLine, 'channelReference'>,
): boolean {
  const ofPayment = subject === 'payment' ? attempt.paymentReference : undefined;
  const known = ofPayment ?? refund?.channelReference ?? null;
  return known !== null && known !== channelReference;
}
