import { InvalidArgumentError } from 'commander';

/** Reads the `--limit` option: how many items a list shows, a whole number of at least 1. */
export function readLimit(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('The limit must be a whole number of at least 1.');
}
