import { checkKey, issueKey, type KeyVerdict, type ServerKeys } from './expiring-key.ts';

/**
 * The link by which a processor's page sends the consumer back to one attempt. The processor and whoever
 * reads its logs see it, so it carries a key of its own and never the session. Whoever follows it is led to the
 * cashier with a session all the same, for the consumer may come back in another browser: it is worth as much
 * as the `pay_url`, and ends with it.
 */

export function returnLinkOf(
  cashierUrl: string,
  orderId: string,
  attemptId: string,
  expiresAt: Date,
  keys: ServerKeys,
): string {
  const key = issueKey('checkout-return', [orderId, attemptId], expiresAt, keys);
  return `${cashierUrl}/checkout/${orderId}/return/${attemptId}?key=${key}`;
}

export function checkReturnKey(
  key: string,
  orderId: string,
  attemptId: string,
  keys: ServerKeys,
  now: Date,
): KeyVerdict {
  return checkKey(key, 'checkout-return', [orderId, attemptId], keys, now);
}
