import { describe, expect, test } from 'vitest';
import { refuseAddress, withOrderId } from '../../src/domain/merchant/public-address.ts';

/** Addresses that must never be opened in a consumer's browser or called as a webhook (fault 37). */
const hostile: readonly string[] = [
  '',
  ' ',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'javascript://shop.example/%0aalert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://shop.example/1',
  'file:///etc/passwd',
  'ftp://shop.example/',
  'ws://shop.example/',
  'about:blank',
  'intent://shop.example/#Intent;end',
  'view-source:https://shop.example/',
  'https:shop.example',
  'https:/shop.example',
  'https:///shop.example',
  'https:\\\\shop.example',
  'https://shop.example\\@evil.example/',
  'https:/\\evil.example',
  '\\\\evil.example',
  '//evil.example/',
  '/relative',
  'shop.example',
  'https://',
  'https://?a=b',
  'https://#x',
  'https://user@shop.example/',
  'https://user:secret@shop.example/',
  'https://:secret@shop.example/',
  'https://shop.example@evil.example/',
  'https://shop.example%40evil.example@evil.example/',
  'https://shop.example /',
  'https://shop example/',
  'https://shop.example/\n',
  'https://shop.example/\r\nSet-Cookie: a=b',
  'https://shop.example/\u0000',
  'https://shop.example/\u007f',
  'https://shop.example/\u0085',
  'https://shop.example/\u202egpj.exe',
  'https://shop.example/\u200b',
  'https://shop\u00ad.example/',
  'https://shop.example/\ufeff',
  'https://shop.example:99999/',
  'https://shop.example:port/',
  'https://[::1',
  'https://[zz::1]/',
  'https://1.2.3.4.5.6.7/',
  'https://256.256.256.256/',
  'https://%00/',
  'https://shop.example%2f@evil.example/',
  'http://shop.example/',
  'http://localhost.evil.example/',
  'http://localhost@evil.example/',
  'http://10.0.0.1/',
  'http://[::ffff:127.0.0.1]/',
  `https://shop.example/${'a'.repeat(2048)}`,
];

describe('an address that a merchant gives', () => {
  test.each(hostile)('%j is refused', (address) => {
    expect(refuseAddress(address, 'sandbox')).toEqual(expect.any(String));
    expect(refuseAddress(address, 'production')).toEqual(expect.any(String));
  });

  test.each([
    ['https://shop.example', 'fine', 'fine'],
    ['https://shop.example/thanks?a=1&b=2#done', 'fine', 'fine'],
    ['HTTPS://SHOP.EXAMPLE/', 'fine', 'fine'],
    ['https://shop.example:8443/a@b', 'fine', 'fine'],
    ['https://müller.example/größe', 'fine', 'fine'],
    ['https://localhost/', 'fine', 'fine'],
    ['http://localhost:3000/hook', 'fine', 'refused'],
    ['http://127.0.0.1:3000/hook', 'fine', 'refused'],
    ['http://[::1]:3000/hook', 'fine', 'refused'],
  ])('%s is %s in the sandbox and %s in production', (address, sandbox, production) => {
    expect(refuseAddress(address, 'sandbox') === undefined ? 'fine' : 'refused').toBe(sandbox);
    expect(refuseAddress(address, 'production') === undefined ? 'fine' : 'refused').toBe(production);
  });

  test('is allowed up to 2048 characters', () => {
    const longest = `https://shop.example/${'a'.repeat(2048 - 'https://shop.example/'.length)}`;
    expect(refuseAddress(longest, 'production')).toBeUndefined();
    expect(refuseAddress(`${longest}a`, 'production')).toBeDefined();
  });
});

describe('withOrderId', () => {
  test.each([
    ['https://shop.example/thanks', 'https://shop.example/thanks?order_id=ord_1'],
    ['https://shop.example', 'https://shop.example/?order_id=ord_1'],
    ['https://shop.example/?a=1', 'https://shop.example/?a=1&order_id=ord_1'],
    ['https://shop.example/?order_id=forged', 'https://shop.example/?order_id=ord_1'],
    ['https://shop.example/?order_id=a&order_id=b', 'https://shop.example/?order_id=ord_1'],
    ['https://shop.example/a#b', 'https://shop.example/a?order_id=ord_1#b'],
  ])('%s becomes %s', (address, expected) => {
    expect(withOrderId(address, 'ord_1')).toBe(expected);
  });
});
