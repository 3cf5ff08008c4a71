import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isAllowedAddress } from '../../../domain/merchant/refused-addresses.ts';

export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError';
}

/** Resolves a name to all its addresses. */
export type LookupAll = (
  hostname: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void;

const systemLookupAll: LookupAll = (hostname, callback) => lookup(hostname, { all: true }, callback);

/**
 * Resolves the host names of webhook addresses and checks the resulting IP addresses. The connection then uses a checked
 * address. So an attacker gains nothing from a name that first resolves to a public address and later to a private one.
 *
 * @param isLoopbackAllowed true in the sandbox, where webhooks may go to `localhost`
 */
export function pinnedLookup(
  isLoopbackAllowed: boolean,
  lookupAll: LookupAll = systemLookupAll,
): LookupFunction {
  return (hostname, options, callback) => {
    lookupAll(hostname, (error, addresses) => {
      if (error !== null) return callback(error, '', 0);
      const mayBeLoopback = isLoopbackAllowed && hostname === 'localhost';
      const allowed = addresses.filter(({ address }) => isAllowedAddress(address, mayBeLoopback));
      const [first] = allowed;
      // Refuse the host name if any of its addresses is refused. An honest name has no private addresses beside public ones.
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
