import type { CallbackReading } from '../../../../ports/channel-callback.ts';
import { boundedCallbacks } from './bounded-answers.ts';
import { misformedMember } from './notification-form.ts';

/**
 * The longest callback ID that is accepted. Adyen's IDs are the longest, because each joins several fields of the notification.
 */
const LONGEST_ID_BYTES = 1_024;

/**
 * Reads a callback, and limits what it reports to what can be stored. Even in a genuine callback, members may have types that
 * the processor does not document. The gateway then answers that it does not understand the callback, and alerts the operators.
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
 * Whether JavaScript itself threw the error because a value has an unexpected type. A failed `fetch` also throws a TypeError,
 * but with a cause; for such an error, the answer is no.
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
