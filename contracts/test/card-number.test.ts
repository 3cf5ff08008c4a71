import { expect, test } from 'vitest';
import { cardBrandOf, isCardNumber } from '../src/index.ts';

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
  ['6759649826438453', 'maestro'],
  ['9999999999999995', 'unknown'],
])('the brand of %s is %s', (number, brand) => {
  expect(cardBrandOf(number)).toBe(brand);
});

test.each([
  '4222222222222',
  '4242424242424242',
  '5555555555554444',
  '2221000000000009',
  '2720999999999996',
  '378282246310005',
  '6011111111111117',
  '3530111333300000',
  '30569309025904',
  '6200000000000005',
  '6759649826438453',
  '4242 4242 4242 4242',
  '4242-4242-4242-4242',
  ' 3782\u00a0822463\u201310005\n',
  '４２４２４２４２４２４２４２４２',
])('%j is a card number', (text) => {
  expect(isCardNumber(text)).toBe(true);
});

test.each<[what: string, text: string]>([
  ['a wrong check digit', '4242424242424241'],
  ['no length of its scheme', '424242424242424'],
  ['no scheme', '2721000000000004'],
  ['an IMEI', '490154203237518'],
  ['an IMEI of another range', '356938035643809'],
  ['an IMEI as phones show it', '35-693803-564380-9'],
  ['a hex ID', '4242424242424242a'],
  ['a long hex ID of digits alone', '42424242424242424242424242424242'],
  ['a UUID', '42424242-4242-4242-8242-424242424242'],
  ['a time in milliseconds', '1795262400000'],
  ['a text', 'Mozilla/5.0 4242424242424242'],
  ['nothing', ''],
  ['dashes', '- -'],
])('%s is not a card number: %j', (_what, text) => {
  expect(isCardNumber(text)).toBe(false);
});
