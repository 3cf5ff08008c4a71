import ipaddr from 'ipaddr.js';

/**
 * Whether an IP address is not a public unicast address. If an IPv6 address contains an IPv4 address, the IPv4 address decides.
 */
function isRefusedAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return true;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return isRefusedIPv4(parsed);
  // An IPv4-mapped address leads to the IPv4 address that it contains, so check that IPv4 address. IPv6 addresses for other
  // kinds of translation or tunnels are refused below, because they could lead to any host.
  if (parsed.isIPv4MappedAddress()) return isRefusedIPv4(parsed.toIPv4Address());
  return parsed.range() !== 'unicast' || !parsed.match(allocatedUnicast, ALLOCATED_UNICAST_BITS);
}

/** The IPv6 range of public unicast addresses, as IANA has allocated it. Addresses outside it are special or unallocated. */
const allocatedUnicast = ipaddr.IPv6.parse('2000::');
const ALLOCATED_UNICAST_BITS = 3;

function isRefusedIPv4(address: ipaddr.IPv4): boolean {
  return address.range() !== 'unicast' || address.toString() === azureWireServer;
}

/** Azure gives each machine its own metadata at this address. The address lies in a public range, but must be refused. */
const azureWireServer = '168.63.129.16';

/**
 * Whether the gateway may connect to an IP address that a merchant chose.
 *
 * @param isLoopbackAllowed true in the sandbox, where webhooks may go to the machine itself
 */
export function isAllowedAddress(address: string, isLoopbackAllowed: boolean): boolean {
  return !isRefusedAddress(address) || (isLoopbackAllowed && isLoopbackAddress(address));
}

function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
