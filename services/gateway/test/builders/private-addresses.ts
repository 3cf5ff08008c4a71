/**
 * Addresses that the gateway must never call for a merchant (fault 45), as hosts of URLs, in the spellings that an attacker
 * would use.
 */

const ipv4Targets = [
  [127, 0, 0, 1],
  [127, 255, 255, 254],
  [0, 0, 0, 0],
  [10, 0, 0, 1],
  [172, 16, 0, 1],
  [192, 168, 1, 1],
  [169, 254, 169, 254],
  [100, 100, 100, 200],
] as const;

type IPv4 = (typeof ipv4Targets)[number];

const octal = (part: number) => `0${part.toString(8)}`;
const hex = (part: number) => `0x${part.toString(16)}`;
const whole = ([a, b, c, d]: IPv4) => ((a * 256 + b) * 256 + c) * 256 + d;
const digitsFrom = (text: string, zero: number) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const circled = (text: string) =>
  text.replace(/\d/g, (digit) => (digit === '0' ? '⓪' : String.fromCodePoint(0x245f + Number(digit))));
const half = (high: number, low: number) => (high * 256 + low).toString(16);
const words = ([a, b, c, d]: IPv4) => `${half(a, b)}:${half(c, d)}`;

const ipv4Spellings: readonly ((address: IPv4) => string)[] = [
  (address) => address.join('.'),
  (address) => `${address.join('.')}.`,
  (address) => address.map(octal).join('.'),
  (address) => address.map(hex).join('.'),
  (address) => address.map((part) => `0x${part.toString(16).toUpperCase().padStart(8, '0')}`).join('.'),
  (address) => String(whole(address)),
  (address) => hex(whole(address)),
  (address) => octal(whole(address)),
  ([a, b, c, d]) => `${a}.${(b * 256 + c) * 256 + d}`,
  ([a, b, c, d]) => `${a}.${b}.${c * 256 + d}`,
  ([a, b, c, d]) => `${hex(a)}.${octal(b)}.${c}.${d}`,
  (address) => digitsFrom(address.join('.'), 0xff10),
  (address) => digitsFrom(address.join('.'), 0x1d7d8),
  (address) => circled(address.join('.')),
  (address) => address.join('。'),
  (address) => address.join('．'),
  (address) => address.join('%2e'),
  (address) => `[::ffff:${address.join('.')}]`,
  (address) => `[::ffff:${words(address)}]`,
  (address) => `[0:0:0:0:0:FFFF:${words(address)}]`,
  (address) => `[::${address.join('.')}]`,
  (address) => `[::ffff:0:${address.join('.')}]`,
  (address) => `[64:ff9b::${address.join('.')}]`,
  (address) => `[64:ff9b:1::${words(address)}]`,
  (address) => `[2002:${words(address)}::1]`,
];

const others: readonly string[] = [
  '127.1',
  '127.0.1',
  '0',
  '0x7f.1',
  '0x0',
  '017700000001',
  '00000177.0.0.1',
  '2130706433',
  '169.254.170.2',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[::0001]',
  '[fe80::1]',
  '[febf::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fd20:ce::254]',
  '[ff02::1]',
  '[ff05::2]',
  '[100::1]',
  '[2001::1]',
  '[2001:0:7f00:1::]',
  '[2001:2::1]',
  '[2001:10::1]',
  '[2001:20::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[4000::1]',
  '[5f00::1]',
  '[8000::1]',
  // Names that lead to private addresses: some by definition, others because their owners have set them so.
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ⓛocalhost',
  'api.localhost',
  'localhost.localdomain',
  'ip6-localhost',
  'metadata.google.internal',
  'metadata',
  'kubernetes.default.svc',
  'rebinding.example',
  '127.0.0.1.rebinding.example',
];

export const privateHosts: readonly string[] = [
  ...new Set([...ipv4Targets.flatMap((target) => ipv4Spellings.map((spell) => spell(target))), ...others]),
];
