import { expect, test } from 'vitest';
import { cashierPolicy } from '../../src/adapters/inbound/http/checkout/page-policy.ts';

test('the cashier’s policy allows what its channels need, each file from its own origin, and nothing else', () => {
  const policy = cashierPolicy({
    framedBy: ['https://shop.example'],
    loadsFrom: {
      scripts: ['https://scripts.example'],
      styles: ['https://styles.example'],
      images: ['https://images.example'],
      frames: ['https://*.frames.example'],
      connections: ['https://connections.example'],
    },
  });
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self' https://scripts.example",
    "style-src 'self' https://styles.example",
    "img-src 'self' https://images.example",
    "connect-src 'self' https://connections.example",
    "frame-src 'self' https://*.frames.example",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    'frame-ancestors https://shop.example',
  ]);
});
