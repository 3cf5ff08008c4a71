interface CardBrand {
  readonly code: string;
  /** The first digits of a number. */
  readonly prefix: RegExp;
  /** The allowed numbers of digits. */
  readonly lengths: readonly number[];
}

/**
 * The first digits of each card scheme's numbers (ISO/IEC 7812), as published by the schemes. The first matching entry wins.
 */
const brands: readonly CardBrand[] = [
  { code: 'visa', prefix: /^4/, lengths: [13, 16, 19] },
  { code: 'mastercard', prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { code: 'amex', prefix: /^3[47]/, lengths: [15] },
  { code: 'discover', prefix: /^(?:6011|64[4-9]|65)/, lengths: [16, 17, 18, 19] },
  { code: 'jcb', prefix: /^35(?:2[89]|[3-8])/, lengths: [16, 17, 18, 19] },
  { code: 'diners', prefix: /^3(?:0[0-5]|[689])/, lengths: [14, 15, 16, 17, 18, 19] },
  { code: 'unionpay', prefix: /^62/, lengths: [16, 17, 18, 19] },
  {
    code: 'maestro',
    prefix: /^(?:50|5[6-8]|63|67)/,
    lengths: [12, 13, 14, 15, 16, 17, 18, 19],
  },
];

const LONGEST_NUMBER = 19;

/** The card scheme identified by the first digits, or `unknown`. */
export function cardBrandOf(digits: string): string {
  return findBrand(digits)?.code ?? 'unknown';
}

/**
 * Whether a string is a card number, with or without spaces or hyphens between its digits. Its scheme must be known, its length
 * must fit the scheme, and its check digit must be correct. Other numbers, such as an IMEI or a sender's own ID, rarely meet
 * all three conditions.
 */
export function isCardNumber(text: string): boolean {
  const ungrouped = text.replaceAll(/[\s\p{Pd}]/gu, '');
  if (ungrouped.length > LONGEST_NUMBER) return false;
  // Full-width digits count as digits.
  const digits = ungrouped.normalize('NFKC');
  if (!/^[0-9]+$/.test(digits)) return false;
  const hasRightLength = findBrand(digits)?.lengths.includes(digits.length) ?? false;
  return hasRightLength && hasRightCheckDigit(digits);
}

/**
 * Whether a card number cannot exist, because its check digit is wrong. Numbers of unknown schemes and of UnionPay are never
 * refused, because some UnionPay cards have no check digit.
 */
export function isMistyped(digits: string): boolean {
  const code = cardBrandOf(digits);
  return code !== 'unknown' && code !== 'unionpay' && !hasRightCheckDigit(digits);
}

function findBrand(digits: string): CardBrand | undefined {
  return brands.find(({ prefix }) => prefix.test(digits));
}

/**
 * ISO/IEC 7812-1, annex B: every second digit from the right is doubled. The check digit is correct if the sum ends in zero.
 */
function hasRightCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const weighed = place % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return sum % 10 === 0;
}
