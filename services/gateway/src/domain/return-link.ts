import { checkKey, issueKey, type KeyVerdict, type ServerKeys } from './expiring-key.ts';

/**
 * The link that leads a consumer from a processor's page back to the cashier. The processor can see this link, so the link
 * contains a key of its own instead of the cashier's session. The cashier opens with a new session, because the consumer may
 * return in another browser. The link gives the same access as the order's `pay_url`, so both expire at the same time.
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
