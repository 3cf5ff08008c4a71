import { orderLimits } from '@kassa/contracts';
import { expect, test } from 'vitest';
import { BookComparison } from '../../src/domain/reconciliation/book-comparison.ts';
import { feesIn } from '../../src/domain/reconciliation/fees-in-books.ts';
import type { NamedLine } from '../../src/domain/reconciliation/statement-line.ts';
import type { ChannelStatement } from '../../src/ports/payment-channel.ts';
import { guarded } from '../builders/guarded-channels.ts';
import { money } from '../builders/orders.ts';
import { after } from '../builders/times.ts';
import { FakeChannel } from '../in-memory/fake-channel.ts';

type Read = Extract<ChannelStatement, { kind: 'statement' }>;

const ownId = `txn_${'4'.repeat(32)}_1`;
const span = { from: after(0), before: after(60) };

async function read(statement: Omit<Read, 'kind'>): Promise<Read> {
  const fake = new FakeChannel();
  fake.statement = async () => ({ kind: 'statement', ...statement });
  const answer = await guarded(fake).channel.statement(span);
  if (answer.kind !== 'statement') throw new Error(answer.detail);
  return answer;
}

const lineWith = (names: Pick<NamedLine, 'reference' | 'channelReference'>) =>
  ({ subject: 'payment', amount: money(1), state: 'succeeded', at: after(1), ...names }) as const;
const feeWith = (names: Pick<NamedLine, 'reference' | 'channelReference'>) =>
  ({ subject: 'payment', fee: money(1), net: money(99), at: after(1), ...names }) as const;

/** What the gateway stores of a statement: its differences and its fees. */
function storedOf({ lines, fees = [], unread = [] }: Read) {
  const comparison = new BookComparison(lines);
  for (const line of [...comparison.unmatched()]) comparison.compareUnmatched(line, undefined);
  for (const entry of unread) comparison.notRead(entry);
  return { ...comparison.result, agreed: [], fees: feesIn('ProcessorA', '2026-11-27', fees) };
}

test.each([
  ['a card number', '4111111111111111'],
  ['one in groups', '4111 1111 1111 1111'],
  ['one in full-width digits', '４１１１１１１１１１１１１１１１'],
  ['one in a long text', `No. 4111-1111-1111-1111 ${'x'.repeat(600)}`],
  ['a long text', 'x'.repeat(2_000)],
])(
  'text that somebody entered in a channel’s books is shortened and stored without card numbers, and no entry is lost (fault 88): %s',
  async (_what, entered) => {
    const names = [
      { reference: entered, channelReference: 'pi_1' },
      { reference: ownId, channelReference: entered },
      { reference: entered, channelReference: entered },
    ];
    const statement = await read({
      lines: [...names.map(lineWith), { reference: null, channelReference: entered }],
      fees: names.map(feeWith),
      unread: names.map((each) => ({ ...each, subject: 'refund', detail: `It says ${entered}` }) as const),
    });
    const stored = storedOf(statement);
    for (const text of [statement, stored].map((each) => JSON.stringify(each))) {
      expect(text.normalize('NFKC')).not.toMatch(/4111.?1111.?1111.?1111/);
    }
    const texts = [...statement.lines, ...(statement.fees ?? []), ...(statement.unread ?? [])];
    const namesRead = texts.flatMap((each) => [each.reference ?? '', each.channelReference]);
    expect(namesRead.filter((name) => Buffer.byteLength(name) > orderLimits.referenceBytes)).toEqual([]);
    for (const { detail } of statement.unread ?? []) expect(Buffer.byteLength(detail)).toBeLessThan(1_025);
    expect(stored.counts.missing_here).toBe(6);
    expect(stored.foreign).toBe(1);
    expect(statement.fees).toHaveLength(3);
  },
);

test('two movements whose references are both card numbers stay separate', async () => {
  const { lines, unread } = await read({
    lines: ['4111111111111111', '5555555555554444'].map((channelReference) =>
      lineWith({ reference: ownId, channelReference }),
    ),
  });
  expect(lines).toEqual([]);
  expect(unread).toHaveLength(2);
});

test('a statement without such entries is passed on as it is', async () => {
  const fits = 'r'.repeat(orderLimits.referenceBytes);
  const names = { reference: ownId, channelReference: fits };
  const statement = {
    kind: 'statement',
    lines: [lineWith(names), { reference: null, channelReference: '8535516988686789' }],
    fees: [feeWith(names)],
    unread: [{ ...names, subject: 'dispute', detail: 'It says so.' }],
  } as const;
  expect(await read(statement)).toEqual(statement);
  expect(await read({ lines: [] })).toEqual({ kind: 'statement', lines: [] });
});

test('an invalid currency stays different from every currency', async () => {
  const amount = money(1, 'USDUSDUSDUSDUSDUSD');
  const names = { reference: ownId, channelReference: 'pi_1' };
  const { lines, fees } = await read({
    lines: [{ ...lineWith(names), amount }],
    fees: [{ ...feeWith(names), fee: amount, net: amount }],
  });
  const short = { amountMinor: 1, currency: 'USDUSDUSDUSDU…' };
  expect(lines).toMatchObject([{ amount: short }]);
  expect(fees).toMatchObject([{ fee: short, net: short }]);
});
