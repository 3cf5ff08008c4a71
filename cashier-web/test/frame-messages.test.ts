import { expect, test } from 'vitest';
import { addressees } from '../src/frame/surroundings.ts';

const shops = ['https://shop.example', 'https://other-shop.example'];

test.each([
  ['the merchant’s own page gets the message', shops, 'https://shop.example', ['https://shop.example']],
  ['a page of somebody else gets no message', shops, 'https://evil.example', []],
  ['an origin that only begins alike is another’s', shops, 'https://shop.example.evil.example', []],
  ['a page without an origin gets no message', shops, 'null', []],
  ['nobody gets the message if the merchant allows no frames', [], 'https://shop.example', []],
  ['where the browser does not name the page, it delivers to the right one itself', shops, undefined, shops],
])('%s', (_, allowed, parent, expected) => {
  expect(addressees(allowed, parent)).toEqual(expected);
});
