const brands: readonly (readonly [brand: string, digits: RegExp])[] = [
  ['visa', /^4/],
  ['mastercard', /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['amex', /^3[47]/],
  ['discover', /^(?:6011|64[4-9]|65)/],
  ['jcb', /^35(?:2[89]|[3-8])/],
  ['diners', /^3(?:0[0-5]|[689])/],
  ['unionpay', /^62/],
];

/** The card scheme by the number's first digits (ISO/IEC 7812 ranges as the schemes publish them). */
export function cardBrandOf(cardNumber: string): string {
  return brands.find(([, digits]) => digits.test(cardNumber))?.[0] ?? 'unknown';
}
