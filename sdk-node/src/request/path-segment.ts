import { localRefusal } from '../errors/local-refusal.ts';

/**
 * Encodes an ID as one segment of a URL path.
 *
 * @throws {InvalidRequestError} when the ID is empty, `.` or `..`, because the URL would then have another path, even if the ID
 * is percent-encoded; also when the ID is not well-formed Unicode
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
