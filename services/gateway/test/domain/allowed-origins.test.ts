import { describe, expect, test } from 'vitest';
import { refuseOrigin, refuseReturnAddress } from '../../src/domain/merchant/allowed-origins.ts';

describe('an origin of a merchant’s own pages', () => {
  test.each(['https://shop.example', 'https://pay.shop.example:8443', 'https://xn--bcher-kva.example'])(
    '%s can be allowed',
    (origin) => {
      expect(refuseOrigin(origin, 'production')).toBeUndefined();
    },
  );

  test.each(['http://localhost:5173', 'http://127.0.0.1', 'http://localhost'])(
    '%s can be allowed in the sandbox only',
    (origin) => {
      expect(refuseOrigin(origin, 'sandbox')).toBeUndefined();
      expect(refuseOrigin(origin, 'production')).toBe('must be an https address');
    },
  );

  test.each([
    ['https://*.shop.example', /without wildcards/],
    ['https://*', /without wildcards/],
    ['https://shop.example;script-src', /without wildcards/],
    ["https://shop.example'", /without wildcards/],
    ['https://shop.example,https:', /without wildcards/],
    ['https://[::1]', /without wildcards/],
    ['https://shop.example.', /without wildcards/],
    ['*', /absolute/],
    ['https:', /absolute/],
    ["'self'", /absolute/],
    ['https://shop.example *', /white space/],
    ['https://shop.example\nhttps://other.example', /control characters/],
    ['https://shop.example/', /written as https:\/\/shop\.example$/],
    ['https://shop.example/pay', /written as https:\/\/shop\.example$/],
    ['https://shop.example?x', /written as https:\/\/shop\.example$/],
    ['https://shop.example:443', /written as https:\/\/shop\.example$/],
    ['https://SHOP.example', /written as https:\/\/shop\.example$/],
    ['https://bücher.example', /written as https:\/\/xn--bcher-kva\.example$/],
    ['https://user@shop.example', /credentials/],
    ['https:\\\\shop.example', /backslashes/],
    ['http://shop.example', /https/],
    ['javascript:alert(1)', /absolute/],
    ['null', /absolute/],
    ['', /absolute/],
  ])('%s cannot be allowed', (origin, reason) => {
    expect(refuseOrigin(origin, 'sandbox')).toMatch(reason);
  });
});

describe('a consumer can return only to an address that the merchant allows (faults 37, 38)', () => {
  const allowed = ['https://shop.example', 'https://pay.shop.example:8443'];

  test.each([
    'https://shop.example/pay?order=1#session=x',
    'https://shop.example:443/',
    'https://pay.shop.example:8443/back',
  ])('%s is the merchant’s', (address) => {
    expect(refuseReturnAddress(address, allowed, 'production')).toBeUndefined();
  });

  test.each([
    ['https://evil.example/', /not one of them/],
    ['https://shop.example.evil.example/', /not one of them/],
    ['https://evil.example/https://shop.example', /not one of them/],
    ['https://shop.example:8443/', /not one of them/],
    ['https://sub.shop.example/', /not one of them/],
    ['http://shop.example/', /https/],
    ['//shop.example/', /absolute/],
    ['/checkout', /absolute/],
    ['javascript:alert(1)', /absolute/],
    ['data:text/html,x', /absolute/],
    ['https://shop.example@evil.example/', /credentials/],
    ['https://shop.example:x@evil.example/', /credentials/],
    ['https://evil.example\\@shop.example/', /backslashes/],
    ['https://evil.example\t.shop.example/', /control characters/],
    [' https://shop.example/', /white space/],
    ['https://shop.example/\r\nSet-Cookie: x', /control characters/],
    ['https://shop.example/\u202e', /control characters/],
  ])('%j is not', (address, reason) => {
    expect(refuseReturnAddress(address, allowed, 'production')).toMatch(reason);
  });

  test('may be on the developer’s own machine in the sandbox only', () => {
    expect(refuseReturnAddress('http://localhost:5173/pay', [], 'sandbox')).toBeUndefined();
    expect(refuseReturnAddress('http://localhost.evil.example/', [], 'sandbox')).toMatch(/https/);
    expect(refuseReturnAddress('http://localhost:5173/pay', allowed, 'production')).toMatch(/https/);
    expect(refuseReturnAddress('https://localhost/pay', [], 'sandbox')).toMatch(/not one of them/);
  });
});

test('an address to return to is measured in bytes, because each attempt stores it', () => {
  const path = '退'.repeat(676);
  const allowed = ['https://shop.example'];
  expect(
    refuseReturnAddress(`https://shop.example${`/${path}`.slice(0, 676)}`, allowed, 'production'),
  ).toBeUndefined();
  expect(refuseReturnAddress(`https://shop.example/${path}`, allowed, 'production')).toMatch(/2048 bytes/);
});
