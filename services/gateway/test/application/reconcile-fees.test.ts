import { describe, expect, test } from 'vitest';
import { CLAIM_MS } from '../../src/application/reconciliation/reconcile-day.ts';
import { attemptIdOf, deriveOrderId } from '../../src/domain/order/order-identifiers.ts';
import { entryKey } from '../../src/domain/reconciliation/entry-key.ts';
import type { StatementFee } from '../../src/domain/reconciliation/statement-line.ts';
import { bookingIdOf, processingIdOf } from '../../src/domain/settlement/channel-fee.ts';
import { attemptOf, failed, money, paid, submitted } from '../builders/orders.ts';
import { lineOf } from '../in-memory/book-channel.ts';
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

describe('a fee for a payment that can still succeed', () => {
  /** Looks at the day each time the clock says that it is due, as the daily duty does. */
  async function awaiting() {
    const order = submitted();
    const bench = reconciliationBench([order]);
    const { channel, log, duty, background } = bench;
    await bench.reconcile('2026-11-19');
    const reference = attemptOf(order);
    channel.fees = [feeFor('payment', reference, 30), feeFor('payment', reference, 4)];
    const look = async () => {
      await duty().execute();
      await background.finish();
      const outcome = (await log.find({ channelId: channel.channelId, date: DATE }))?.outcome;
      if (outcome?.kind !== 'compared') throw new Error(JSON.stringify(outcome));
      return outcome.reconciliation;
    };
    return { ...bench, order, look };
  }

  test('keeps the day pending, and counts among the fees of the account once the payment has failed', async () => {
    const { clock, stored, order, look } = await awaiting();
    const first = await look();
    expect(first).not.toHaveProperty('accountFees');
    expect(first).toMatchObject({
      differences: [],
      pendingCount: 1,
      pending: [
        {
          ...{ subject: 'payment', reference: attemptOf(order), orderId: order.orderId },
          ...{ here: { amount: order.amount, state: 'pending', at: null }, there: null },
          detail: expect.stringContaining('took a fee'),
        },
      ],
    });
    await stored.save({ ...failed(order), version: order.version + 1 }, order.version);
    clock.pass(86_400);
    expect(await look()).toMatchObject({
      pendingCount: 0,
      accountFees: [{ currency: 'USD', count: 2, sumMinor: 34n }],
    });
  });

  test('counts among the fees of the account after a week at the latest', async () => {
    const { clock, look } = await awaiting();
    for (let day = 1; day <= 7; day += 1) {
      expect(await look()).toMatchObject({ pendingCount: 1 });
      clock.pass(86_400);
    }
    expect(await look()).toMatchObject({
      ...{ differences: [], pendingCount: 0 },
      accountFees: [{ currency: 'USD', count: 2, sumMinor: 34n }],
    });
  });

  test('is pending once if the channel’s books also show the payment as pending', async () => {
    const { channel, order, look } = await awaiting();
    channel.lines = [{ ...lineOf('payment', attemptOf(order), minuteOf(600)), state: 'pending' }];
    expect(await look()).toMatchObject({ pendingCount: 1, pending: [{ there: { state: 'pending' } }] });
  });
});
