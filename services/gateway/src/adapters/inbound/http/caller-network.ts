import ipaddr from 'ipaddr.js';

/** How much of an IPv6 address its network gives away; the rest a caller may choose as it likes. */
const IPV6_NETWORK_BYTES = 8;

/**
 * What calls of one stranger have in common: the IPv4 address, or the network of the IPv6 address.
 *
 * @param address as Koa tells it, with what only our own proxies added
 */
export function callerNetworkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  // An IPv4 client reaches a dual-stack server as ::ffff:a.b.c.d.
  const caller = ipaddr.process(address);
  if (caller instanceof ipaddr.IPv4) return caller.toString();
  return Buffer.from(caller.toByteArray().slice(0, IPV6_NETWORK_BYTES)).toString('hex');
}
