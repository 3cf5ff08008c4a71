import type { FieldError } from '@kassa/contracts';
import ipaddr from 'ipaddr.js';

/** Returns the invalid entries of an IP allow-list, each with its position; empty if all entries are valid. */
export function refuseAllowListEntries(entries: readonly string[]): readonly FieldError[] {
  return entries.flatMap((entry, index) =>
    isAllowListEntry(entry)
      ? []
      : [
          {
            path: `ip_allow_list[${index}]`,
            message: `${entry} is not an IPv4 or IPv6 address or a CIDR range`,
          },
        ],
  );
}

/** Whether an allow-list entry is an IPv4 or IPv6 address, or a CIDR range. */
export function isAllowListEntry(entry: string): boolean {
  // Refuse numbers in octal, hexadecimal or shortened form, because different programs read them differently. This also applies
  // to an IPv4 address at the end of an IPv6 address. Also refuse an IPv6 zone, because a zone has a meaning on one machine
  // only.
  if (ambiguousNumber.test(entry)) return false;
  return entry.includes('/')
    ? ipaddr.IPv6.isValidCIDR(entry) || ipaddr.IPv4.isValidCIDRFourPartDecimal(entry)
    : ipaddr.IPv6.isValid(entry) || ipaddr.IPv4.isValidFourPartDecimal(entry);
}

/** A hexadecimal number, a decimal number with a leading zero, or the zone of an IPv6 address. */
const ambiguousNumber = /0x|(?:^|[.:])0\d+\.|\.0\d|\/0\d|%/i;

/** Whether a merchant's allow-list contains a client's address. An empty list allows all addresses. */
export function isAddressAllowed(allowList: readonly string[], clientAddress: string): boolean {
  if (allowList.length === 0) return true;
  if (!ipaddr.isValid(clientAddress)) return false;
  // Convert an IPv4 client's address to plain IPv4. A server that accepts IPv4 and IPv6 sees it as `::ffff:a.b.c.d`, which
  // would not match an IPv4 entry of the allow-list.
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

/** Converts a range of IPv4-mapped IPv6 addresses, such as `::ffff:10.0.0.0/104`, to the IPv4 range that it contains. */
function unmapped(range: ipaddr.IPv4 | ipaddr.IPv6, bits: number): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const isMapped = range instanceof ipaddr.IPv6 && range.isIPv4MappedAddress() && bits >= MAPPED_PREFIX_BITS;
  return isMapped ? [range.toIPv4Address(), bits - MAPPED_PREFIX_BITS] : [range, bits];
}

const MAPPED_PREFIX_BITS = 96;
