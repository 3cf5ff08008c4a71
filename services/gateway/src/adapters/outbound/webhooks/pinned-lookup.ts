import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isLoopbackAddress, isRefusedAddress } from './refused-addresses.ts';

export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError';
}

/**
 * Name resolution for outgoing webhooks: the address that was checked is the address that is connected
 * to, so a name that answers publicly first and privately later gains nothing.
 *
 * @param isLoopbackAllowed in the sandbox, receivers on this machine are fine
 */
export function pinnedLookup(isLoopbackAllowed: boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error !== null) return callback(error, '', 0);
      const allowed = addresses.filter(({ address }) => isAllowed(address, isLoopbackAllowed));
      const [first] = allowed;
      // One refused address among public ones makes the whole name suspect.
      if (first === undefined || allowed.length < addresses.length) {
        return callback(refusedAddress(hostname), '', 0);
      }
      if (options.all === true) return callback(null, allowed);
      return callback(null, first.address, first.family);
    });
  };
}

export function refusedAddress(hostname: string): RefusedAddressError {
  return new RefusedAddressError(`${hostname} is not a public address`);
}

export function isAllowed(address: string, isLoopbackAllowed: boolean): boolean {
  return !isRefusedAddress(address) || (isLoopbackAllowed && isLoopbackAddress(address));
}
