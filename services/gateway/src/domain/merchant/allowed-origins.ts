import type { Environment } from '../environment.ts';
import { refuseAddress } from './public-address.ts';

/**
 * Origins of a merchant's own pages: they may show the hosted cashier in a frame, and consumers may be led
 * back to them.
 */

/**
 * What a content security policy takes as one host. Its wildcards, and the characters that would end a
 * directive and begin another, are letters of a host name to a URL parser and are not among these.
 */
const exactOrigin = /^https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::[0-9]+)?$/;

/** Why a text is no origin that can be allowed, or undefined when it is one. */
export function refuseOrigin(origin: string, environment: Environment): string | undefined {
  const fault = refuseAddress(origin, environment);
  if (fault !== undefined) return fault;
  const written = new URL(origin).origin;
  if (!exactOrigin.test(written)) return 'must name one host, without wildcards';
  return written === origin ? undefined : `must be an origin alone, written as ${written}`;
}

/**
 * Why a consumer is not led to an address of the merchant's own cashier, or undefined when it is one of its
 * pages. In the sandbox the developer's own machine is always one.
 */
export function refuseReturnAddress(
  address: string,
  allowedOrigins: readonly string[],
  environment: Environment,
): string | undefined {
  const fault = refuseAddress(address, environment);
  if (fault !== undefined) return fault;
  const { origin, protocol } = new URL(address);
  // Of http, only what leads to this machine in the sandbox has come this far.
  if (protocol === 'http:' || allowedOrigins.includes(origin)) return undefined;
  return `must be at one of the merchant’s allowed origins, and ${origin} is none of them`;
}
