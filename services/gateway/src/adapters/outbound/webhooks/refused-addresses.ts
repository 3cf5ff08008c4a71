import ipaddr from 'ipaddr.js';

/**
 * Whether the gateway must never connect to an IP address on a merchant's behalf: it connects to public unicast
 * addresses only. An address that contains an IPv4 address is judged by that address as
 * well.
 */
export function isRefusedAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return true;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return isRefusedIPv4(parsed);
  // IPv4-mapped addresses reach the IPv4 host; translated and tunnelled ones may reach anything.
  if (parsed.isIPv4MappedAddress()) return isRefusedIPv4(parsed.toIPv4Address());
  return parsed.range() !== 'unicast' || !parsed.match(allocatedUnicast, ALLOCATED_UNICAST_BITS);
}

/** What IANA has allocated as global unicast; the rest is special or unallocated. */
const allocatedUnicast = ipaddr.IPv6.parse('2000::');
const ALLOCATED_UNICAST_BITS = 3;

function isRefusedIPv4(address: ipaddr.IPv4): boolean {
  return address.range() !== 'unicast' || address.toString() === azureWireServer;
}

/** Public by its range, but inside Azure it is every machine's own metadata and agent service. */
const azureWireServer = '168.63.129.16';

export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
