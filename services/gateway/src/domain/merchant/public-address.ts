import type { Environment } from '../environment.ts';

/** Addresses that merchants give: where consumers return to and where webhooks go. */

const MAX_LENGTH = 2048;
const localHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Why an address is refused, or undefined when it is fine: absolute `https:` without credentials, in the
 * sandbox also `http:` to this machine (decisions, sections 4 and 9). What browsers repair silently —
 * backslashes, control characters, surrounding white space — is refused, so that what is checked is what
 * is opened.
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
 * The merchant's `redirect_url` with `order_id` appended as a query parameter. The merchant's own query
 * stays as it was written — it may be signed —, but for an `order_id` of its own, which this one replaces.
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
