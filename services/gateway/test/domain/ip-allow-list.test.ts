import { describe, expect, test } from 'vitest';
import { isAddressAllowed, isAllowListEntry } from '../../src/domain/merchant/ip-allow-list.ts';

describe('an allow-list', () => {
  test.each<[string, readonly string[], string, 'allowed' | 'refused']>([
    ['empty', [], '203.0.113.7', 'allowed'],
    ['the address', ['203.0.113.7'], '203.0.113.7', 'allowed'],
    ['another address', ['203.0.113.7'], '203.0.113.8', 'refused'],
    ['the address, seen as IPv4-mapped', ['203.0.113.7'], '::ffff:203.0.113.7', 'allowed'],
    ['the address, mapped in hexadecimal', ['203.0.113.7'], '::ffff:cb00:7107', 'allowed'],
    ['an IPv4-mapped entry', ['::ffff:203.0.113.7'], '203.0.113.7', 'allowed'],
    ['the first of a range', ['203.0.113.0/24'], '203.0.113.0', 'allowed'],
    ['the last of a range', ['203.0.113.0/24'], '203.0.113.255', 'allowed'],
    ['one before a range', ['203.0.113.0/24'], '203.0.112.255', 'refused'],
    ['one after a range', ['203.0.113.0/24'], '203.0.114.0', 'refused'],
    ['a range by one of its addresses', ['203.0.113.77/24'], '203.0.113.1', 'allowed'],
    ['a range of one', ['203.0.113.7/32'], '203.0.113.8', 'refused'],
    ['every IPv4 address', ['0.0.0.0/0'], '198.51.100.1', 'allowed'],
    ['every IPv4 address is no IPv6 address', ['0.0.0.0/0'], '2001:db8::1', 'refused'],
    ['an IPv4-mapped range', ['::ffff:203.0.113.0/120'], '203.0.113.9', 'allowed'],
    ['outside an IPv4-mapped range', ['::ffff:203.0.113.0/120'], '203.0.114.9', 'refused'],
    ['an IPv6 address in another spelling', ['2001:db8::1'], '2001:0DB8:0:0:0:0:0:1', 'allowed'],
    ['another IPv6 address', ['2001:db8::1'], '2001:db8::2', 'refused'],
    ['an IPv6 range', ['2001:db8:1::/48'], '2001:db8:1:ffff::9', 'allowed'],
    ['outside an IPv6 range', ['2001:db8:1::/48'], '2001:db8:2::9', 'refused'],
    ['every IPv6 address is no IPv4 address', ['::/0'], '198.51.100.1', 'refused'],
    ['the second entry', ['203.0.113.7', '198.51.100.0/24'], '198.51.100.9', 'allowed'],
    ['no address at all', ['0.0.0.0/0'], 'unknown', 'refused'],
    ['an empty client address', ['0.0.0.0/0'], '', 'refused'],
  ])('with %s: %j, %s: %s', (_case, list, client, outcome) => {
    expect(isAddressAllowed(list, client) ? 'allowed' : 'refused').toBe(outcome);
  });
});

describe('an entry of an allow-list', () => {
  test.each([
    ['203.0.113.7', true],
    ['203.0.113.0/24', true],
    ['0.0.0.0/0', true],
    ['2001:db8::1', true],
    ['2001:db8::/32', true],
    ['::ffff:203.0.113.0/120', true],
    ['203.0.113.0/33', false],
    ['203.0.113.0/-1', false],
    ['203.0.113.0/', false],
    ['203.0.113.0/24/8', false],
    ['2001:db8::/129', false],
    // Programs read these addresses differently: as octal, hexadecimal or shortened.
    ['010.0.0.1', false],
    ['010.0.0.0/8', false],
    ['0x0a.0.0.0/8', false],
    ['127.1', false],
    ['127.1/8', false],
    ['2130706433', false],
    ['::ffff:010.0.0.1', false],
    ['::ffff:10.0.0.010', false],
    ['::ffff:0x0a.0.0.1', false],
    ['::ffff:010.0.0.0/104', false],
    ['203.0.113.0/08', false],
    ['2001:db8::/032', false],
    ['fe80::1%eth0', false],
    ['2001:0db8::0001', true],
    ['::ffff:10.0.0.1', true],
    ['shop.example', false],
    ['*', false],
    ['', false],
    [' 203.0.113.7', false],
  ])('%j is one: %s', (entry, isEntry) => {
    expect(isAllowListEntry(entry)).toBe(isEntry);
  });
});
