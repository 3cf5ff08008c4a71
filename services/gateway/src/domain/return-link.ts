import { checkKey, issueKey, type KeyVerdict, type ServerKeys } from './expiring-key.ts';

/**
 * The link on a processor's page that returns the consumer to one attempt. The processor and readers of its logs see the
 * link, so it carries its own key and never the session. Following the link still opens the cashier with a session, because
 * the consumer may return in another browser. The link is therefore worth as much as the `pay_url`, and expires with it.
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
