import ipaddr from 'ipaddr.js';

/** Whether an entry is an IPv4 or IPv6 address, or a CIDR range of them. */
export function isAllowListEntry(entry: string): boolean {
  return entry.includes('/')
    ? ipaddr.isValidCIDR(entry)
    : ipaddr.IPv6.isValid(entry) || ipaddr.IPv4.isValidFourPartDecimal(entry);
}

/** Whether a client may call, given the merchant's list; an empty list allows all (decisions, section 11). */
export function isAddressAllowed(allowList: readonly string[], clientAddress: string): boolean {
  if (allowList.length === 0) return true;
  if (!ipaddr.isValid(clientAddress)) return false;
  // An IPv4 client reaches a dual-stack server as ::ffff:a.b.c.d; both spellings are one address.
  const client = ipaddr.process(clientAddress);
  return allowList.some((entry) => matches(client, entry));
}

function matches(client: ipaddr.IPv4 | ipaddr.IPv6, entry: string): boolean {
  if (!entry.includes('/')) {
    return ipaddr.process(entry).toNormalizedString() === client.toNormalizedString();
  }
  const [range, bits] = ipaddr.parseCIDR(entry);
  return range.kind() === client.kind() && client.match(range, bits);
}
