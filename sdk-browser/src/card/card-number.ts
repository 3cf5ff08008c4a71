import { anyCard, type CardBrand, detectBrand } from './card-brands.ts';
import { digitsOf } from './digits.ts';

export type NumberCheck =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'empty' | 'incomplete' | 'invalid' }
  | { readonly ok: false; readonly reason: 'brand_not_accepted'; readonly brand: CardBrand };

/** Groups the digits as they are printed on a card: `4242 4242 4242 4242`, `3782 822463 10005`. */
export function formatCardNumber(text: string): string {
  const all = digitsOf(text);
  const { lengths, groups: sizes } = detectBrand(all) ?? anyCard;
  const digits = all.slice(0, lengths.at(-1));
  let end = 0;
  const groups = sizes.map((size) => {
    end += size;
    return digits.slice(end - size, end);
  });
  return groups.filter(Boolean).join(' ');
}

/** @param acceptedBrands brand codes in lower case; empty if all brands are accepted */
export function checkCardNumber(text: string, acceptedBrands: readonly string[]): NumberCheck {
  const digits = digitsOf(text);
  if (digits === '') return { ok: false, reason: 'empty' };
  const brand = detectBrand(digits);
  if (brand && acceptedBrands.length > 0 && !acceptedBrands.includes(brand.code)) {
    return { ok: false, reason: 'brand_not_accepted', brand };
  }
  const { lengths, hasCheckDigit } = brand ?? anyCard;
  if (digits.length < lengths[0]) return { ok: false, reason: 'incomplete' };
  const fits = lengths.includes(digits.length) && (!hasCheckDigit || passesLuhn(digits));
  return fits ? { ok: true } : { ok: false, reason: 'invalid' };
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
