import { expect, test } from 'vitest';
import { entryKey } from '../../src/domain/reconciliation/entry-key.ts';
import { bookingIdOf, processingIdOf } from '../../src/domain/settlement/channel-fee.ts';
import { money } from '../builders/orders.ts';
import { minuteOf, reconciliationBench } from '../in-memory/reconciliation-bench.ts';

test('a day’s comparison keeps the fees that the channel took from the account, apart from the fees of payments', async () => {
  const { channel, reconcile } = reconciliationBench();
  expect(await reconcile()).not.toHaveProperty('accountFees');
  channel.accountFees = [{ currency: 'EUR', count: 2, sumMinor: 3_000n }];
  expect((await reconcile()).accountFees).toEqual([{ currency: 'EUR', count: 2, sumMinor: 3_000n }]);
});

test('a day’s comparison records a fee that the channel booked on a day on which no money moved', async () => {
  const { channel, fees, reconcile } = reconciliationBench();
  const fee = { fee: money(1_500), net: money(-1_500), at: minuteOf(600) };
  channel.fees = [
    { subject: 'dispute', reference: 'txn_1', channelReference: 'dp_1', ...fee, isForProcessing: true },
  ];
  await reconcile();
  const bookingId = bookingIdOf(channel.channelId, entryKey('dispute', 'txn_1', 'dp_1'), 'out');
  const recorded = await fees.find([processingIdOf(bookingId)]);
  expect([...recorded.values()]).toEqual([[fee]]);
  // Books without any entry may belong to a day that the channel no longer keeps, so the fee stays.
  channel.fees = [];
  await reconcile();
  expect(await fees.find([processingIdOf(bookingId)])).toEqual(recorded);
});
