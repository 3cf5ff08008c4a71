import { expect, test } from 'vitest';
import { cardBrandOf } from '../../src/domain/attempt/card-brand.ts';

test.each([
  ['4242424242424242', 'visa'],
  ['5555555555554444', 'mastercard'],
  ['2221000000000009', 'mastercard'],
  ['2220999999999999', 'unknown'],
  ['2720999999999996', 'mastercard'],
  ['2721000000000000', 'unknown'],
  ['378282246310005', 'amex'],
  ['6011111111111117', 'discover'],
  ['3530111333300000', 'jcb'],
  ['3527000000000000', 'unknown'],
  ['30569309025904', 'diners'],
  ['6200000000000005', 'unionpay'],
  ['9999999999999995', 'unknown'],
])('the brand of %s is %s', (number, brand) => {
  expect(cardBrandOf(number)).toBe(brand);
});
