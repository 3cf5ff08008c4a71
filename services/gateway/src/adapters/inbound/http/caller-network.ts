import ipaddr from 'ipaddr.js';

/**
 * The first 8 bytes of an IPv6 address name the caller's network. The caller can choose the other 8 bytes freely, so
 * rate limits ignore them.
 */
const IPV6_NETWORK_BYTES = 8;

/**
 * Returns the key under which a caller's rate is limited: the IPv4 address, or the network part of an IPv6 address. Callers
 * from one network share a limit.
 *
 * @param address the caller's address as Koa reports it, which trusts only the operator's own proxies
 */
export function callerNetworkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  // A server that listens on both IPv4 and IPv6 sees an IPv4 client's address as ::ffff:a.b.c.d. `ipaddr.process` turns it back
  // into an IPv4 address.
  const caller = ipaddr.process(address);
  if (caller instanceof ipaddr.IPv4) return caller.toString();
  return Buffer.from(caller.toByteArray().slice(0, IPV6_NETWORK_BYTES)).toString('hex');
}
