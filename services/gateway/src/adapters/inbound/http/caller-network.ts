import ipaddr from 'ipaddr.js';

/** The bytes of an IPv6 address that name its network; a caller can choose the rest freely. */
const IPV6_NETWORK_BYTES = 8;

/**
 * Callers with the same network share a rate limit. Returns the IPv4 address, or the network of an IPv6 address.
 *
 * @param address as Koa reports it, which trusts only our own proxies
 */
export function callerNetworkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  // An IPv4 client reaches a dual-stack server as ::ffff:a.b.c.d.
  const caller = ipaddr.process(address);
  if (caller instanceof ipaddr.IPv4) return caller.toString();
  return Buffer.from(caller.toByteArray().slice(0, IPV6_NETWORK_BYTES)).toString('hex');
}
