import { digitsOf } from './digits.ts';

export type ExpiryCheck =
  | { readonly ok: true; readonly month: number; readonly year: number }
  | { readonly ok: false; readonly reason: 'empty' | 'incomplete' | 'invalid' | 'past' };

const furthestYears = 20;

/**
 * Formats typed, pasted or autofilled text as `MM/YY`. A first digit from 2 to 9 is already a month: `5` becomes `05/`. The
 * slash is added after the month, except while the consumer deletes.
 */
export function formatExpiry(text: string, deleting = false): string {
  const { month, year } = split(text);
  if (month.length < 2) return month;
  return year === '' && deleting ? month : `${month}/${year}`;
}

/** Checks whether the card is still valid on the day `today`. A card is valid through the last day of its month. */
export function checkExpiry(text: string, today: Date): ExpiryCheck {
  const parts = split(text);
  if (parts.month === '') return { ok: false, reason: 'empty' };
  if (parts.month.length < 2 || parts.year.length < 2) return { ok: false, reason: 'incomplete' };
  const month = Number(parts.month);
  const year = 2000 + Number(parts.year);
  if (month < 1 || month > 12) return { ok: false, reason: 'invalid' };
  const monthsLeft = (year - today.getFullYear()) * 12 + (month - 1 - today.getMonth());
  if (monthsLeft < 0) return { ok: false, reason: 'past' };
  return monthsLeft > furthestYears * 12 ? { ok: false, reason: 'invalid' } : { ok: true, month, year };
}

function split(text: string): { month: string; year: string } {
  const yearFirst = /^\s*(20\d\d)\D+(\d{1,2})\s*$/.exec(text);
  if (yearFirst) return { month: (yearFirst[2] ?? '').padStart(2, '0'), year: (yearFirst[1] ?? '').slice(2) };

  const [, shortMonth, rest] = /^\s*(\d)\s*\/(.*)$/.exec(text) ?? [];
  const digits = digitsOf(shortMonth === undefined ? text : `0${shortMonth}${rest}`);
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  const year = padded.slice(2);
  return { month: padded.slice(0, 2), year: /^20\d\d$/.test(year) ? year.slice(2) : year.slice(0, 2) };
}
