import { orderLimits } from '@kassa/contracts';
import type { Environment } from '../environment.ts';
import { refuseAddress } from './public-address.ts';

/** Origins of a merchant's own pages. These pages may show the hosted cashier in a frame, and consumers may return to them. */

/**
 * Matches origins that are safe in a content security policy. A URL parser would also accept wildcards, and characters that
 * begin a new directive of the policy.
 */
const exactOrigin = /^https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::[0-9]+)?$/;

/** Returns why a merchant cannot allow an origin; undefined if the merchant can. */
export function refuseOrigin(origin: string, environment: Environment): string | undefined {
  const fault = refuseAddress(origin, environment);
  if (fault !== undefined) return fault;
  const written = new URL(origin).origin;
  if (!exactOrigin.test(written)) return 'must name one host, without wildcards';
  return written === origin ? undefined : `must be an origin alone, written as ${written}`;
}

/**
 * Returns why the gateway must not send a consumer to an address after the payment; undefined if it may. The address must have
 * one of the origins that the merchant has allowed. In the sandbox, addresses of the developer's own machine are always allowed
 * too.
 */
export function refuseReturnAddress(
  address: string,
  allowedOrigins: readonly string[],
  environment: Environment,
): string | undefined {
  const fault = refuseAddress(address, environment);
  if (fault !== undefined) return fault;
  // Measure the address in bytes, not in characters: each attempt stores its return address, and a payment order has a size
  // limit in bytes.
  if (Buffer.byteLength(address) > orderLimits.addressBytes) {
    return `must be at most ${orderLimits.addressBytes} bytes long`;
  }
  const { origin, protocol } = new URL(address);
  // An http address is allowed here: `refuseAddress` has already refused all except loopback addresses in the sandbox.
  if (protocol === 'http:' || allowedOrigins.includes(origin)) return undefined;
  return `must be at one of the merchant’s allowed origins, and ${origin} is not one of them`;
}
