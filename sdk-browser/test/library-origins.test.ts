import { beforeEach, expect, test, vi } from 'vitest';
import { requireHome } from '../src/libraries/library-origins.ts';

// `libraries.test.ts` tests that a page with a refused library loads nothing and reports the error.

const service = 'http://127.0.0.1:10030/';
const integrity = `sha384-${'A'.repeat(64)}`;

beforeEach(() => {
  vi.stubGlobal('location', { href: 'https://shop.example/pay' });
  return () => vi.unstubAllGlobals();
});

test.each([
  ['ProcessorA', 'https://js.stripe.com/endive/stripe.js'],
  ['ProcessorB', 'https://checkoutshopper-live-us.cdn.adyen.com/checkoutshopper/sdk/6.45.2/adyen.js'],
  ['Sandbox', 'http://localhost:10050/sdk.js'],
  ['Sandbox', 'http://[::1]/sdk.js'],
] as const)('%s’s library comes from %s', (channelType, url) => {
  expect(() => requireHome(channelType, { url, integrity }, service)).not.toThrow();
});

test.each([
  ['ProcessorA', 'http://js.stripe.com/endive/stripe.js'],
  ['ProcessorA', 'https://js.stripe.com.evil.example/stripe.js'],
  ['ProcessorA', 'https://evil.example/js.stripe.com/stripe.js'],
  ['ProcessorA', 'https://js.stripe.com@evil.example/stripe.js'],
  ['ProcessorA', 'https://js.stripe.com:8443/stripe.js'],
  ['ProcessorA', 'javascript:alert(1)'],
  ['ProcessorA', 'data:text/javascript,1'],
  ['ProcessorB', 'https://checkoutshopper-test.cdn.adyen.com.evil.example/adyen.js'],
  ['ProcessorB', 'https://checkoutshopper-evil.cdn.adyen.com/adyen.js'],
  ['Sandbox', 'data:text/javascript,1'],
  ['Sandbox', 'https://evil.example/sdk.js'],
  ['Sandbox', 'http://localhost.evil.example/sdk.js'],
  ['Sandbox', 'http://evillocalhost/sdk.js'],
  ['Sandbox', 'http://127.0.0.1.evil.example/sdk.js'],
  ['Sandbox', 'http://127.0.0.1@evil.example/sdk.js'],
  ['Sandbox', 'http://128.0.0.1/sdk.js'],
  ['Sandbox', 'http://[::2]/sdk.js'],
] as const)('%s’s library does not come from %s', (channelType, url) => {
  expect(() => requireHome(channelType, { url, integrity }, service)).toThrow(
    `${url} is not where ${channelType} hosts its library.`,
  );
});

test.each([
  ['ProcessorB', 'https://checkoutshopper-test.cdn.adyen.com/checkoutshopper/sdk/6.45.2/adyen.js', undefined],
  [
    'ProcessorB',
    'https://checkoutshopper-test.cdn.adyen.com/checkoutshopper/sdk/6.45.2/adyen.js',
    'not-a-hash',
  ],
  ['Sandbox', 'http://localhost/sdk.js', undefined],
  ['Sandbox', 'http://localhost/sdk.js', ' '],
  ['Sandbox', 'http://localhost/sdk.js', 'sha384-short'],
] as const)('%s’s library at %s is not loaded with the hash %s', (channelType, url, given) => {
  const file = given === undefined ? { url } : { url, integrity: given };
  expect(() => requireHome(channelType, file, service)).toThrow('without its integrity hash');
});
