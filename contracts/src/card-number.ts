interface CardBrand {
  readonly code: string;
  /** What a number begins with. */
  readonly prefix: RegExp;
  /** How many digits a number has. */
  readonly lengths: readonly number[];
}

/** Ranges of ISO/IEC 7812 as the schemes publish them. The first match counts. */
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

/** The card scheme by the number's first digits, or `unknown`. */
export function cardBrandOf(digits: string): string {
  return findBrand(digits)?.code ?? 'unknown';
}

/**
 * Tells whether a text is a card number, however its digits are grouped: of a known scheme, as long as that
 * scheme's are, and with a right check digit. An IMEI or a number of the sender's own is hardly ever all three.
 */
export function isCardNumber(text: string): boolean {
  const ungrouped = text.replaceAll(/[\s\p{Pd}]/gu, '');
  if (ungrouped.length > LONGEST_NUMBER) return false;
  // Digits of full width are the same digits.
  const digits = ungrouped.normalize('NFKC');
  if (!/^[0-9]+$/.test(digits)) return false;
  const hasRightLength = findBrand(digits)?.lengths.includes(digits.length) ?? false;
  return hasRightLength && hasRightCheckDigit(digits);
}

function findBrand(digits: string): CardBrand | undefined {
  return brands.find(({ prefix }) => prefix.test(digits));
}

/** ISO/IEC 7812-1, annex B: every second digit from the right is doubled, and the sum ends in zero. */
function hasRightCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const weighed = place % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return sum % 10 === 0;
}
