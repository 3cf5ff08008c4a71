import { expect, test } from 'vitest';
import { ownEntries } from '../../src/domain/reconciliation/own-entry.ts';
import { SoughtEntries } from '../../src/domain/reconciliation/sought-entries.ts';
import { money } from '../builders/orders.ts';
import { paidOn } from '../builders/settled-orders.ts';
import { lineOf } from '../in-memory/book-channel.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour));

function paid(number: string) {
  const order = paidOn(at(12).toISOString(), { merchantId: 'mer_1', number });
  const [own] = ownEntries(order, 'Sandbox');
  if (own === undefined) throw new Error('no entry');
  return own;
}

test('sought entries have their latest line, in whatever order the books are read, and no line of other entries', () => {
  const [sought, other] = [paid('T1'), paid('T2')];
  const pending = lineOf('payment', sought.reference, at(10), money(10_000), 'pending');
  const made = lineOf('payment', sought.reference, at(11));
  const books = [
    [pending, made],
    [made, pending],
  ];
  for (const lines of books) {
    const entries = new SoughtEntries([{ own: sought, line: null }]);
    entries.take([
      ...lines,
      lineOf('payment', other.reference, at(11)),
      { reference: null, channelReference: 'x' },
    ]);
    expect(entries.lineOf(sought)).toEqual(made);
    expect(entries.lineOf(other)).toBeUndefined();
  }
});

test('a sought entry has the payment that the gateway knows, not another under the same ID', () => {
  const own = paid('T1');
  const known = { ...own, attempt: { ...own.attempt, paymentReference: 'PSP1' } };
  const again = { ...lineOf('payment', own.reference, at(11)), channelReference: 'PSP2' };
  const entries = new SoughtEntries([{ own: known, line: null }]);
  entries.take([again]);
  expect(entries.lineOf(known)).toBeUndefined();
  entries.take([{ ...again, channelReference: 'PSP1', at: at(9) }]);
  expect(entries.lineOf(known)).toMatchObject({ channelReference: 'PSP1' });
});
