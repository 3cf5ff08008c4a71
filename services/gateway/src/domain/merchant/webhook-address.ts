import ipaddr from 'ipaddr.js';
import type { Environment } from '../environment.ts';
import { refuseAddress } from './public-address.ts';
import { isAllowedAddress } from './refused-addresses.ts';

/**
 * Returns why webhooks cannot be sent to an address; undefined if they can. An address of the gateway's own network is refused,
 * so that nobody can reach internal services through the gateway. A host name is not resolved here, because it can later
 * resolve to another address. The gateway therefore checks the address at each connection.
 */
export function refuseWebhookAddress(address: string, environment: Environment): string | undefined {
  const fault = refuseAddress(address, environment);
  if (fault !== undefined) return fault;
  // The parser has turned all spellings of an IP address, such as 0x7f.1, into the usual one.
  const host = new URL(address).hostname.replaceAll(/^\[|\]$|\.$/g, '');
  const isLoopbackAllowed = environment === 'sandbox';
  const isAllowed = ipaddr.isValid(host)
    ? isAllowedAddress(host, isLoopbackAllowed)
    : !isOwnName(host) || (isLoopbackAllowed && host === 'localhost');
  return isAllowed ? undefined : `must lead to a public address, and ${host} is not public`;
}

/** Whether a name can only lead to this machine or into its network. A public name has at least two parts. */
function isOwnName(host: string): boolean {
  return !host.includes('.') || /\.(?:localhost|localdomain|local|internal)$/.test(host);
}
