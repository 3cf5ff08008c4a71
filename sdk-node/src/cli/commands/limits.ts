import { InvalidArgumentError } from 'commander';

/** How many a list shows: a whole number from 1 on. */
export function readLimit(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1 on.');
}
