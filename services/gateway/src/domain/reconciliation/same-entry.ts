import { entryKey } from './entry-key.ts';
import type { OwnEntry } from './own-entry.ts';
import type { NamedLine } from './statement-line.ts';

/** Returns the key of an entry in the channel's books. The matching entry in the gateway's books has the same key. */
export function lineKey(line: NamedLine): string {
  return entryKey(line.subject, line.reference, line.channelReference);
}

export function ownKey(own: OwnEntry): string {
  const { subject, reference, dispute, refund } = own;
  return entryKey(subject, reference, (dispute ?? refund)?.channelReference ?? '');
}

/**
 * Adds an entry of the channel's books to the known entries that name the same attempt or refund, and returns those that count.
 * A channel may book several payments for one attempt, or several refunds for one refund of the gateway. All entries that move
 * money count, and the completed ones come first. If no entry moves money, only one entry counts: a pending one, if there is
 * any.
 *
 * Several entries can have the same channel reference, such as those of a direct debit that failed and was retried. Only one of
 * them counts: the one that moves money.
 */
export function withTry(known: readonly NamedLine[], entry: NamedLine): readonly NamedLine[] {
  const isSame = ({ channelReference }: NamedLine) => channelReference === entry.channelReference;
  if (known.some((other) => isSame(other) && (isMoneyMoving(other) || !isMoneyMoving(entry)))) return known;
  const tries = [...known.filter((other) => !isSame(other)), entry];
  const moving = tries.filter(isMoneyMoving);
  if (moving.length === 0) return [tries.find(({ state }) => state === 'pending') ?? entry];
  const isMade = ({ state }: NamedLine) => state === 'succeeded';
  return [...moving.filter(isMade), ...moving.filter((line) => !isMade(line))];
}

/** Whether somebody made a refund at the processor by hand. The channel's line then names the attempt, not a refund. */
export function isByHand({ subject, reference }: NamedLine): boolean {
  return subject === 'refund' && reference.startsWith('txn_');
}

/**
 * Whether a payment or refund in the channel's books has moved money or is expected to move money. A pending refund is expected
 * to move money, because some channels book a refund only once, when it begins. A pending payment is not, because the consumer
 * may never pay it.
 */
export function isMoneyMoving({ subject, state }: NamedLine): boolean {
  return state === 'succeeded' || (subject === 'refund' && state === 'pending');
}

/**
 * Whether an entry in the channel's books is about another payment or refund than the one that the gateway has recorded under
 * the same ID. This is so if the channel's references differ.
 */
export function isAnotherMovement(
  { subject, attempt, refund }: OwnEntry,
  { channelReference }: Pick<NamedLine, 'channelReference'>,
): boolean {
  const ofPayment = subject === 'payment' ? attempt.paymentReference : undefined;
  const known = ofPayment ?? refund?.channelReference ?? null;
  return known !== null && known !== channelReference;
}
