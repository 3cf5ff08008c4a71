import { randomBytes } from 'node:crypto';

/** Generates an ID for a payment or refund if the user gave none: `cli-20261122-004512-9f3a1c`. */
export function makeTransactionId(now: Date): string {
  const [date = '', time = ''] = now.toISOString().split('T');
  const clock = time.slice(0, 8).replaceAll(':', '');
  return `cli-${date.replaceAll('-', '')}-${clock}-${randomBytes(3).toString('hex')}`;
}
