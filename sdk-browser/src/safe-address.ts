import { UnsafeAddressError } from './checkout-errors.ts';

/**
 * Returns an address if the browser may be sent there. Throws if it is not http or https, or if it contains a user name or
 * password.
 */
export function requireSafeAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  const safe = url && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  if (safe) return url.href;
  throw new UnsafeAddressError('Not an http(s) URL.');
}
