import { orderLimits } from '@kassa/contracts';
import type { Environment } from '../environment.ts';
import { refuseAddress } from './public-address.ts';

/** Origins of a merchant's own pages. They may show the hosted cashier in a frame, and consumers may return to them. */

/**
 * The host names that a content security policy accepts. A URL parser also accepts wildcards, and characters that
 * end a directive and start another; this pattern refuses them.
 */
const exactOrigin = /^https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::[0-9]+)?$/;

/** Why a string is not an origin that can be allowed; undefined if it is. */
export function refuseOrigin(origin: string, environment: Environment): string | undefined {
  const fault = refuseAddress(origin, environment);
  if (fault !== undefined) return fault;
  const written = new URL(origin).origin;
  if (!exactOrigin.test(written)) return 'must name one host, without wildcards';
  return written === origin ? undefined : `must be an origin alone, written as ${written}`;
}

/**
 * Why the gateway does not send a consumer to an address, or undefined if the address is one of the merchant's pages. In the
 * sandbox, the developer's own machine is always allowed.
 */
export function refuseReturnAddress(
  address: string,
  allowedOrigins: readonly string[],
  environment: Environment,
): string | undefined {
  const fault = refuseAddress(address, environment);
  if (fault !== undefined) return fault;
  // Each attempt stores its own address, which can hold characters of several bytes.
  if (Buffer.byteLength(address) > orderLimits.addressBytes) {
    return `must be at most ${orderLimits.addressBytes} bytes long`;
  }
  const { origin, protocol } = new URL(address);
  // The only http addresses left here are loopback addresses in the sandbox.
  if (protocol === 'http:' || allowedOrigins.includes(origin)) return undefined;
  return `must be at one of the merchant’s allowed origins, and ${origin} is none of them`;
}
