import { expect, test } from 'vitest';
import { CLAIM_MS } from '../../src/application/reconciliation/reconcile-day.ts';
import { attemptIdOf, deriveOrderId } from '../../src/domain/order/order-identifiers.ts';
import { entryKey } from '../../src/domain/reconciliation/entry-key.ts';
import type { StatementFee } from '../../src/domain/reconciliation/statement-line.ts';
import { bookingIdOf, processingIdOf } from '../../src/domain/settlement/channel-fee.ts';
import { attemptOf, failed, money, paid, submitted } from '../builders/orders.ts';
import { DATE, minuteOf, reconciliationBench } from '../in-memory/reconciliation-bench.ts';

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

test('a comparison that stands still for longer than its claim does not replace the newer fees of another one', async () => {
  const { channel, clock, fees, reconcile, reconcileDay, background } = reconciliationBench();
  const bookingId = processingIdOf(bookingIdOf(channel.channelId, entryKey('refund', 'R1', 'ch_R1'), 'out'));
  const read = channel.statement.bind(channel);
  const isRead = Promise.withResolvers<void>();
  const isStandingStill = Promise.withResolvers<void>();
  channel.fees = [feeFor('refund', 'R1', 30)];
  channel.statement = async (span) => {
    const statement = await read(span);
    isRead.resolve();
    await isStandingStill.promise;
    return statement;
  };
  const begun = await reconcileDay.execute(channel.channelId, DATE, 0);
  expect(begun).toMatchObject({ kind: 'begun', record: { outcome: null } });
  await isRead.promise;

  channel.statement = read;
  channel.fees = [feeFor('refund', 'R1', 40)];
  clock.pass(CLAIM_MS / 1_000 + 1);
  await reconcile();
  isStandingStill.resolve();
  await background.finish();
  expect((await fees.find([bookingId])).get(bookingId)?.map(({ fee }) => fee)).toEqual([money(40)]);
});

test('a fee stays recorded if books that may lack entries do not have it any more', async () => {
  const { channel, fees, reconcile } = reconciliationBench();
  const bookingIds = ['R1', 'R2'].map((reference) =>
    processingIdOf(bookingIdOf(channel.channelId, entryKey('refund', reference, ''), 'out')),
  );
  channel.fees = [feeFor('refund', 'R1', 30), feeFor('refund', 'R2', 30)];
  await reconcile();
  channel.fees = [feeFor('refund', 'R1', 30)];
  channel.mayLackEntries = true;
  await reconcile();
  expect([...(await fees.find(bookingIds)).keys()].toSorted()).toEqual(bookingIds);
  channel.mayLackEntries = false;
  await reconcile();
  expect([...(await fees.find(bookingIds)).keys()]).toEqual(bookingIds.slice(0, 1));
});

const feeFor = (subject: StatementFee['subject'], reference: string, amountMinor: number): StatementFee => ({
  subject,
  reference,
  channelReference: `ch_${reference}`,
  at: minuteOf(600),
  fee: money(amountMinor),
  net: money(-amountMinor),
  isForProcessing: true,
});

test('a fee that names a declined payment, or a payment of another deployment, counts among the fees of the account', async () => {
  const declinedOrder = failed();
  const { channel, reconcile } = reconciliationBench([declinedOrder]);
  const ofOther = attemptIdOf(deriveOrderId('mer_elsewhere', 'T1'), 1);
  channel.fees = [feeFor('payment', attemptOf(declinedOrder), 30), feeFor('payment', ofOther, 7)];
  expect((await reconcile()).accountFees).toEqual([{ currency: 'USD', count: 2, sumMinor: 37n }]);
  channel.accountFees = [{ currency: 'USD', count: 1, sumMinor: 1_500n }];
  expect((await reconcile()).accountFees).toEqual([{ currency: 'USD', count: 3, sumMinor: 1_537n }]);
});

test('a fee that belongs to a line of a settlement report is not counted a second time, whenever the money moved', async () => {
  const order = paid();
  const { channel, reconcile } = reconciliationBench([order]);
  const reference = attemptOf(order);
  const channelReference = `pay_${reference}`;
  channel.fees = [{ ...feeFor('payment', reference, 30), channelReference }];
  expect(await reconcile()).not.toHaveProperty('accountFees');
});

test('a fee for a payment that can still succeed counts among the fees of the account only after a week', async () => {
  const order = submitted();
  const { channel, clock, reconcile } = reconciliationBench([order]);
  channel.fees = [feeFor('payment', attemptOf(order), 30)];
  expect(await reconcile()).not.toHaveProperty('accountFees');
  clock.set(new Date('2026-11-29T05:00:00Z'));
  expect((await reconcile()).accountFees).toEqual([{ currency: 'USD', count: 1, sumMinor: 30n }]);
});
