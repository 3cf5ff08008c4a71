export type EntrySubject = 'payment' | 'refund' | 'dispute';

/**
 * Returns the key of an entry in the books of the gateway or the channel. Entries about the same payment, refund or dispute
 * have the same key. A payment can have several disputes, and several refunds that were made at the processor by hand. For
 * these, both books name only the attempt, so the key also contains the channel's reference.
 */
export function entryKey(subject: EntrySubject, reference: string, channelReference: string): string {
  const isNamedByAttempt = subject !== 'payment' && reference.startsWith('txn_');
  return isNamedByAttempt ? `${subject} ${reference} ${channelReference}` : `${subject} ${reference}`;
}

/**
 * Returns the key of one payment of an attempt. The channel may have taken several payments for one attempt, so the key contains
 * the channel's reference.
 */
export function paymentKey(attemptId: string, channelReference: string): string {
  return `${entryKey('payment', attemptId, channelReference)} ${channelReference}`;
}
