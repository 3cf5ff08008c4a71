import { digitsOf } from './digits.ts';

/** What is wrong with an expiry date. Each value is also the key of the message that the consumer sees. */
export type ExpiryMistake = 'expiryMissing' | 'expiryInvalid' | 'expiryPast';

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

/** The month and year, with four digits, of a valid expiry date. */
export function readExpiry(text: string): { readonly expMonth: number; readonly expYear: number } {
  const { month, year } = split(text);
  return { expMonth: Number(month), expYear: 2000 + Number(year) };
}

/**
 * Checks whether the card is still valid on the day `today`. A card is valid through the last day of its month. Returns null if
 * the card is valid.
 */
export function checkExpiry(text: string, today: Date): ExpiryMistake | null {
  const { month, year } = split(text);
  if (month === '') return 'expiryMissing';
  const { expMonth, expYear } = readExpiry(text);
  const isWhole = (month + year).length === 4 && expMonth > 0 && expMonth < 13;
  const monthsLeft = (expYear - today.getFullYear()) * 12 + (expMonth - 1 - today.getMonth());
  if (!isWhole || monthsLeft > furthestYears * 12) return 'expiryInvalid';
  return monthsLeft < 0 ? 'expiryPast' : null;
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
