import type { CardBrand } from './card-brands.ts';
import { digitsOf } from './digits.ts';

/** What is wrong with a security code. Each value is also the key of the message that the consumer sees. */
export type SecurityCodeMistake = 'securityCodeMissing' | 'securityCodeIncomplete';

/** Formats a security code. While the brand is unknown, three or four digits are allowed. */
export function formatSecurityCode(text: string, brand: CardBrand | null): string {
  return digitsOf(text).slice(0, brand?.securityCodeLength ?? 4);
}

/** Returns null if the security code is valid. */
export function checkSecurityCode(text: string, brand: CardBrand | null): SecurityCodeMistake | null {
  const digits = digitsOf(text);
  if (digits === '') return 'securityCodeMissing';
  const complete = brand ? digits.length === brand.securityCodeLength : /^\d{3,4}$/.test(digits);
  return complete ? null : 'securityCodeIncomplete';
}
