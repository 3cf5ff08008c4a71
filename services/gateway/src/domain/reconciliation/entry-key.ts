export type EntrySubject = 'payment' | 'refund' | 'dispute';

/**
 * Returns a key that an entry of the gateway's books and an entry of the channel's share if both are about the same payment,
 * refund or dispute. A payment can have several disputes, and several refunds that were made at the processor by hand. Both
 * sides then name the attempt, so the key also contains the channel's reference.
 */
export function entryKey(subject: EntrySubject, reference: string, channelReference: string): string {
  const isNamedByAttempt = subject !== 'payment' && reference.startsWith('txn_');
  return isNamedByAttempt ? `${subject} ${reference} ${channelReference}` : `${subject} ${reference}`;
}
