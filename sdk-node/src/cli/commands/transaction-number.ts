import { randomBytes } from 'node:crypto';

/** A number of one's own for a payment or refund, where none was said: `cli-20261122-004512-9f3a1c`. */
export function makeTransactionNumber(now: Date): string {
  const [date = '', time = ''] = now.toISOString().split('T');
  const clock = time.slice(0, 8).replaceAll(':', '');
  return `cli-${date.replaceAll('-', '')}-${clock}-${randomBytes(3).toString('hex')}`;
}
