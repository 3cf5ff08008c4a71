import type { OwnEntry } from './own-entry.ts';
import type { NamedLine } from './statement-line.ts';

/** The key that both sides share. A payment can have several disputes; each of them is its own entry. */
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
 * The channel may list several payments with one ID of the gateway; if one of them brought money, the others do
 * not matter.
 */
export function withTry(known: readonly NamedLine[], entry: NamedLine): readonly NamedLine[] {
  if (known.some(({ channelReference }) => channelReference === entry.channelReference)) return known;
  const tries = [...known, entry];
  const made = tries.filter(({ state }) => state === 'succeeded');
  return made.length > 0 ? made : [tries.find(({ state }) => state === 'pending') ?? entry];
}

/** Whether the channel's entry is another payment than the one that the gateway knows under that ID. */
export function isAnotherPayment(
  { subject, attempt }: OwnEntry,
  { channelReference }: Pick<NamedLine, 'channelReference'>,
): boolean {
  const known = subject === 'payment' ? (attempt.paymentReference ?? null) : null;
  return known !== null && known !== channelReference;
}
