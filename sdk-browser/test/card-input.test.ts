import { cardBrandOf } from '@kassa/contracts';
import { describe, expect, test } from 'vitest';
import { detectBrand } from '../src/card/card-brands.ts';
import { checkCardNumber, formatCardNumber, passesLuhn } from '../src/card/card-number.ts';
import { checkExpiry, formatExpiry, readExpiry } from '../src/card/expiry.ts';
import { checkSecurityCode, formatSecurityCode } from '../src/card/security-code.ts';

test('the package’s own list of brands has the same first digits as the service’s list', () => {
  const starts = Array.from({ length: 10_000 }, (_, index) => String(index).padStart(4, '0'));
  const differing = starts.filter(
    (digits) => (detectBrand(digits)?.code ?? 'unknown') !== cardBrandOf(digits),
  );
  expect(differing).toEqual([]);
});

describe('card number', () => {
  test.each([
    ['', ''],
    ['4', '4'],
    ['42424', '4242 4'],
    ['4242424242424242', '4242 4242 4242 4242'],
    ['4242-4242 4242.4242', '4242 4242 4242 4242'],
    ['card: 4242 4242 4242 4242\n', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['3782822463100059999', '3782 822463 10005'],
    ['30569309025904', '3056 930902 5904'],
    ['6304000000000000000', '6304 0000 0000 0000 000'],
    ['99999999999999999999999', '9999 9999 9999 9999 999'],
    ['٤٢٤٢٤٢٤٢', '4242 4242'],
    ['۴۲۴۲', '4242'],
  ])('%j is shown as %j', (typed, shown) => {
    expect(formatCardNumber(typed)).toBe(shown);
  });

  test.each([
    ['4', 'visa'],
    ['51', 'mastercard'],
    ['55', 'mastercard'],
    ['56', 'maestro'],
    ['2220', null],
    ['2221', 'mastercard'],
    ['2720', 'mastercard'],
    ['2721', null],
    ['34', 'amex'],
    ['37', 'amex'],
    ['6011', 'discover'],
    ['644', 'discover'],
    ['65', 'discover'],
    ['305', 'diners'],
    ['306', null],
    ['36', 'diners'],
    ['3528', 'jcb'],
    ['3589', 'jcb'],
    ['3590', null],
    ['62', 'unionpay'],
    ['50', 'maestro'],
    ['5', null],
    ['3', null],
    ['', null],
  ])('%j is of the brand %j', (digits, brand) => {
    expect(detectBrand(digits)?.code ?? null).toBe(brand);
  });

  test.each([
    ['4242424242424242', true],
    ['4242424242424241', false],
    ['4242424242422424', false],
    ['5555555555554444', true],
    ['378282246310005', true],
    ['6011111111111117', true],
    ['30569309025904', true],
    ['79927398713', true],
    ['79927398710', false],
    ['0', true],
  ])('the check digit of %s is correct: %s', (digits, fits) => {
    expect(passesLuhn(digits)).toBe(fits);
  });

  test.each([
    ['', [], 'numberMissing'],
    ['4242', [], 'numberIncomplete'],
    ['4242 4242 4242 4241', [], 'numberInvalid'],
    ['4242 4242 4242 42', [], 'numberInvalid'],
    ['4222222222222', [], null],
    ['4242 4242 4242 4242', ['visa'], null],
    ['3782 822463 10005', ['visa'], 'brandNotAccepted'],
    ['37', ['visa'], 'brandNotAccepted'],
    ['9999 9999 9999 9995', ['visa'], null],
    ['6200000000000000', [], null],
  ] as const)('%j, with %j accepted, is judged %j', (typed, accepted, judgement) => {
    expect(checkCardNumber(typed, accepted)).toBe(judgement);
  });
});

describe('expiry date', () => {
  test.each([
    ['', ''],
    ['1', '1'],
    ['2', '02/'],
    ['12', '12/'],
    ['122', '12/2'],
    ['1227', '12/27'],
    ['12/27', '12/27'],
    ['12 / 2027', '12/27'],
    ['122027', '12/27'],
    ['1/', '01/'],
    ['1/27', '01/27'],
    ['2027-12', '12/27'],
    ['2027-3', '03/27'],
    ['13', '13/'],
    ['12/20', '12/20'],
    ['١٢٢٧', '12/27'],
  ])('%j is shown as %j', (typed, shown) => {
    expect(formatExpiry(typed)).toBe(shown);
  });

  test('the slash does not return while the consumer deletes', () => {
    expect(formatExpiry('12', true)).toBe('12');
    expect(formatExpiry('12/2', true)).toBe('12/2');
  });

  const today = new Date(2026, 10, 21);
  test.each([
    ['', 'expiryMissing'],
    ['1', 'expiryInvalid'],
    ['12/2', 'expiryInvalid'],
    ['13/27', 'expiryInvalid'],
    ['00/27', 'expiryInvalid'],
    ['10/26', 'expiryPast'],
    ['11/26', null],
    ['01/27', null],
    ['11/46', null],
    ['12/46', 'expiryInvalid'],
    ['12/99', 'expiryInvalid'],
  ] as const)('%j in November 2026 is judged %j', (typed, judgement) => {
    expect(checkExpiry(typed, today)).toBe(judgement);
  });

  test.each([
    ['11/26', { expMonth: 11, expYear: 2026 }],
    ['1/27', { expMonth: 1, expYear: 2027 }],
    ['2046-11', { expMonth: 11, expYear: 2046 }],
  ])('%j is read as %j', (typed, date) => {
    expect(readExpiry(typed)).toEqual(date);
  });
});

describe('security code', () => {
  const amex = detectBrand('37');
  const visa = detectBrand('4');
  test.each([
    ['12345', visa, '123', null],
    ['12345', amex, '1234', null],
    ['123', amex, '123', 'securityCodeIncomplete'],
    ['1234', null, '1234', null],
    ['12', null, '12', 'securityCodeIncomplete'],
    ['x', visa, '', 'securityCodeMissing'],
  ] as const)('%j is shown and judged by the brand', (typed, brand, shown, judgement) => {
    expect(formatSecurityCode(typed, brand)).toBe(shown);
    expect(checkSecurityCode(formatSecurityCode(typed, brand), brand)).toBe(judgement);
  });
});
