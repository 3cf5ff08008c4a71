import type { Environment } from '../environment.ts';

/** Addresses that merchants give: where consumers return to, and where webhooks go. */

const MAX_LENGTH = 2048;
const localHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Returns why an address is refused; undefined if it is valid. It must be an absolute `https:` address without credentials. In
 * the sandbox, it may also be an `http:` address of the machine itself (loopback).
 *
 * Backslashes, control characters and white space are refused. Browsers silently repair them, so a browser could open another
 * address than the one that was checked.
 */
export function refuseAddress(address: string, environment: Environment): string | undefined {
  if (address.length > MAX_LENGTH) return `must be at most ${MAX_LENGTH} characters`;
  if (/[\p{Cc}\p{Cf}\\\s]/u.test(address)) {
    return 'must not contain backslashes, white space or control characters';
  }
  if (!/^https?:\/\/[^/]/i.test(address)) return 'must be an absolute https address';
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined) return 'must be an absolute https address';
  if (url.username !== '' || url.password !== '') return 'must not contain credentials';
  if (url.protocol === 'https:') return undefined;
  if (environment === 'sandbox' && localHosts.has(url.hostname)) return undefined;
  return environment === 'sandbox'
    ? 'must be an https address (http only to a loopback address: localhost, 127.0.0.1, [::1])'
    : 'must be an https address';
}

/**
 * Adds the query parameter `order_id` to the merchant's `redirect_url`, in place of an `order_id` that it already has. All
 * other parameters stay exactly as written, because the merchant may have signed them.
 */
export function withOrderId(redirectUrl: string, orderId: string): string {
  const url = new URL(redirectUrl);
  const own = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !/^order_id(?:=|$)/.test(pair));
  url.search = [...own, `order_id=${encodeURIComponent(orderId)}`].join('&');
  return url.href;
}
