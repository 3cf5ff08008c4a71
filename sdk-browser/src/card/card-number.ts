import { anyCard, detectBrand, isIn } from './card-brands.ts';
import { digitsOf } from './digits.ts';

/** What is wrong with a card number. Each value is also the key of the message that the consumer sees. */
export type NumberMistake = 'numberMissing' | 'numberIncomplete' | 'numberInvalid' | 'brandNotAccepted';

/** Groups the digits as they are printed on a card: `4242 4242 4242 4242`, `3782 822463 10005`. */
export function formatCardNumber(text: string): string {
  const all = digitsOf(text);
  const { lengths, groups: sizes } = detectBrand(all) ?? anyCard;
  const digits = all.slice(0, Number(lengths.slice(-2)));
  let end = 0;
  const groups = sizes.map((size) => {
    end += size;
    return digits.slice(end - size, end);
  });
  return groups.filter(Boolean).join(' ');
}

/**
 * Returns null if the number is valid.
 *
 * @param acceptedBrands brand codes in lower case; empty if all brands are accepted
 */
export function checkCardNumber(text: string, acceptedBrands: readonly string[]): NumberMistake | null {
  const digits = digitsOf(text);
  if (digits === '') return 'numberMissing';
  const brand = detectBrand(digits);
  if (brand && acceptedBrands.length > 0 && !acceptedBrands.includes(brand.code)) {
    return 'brandNotAccepted';
  }
  const { lengths, hasCheckDigit } = brand ?? anyCard;
  if (digits.length < Number(lengths.slice(0, 2))) return 'numberIncomplete';
  const fits = isIn(lengths, String(digits.length)) && (!hasCheckDigit || passesLuhn(digits));
  return fits ? null : 'numberInvalid';
}

/** ISO/IEC 7812-1, annex B: every second digit from the right is doubled. The number is correct if the sum ends in zero. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [place, digit] of [...digits].reverse().entries()) {
    const weighed = Number(digit) * (1 + (place % 2));
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}
