import { digitsOf } from './digits.ts';

export interface Expiry {
  /** 1 to 12. */
  readonly month: number;
  /** Four digits. */
  readonly year: number;
}

const separator = ' / ';

/** Formats an expiry date while the payer types it. For example, `4` becomes `04 / ` and `12/2030` becomes `12 / 30`. */
export function formatExpiry(typed: string, isDeleting: boolean): string {
  const [first = '', second] = typed.split('/');
  const month = monthOf(digitsOf(first), second !== undefined);
  const digits = month + digitsOf(second ?? '');
  if (digits.length < 2 || (isDeleting && digits.length === 2)) return digits;
  return digits.slice(0, 2) + separator + yearOf(digits.slice(2));
}

function monthOf(digits: string, isEnded: boolean): string {
  const isWhole = isEnded || /^[2-9]/.test(digits);
  return digits.length === 1 && isWhole ? `0${digits}` : digits;
}

/** Shortens the year of an expiry date to two digits. People type two digits, but browsers fill in four. */
function yearOf(digits: string): string {
  if (!digits.startsWith('20')) return digits.slice(0, 2);
  return digits.length >= 4 ? digits.slice(2, 4) : digits;
}

export type ExpiryJudgement =
  | ({ readonly kind: 'valid' } & Expiry)
  | { readonly kind: 'incomplete' | 'past' };

/** Says whether an expiry date is valid, incomplete or past. A card is valid until the end of its month. */
export function judgeExpiry(text: string, now: Date): ExpiryJudgement {
  const digits = digitsOf(text);
  const month = Number(digits.slice(0, 2));
  if (digits.length !== 4 || month < 1 || month > 12) return { kind: 'incomplete' };
  const year = 2000 + Number(digits.slice(2));
  if (now.getTime() >= Date.UTC(year, month, 1)) return { kind: 'past' };
  return { kind: 'valid', month, year };
}
