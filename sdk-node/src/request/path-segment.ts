import { localRefusal } from '../errors/local-refusal.ts';

/**
 * Writes an identifier as one segment of a path.
 *
 * @throws {InvalidRequestError} for what cannot be one: an empty text would name another path, and URLs
 * resolve `.` and `..` away even when they are percent-encoded
 */
export function pathSegment(identifier: string): string {
  if (typeof identifier !== 'string' || identifier === '') {
    throw localRefusal('INVALID_REQUEST', 'transactionId', 'must be a text that is not empty');
  }
  if (identifier === '.' || identifier === '..') {
    throw localRefusal('INVALID_REQUEST', 'transactionId', 'cannot be queried; use the order_id');
  }
  if (!identifier.isWellFormed()) {
    throw localRefusal('INVALID_REQUEST', 'transactionId', 'holds half of a surrogate pair');
  }
  return encodeURIComponent(identifier);
}
