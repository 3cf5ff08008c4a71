import type { CallbackReading } from '../../../../ports/channel-callback.ts';
import { boundedCallbacks } from './bounded-answers.ts';
import { misformedMember } from './notification-form.ts';

/** Adyen's IDs are the longest, because each joins several fields of the notification. */
const LONGEST_ID_BYTES = 1_024;

/**
 * Reads a callback, and limits what it reports to what can be stored. A genuine callback can have members of other types than the
 * processor documents. It is then not understood: the channel gets an answer that says so, and an operator is alerted.
 */
export async function readableCallbacks(read: () => Promise<CallbackReading>): Promise<CallbackReading> {
  try {
    const reading = await read();
    if (reading.kind !== 'genuine') return boundedCallbacks(reading);
    for (const { callbackId, notification } of reading.callbacks) {
      const member = isUsableId(callbackId) ? misformedMember(notification) : 'callbackId';
      if (member !== undefined) return notUnderstood(`${member} has a type or a value that it cannot have`);
    }
    return boundedCallbacks(reading);
  } catch (error) {
    if (!isAboutValue(error)) throw error;
    return notUnderstood(`reading it fails with: ${error.message}`);
  }
}

/**
 * Whether JavaScript itself threw the error because of a value of an unexpected type. The TypeError of a failed `fetch` has a cause
 * and does not count.
 */
function isAboutValue(error: unknown): error is Error {
  const isOfLanguage = error instanceof TypeError || error instanceof RangeError || error instanceof URIError;
  return isOfLanguage && error.cause === undefined;
}

function isUsableId(id: unknown): boolean {
  return typeof id === 'string' && id !== '' && Buffer.byteLength(id) <= LONGEST_ID_BYTES;
}

function notUnderstood(reason: string): CallbackReading {
  return { kind: 'not_understood', reference: 'unknown', reason };
}
