import { expect, test } from 'vitest';
import { requireSafeAddress } from '../src/safe-address.ts';
import { describeTerminal } from '../src/terminal.ts';

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 0, 'PC'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    0,
    'PC',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    5,
    'TABLET',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148', 5, 'MOBILE'],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
    5,
    'MOBILE',
  ],
  ['Mozilla/5.0 (Linux; Android 15; SM-X710) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 5, 'TABLET'],
  ['', 0, 'PC'],
] as const)('%s with %i touch points is a %s', (userAgent, touchPoints, type) => {
  expect(describeTerminal(userAgent, touchPoints).type).toBe(type);
});

test('a user agent is cut to what the service takes', () => {
  expect(describeTerminal('x'.repeat(5_000), 0).userAgent).toHaveLength(1024);
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'https://user:pass@bank.example/', '/relative', ''])(
  'nobody is sent to %j',
  (address) => {
    expect(() => requireSafeAddress(address)).toThrow(/http/);
  },
);
