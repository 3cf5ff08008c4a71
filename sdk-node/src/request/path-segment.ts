import { localRefusal } from '../errors/local-refusal.ts';

/**
 * Encodes an ID as one segment of a path.
 *
 * @throws {InvalidRequestError} when the ID cannot be a segment: an empty ID would give another path, and URLs resolve `.` and
 * `..` even when they are percent-encoded
 */
export function pathSegment(identifier: string): string {
  if (typeof identifier !== 'string' || identifier === '') {
    throw localRefusal('INVALID_REQUEST', 'transactionId', 'must be a non-empty string');
  }
  if (identifier === '.' || identifier === '..') {
    throw localRefusal('INVALID_REQUEST', 'transactionId', 'cannot be part of an address; use the order_id');
  }
  if (!identifier.isWellFormed()) {
    throw localRefusal('INVALID_REQUEST', 'transactionId', 'contains half of a surrogate pair');
  }
  return encodeURIComponent(identifier);
}
