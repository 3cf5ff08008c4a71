import ipaddr from 'ipaddr.js';

/**
 * Whether an IP address must never be connected to on a merchant's behalf: everything but public unicast
 * (decisions, section 9). Addresses that carry an IPv4 address inside are judged by that one as well.
 */
export function isRefusedAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return true;
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === 'ipv4') return parsed.range() !== 'unicast';
  const ipv6 = parsed as ipaddr.IPv6;
  // IPv4-mapped addresses reach the IPv4 host; translated and tunnelled ones may reach anything.
  if (ipv6.isIPv4MappedAddress()) return ipv6.toIPv4Address().range() !== 'unicast';
  return ipv6.range() !== 'unicast' || isIPv4Compatible(ipv6);
}

export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** `::a.b.c.d`, deprecated but still understood by some systems. */
function isIPv4Compatible(address: ipaddr.IPv6): boolean {
  return address.parts.slice(0, 6).every((part) => part === 0);
}
