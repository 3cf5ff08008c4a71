import type { CardBrand } from './card-brands.ts';
import { digitsOf } from './digits.ts';

export type SecurityCodeCheck =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'empty' | 'incomplete' };

/** Formats a security code. While the brand is unknown, three or four digits are allowed. */
export function formatSecurityCode(text: string, brand: CardBrand | null): string {
  return digitsOf(text).slice(0, brand?.securityCodeLength ?? 4);
}

export function checkSecurityCode(text: string, brand: CardBrand | null): SecurityCodeCheck {
  const digits = digitsOf(text);
  if (digits === '') return { ok: false, reason: 'empty' };
  const complete = brand ? digits.length === brand.securityCodeLength : /^\d{3,4}$/.test(digits);
  return complete ? { ok: true } : { ok: false, reason: 'incomplete' };
}
