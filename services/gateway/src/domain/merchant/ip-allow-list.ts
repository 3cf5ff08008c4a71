import type { FieldError } from '@kassa/contracts';
import ipaddr from 'ipaddr.js';

/** The faults of allow-list entries, each with its position; empty if all entries are valid. */
export function refuseAllowListEntries(entries: readonly string[]): readonly FieldError[] {
  return entries.flatMap((entry, index) =>
    isAllowListEntry(entry)
      ? []
      : [
          {
            path: `ip_allow_list[${index}]`,
            message: `${entry} is no IPv4 or IPv6 address and no CIDR range`,
          },
        ],
  );
}

/** Whether an entry is an IPv4 or IPv6 address, or a CIDR range of them. */
export function isAllowListEntry(entry: string): boolean {
  // Programs read octal, hexadecimal and shortened IPv4 differently, so these forms are refused.
  return entry.includes('/')
    ? ipaddr.IPv6.isValidCIDR(entry) || ipaddr.IPv4.isValidCIDRFourPartDecimal(entry)
    : ipaddr.IPv6.isValid(entry) || ipaddr.IPv4.isValidFourPartDecimal(entry);
}

/** Whether a client's address passes the merchant's list; an empty list allows all. */
export function isAddressAllowed(allowList: readonly string[], clientAddress: string): boolean {
  if (allowList.length === 0) return true;
  if (!ipaddr.isValid(clientAddress)) return false;
  // An IPv4 client reaches a dual-stack server as ::ffff:a.b.c.d; both spellings mean one address.
  const client = ipaddr.process(clientAddress);
  return allowList.some((entry) => matches(client, entry));
}

function matches(client: ipaddr.IPv4 | ipaddr.IPv6, entry: string): boolean {
  if (!entry.includes('/')) {
    return ipaddr.process(entry).toNormalizedString() === client.toNormalizedString();
  }
  const [range, bits] = unmapped(...ipaddr.parseCIDR(entry));
  return range.kind() === client.kind() && client.match(range, bits);
}

/** A range of IPv4-mapped addresses, such as ::ffff:10.0.0.0/104, is the IPv4 range inside it. */
function unmapped(range: ipaddr.IPv4 | ipaddr.IPv6, bits: number): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const isMapped = range instanceof ipaddr.IPv6 && range.isIPv4MappedAddress() && bits >= MAPPED_PREFIX_BITS;
  return isMapped ? [range.toIPv4Address(), bits - MAPPED_PREFIX_BITS] : [range, bits];
}

const MAPPED_PREFIX_BITS = 96;
