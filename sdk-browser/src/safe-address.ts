import { UnsafeAddressError } from './checkout-errors.ts';

/** Returns the address if a browser may be sent there. It must be http or https, without credentials; otherwise this throws. */
export function requireSafeAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  const safe = url && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  if (safe) return url.href;
  throw new UnsafeAddressError('Not an http(s) address.');
}
