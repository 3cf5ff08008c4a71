import { describe, expect, test } from 'vitest';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import type { MoneyLine } from '../../src/domain/reconciliation/statement-line.ts';
import { applyRefundResult } from '../../src/domain/refund/progress-refund.ts';
import type { TimeSpan } from '../../src/domain/time-span.ts';
import { afterChange, attemptOf, money } from '../builders/orders.ts';
import { disputeOn, madeOn, paidOn, refundAcceptedOn } from '../builders/settled-orders.ts';
import { disputeLineOf, lineOf } from '../in-memory/book-channel.ts';
import { reconciliationBench } from '../in-memory/reconciliation-bench.ts';

const DATE = '2026-12-10';
const day = (date: number, hour = 12) => new Date(Date.UTC(2026, 11, date, hour));
const onDay = (date: number, hour?: number) => day(date, hour).toISOString();
/** A week after the day. */
const lastLook = day(18, 5);

function paid(date: number, number = 'T1'): PaymentOrder {
  return paidOn(onDay(date), { merchantId: 'mer_1', number });
}

/** Makes a refund that the gateway accepted on one day. On another day, it learned that the channel had made the refund. */
function refunded(accepted: number, learned: number, number = 'T1') {
  const before = paidOn('2026-11-22T12:00:00.000Z', { merchantId: 'mer_1', number });
  const { order, refundId } = refundAcceptedOn(onDay(accepted), before, `R-${number}`, 700);
  return { order: madeOn(onDay(learned), order, refundId), refundId };
}

/**
 * Sets up a channel that answers only that it has a refund or payment. Its books show each step of an entry on the day of the
 * step.
 */
function muteBench(orders: readonly PaymentOrder[], now = lastLook) {
  const bench = reconciliationBench(orders, now);
  const { channel } = bench;
  channel.ask = async () => ({ kind: 'pending' });
  channel.askRefund = async ({ channelReference }) =>
    channelReference === null ? { kind: 'cannot_tell' } : { kind: 'pending', channelReference };
  channel.askDispute = async () => ({ kind: 'not_askable' });
  const asked: TimeSpan[] = [];
  const statement = channel.statement.bind(channel);
  const closed = { from: new Date(8.64e15), detail: 'not closed yet' };
  channel.statement = async (span) => {
    asked.push(span);
    return span.before > closed.from ? { kind: 'unavailable', detail: closed.detail } : statement(span);
  };
  return {
    ...bench,
    /** Returns the spans of time whose books were requested, as days of the month. */
    spans: () => asked.map(({ from, before }) => `${from.getUTCDate()}-${before.getUTCDate()}`),
    /** Makes the books from the given moment on unavailable. */
    closeFrom: (from: Date) => Object.assign(closed, { from }),
  };
}

const refundLine = (refundId: string, date: number, state: MoneyLine['state']) =>
  lineOf('refund', refundId, day(date), money(700), state);

describe('an entry that the channel’s books of the day have as pending', () => {
  test('agrees as soon as the books of a later day have it, which ends the comparisons of the day', async () => {
    const { order, refundId } = refunded(10, 10);
    const { channel, reconcile } = muteBench([order], day(13, 5));
    channel.lines = [refundLine(refundId, 10, 'pending')];
    expect(await reconcile(DATE)).toMatchObject({ differences: [], pendingCount: 1 });
    channel.lines.push(refundLine(refundId, 12, 'succeeded'));
    expect(await reconcile(DATE)).toMatchObject({
      differences: [],
      pendingCount: 0,
      agreed: [{ subject: 'refund', count: 1, sumMinor: 700n }],
      agreedAcrossDays: 1,
    });
  });

  test.each([11, 14, 17])('agrees in the last comparison if day %i has it', async (later) => {
    const order = paid(10);
    const { channel, reconcile, alerts } = muteBench([order]);
    channel.lines = [
      lineOf('payment', attemptOf(order), day(10), money(10_000), 'pending'),
      lineOf('payment', attemptOf(order), day(later)),
    ];
    expect(await reconcile(DATE)).toMatchObject({ differences: [], pendingCount: 0, agreedAcrossDays: 1 });
    expect(alerts.raised).toEqual([]);
  });

  test('differs in state if it failed on a later day', async () => {
    const { order, refundId } = refunded(10, 10);
    const { channel, reconcile } = muteBench([order]);
    channel.lines = [refundLine(refundId, 10, 'pending'), refundLine(refundId, 12, 'failed')];
    expect((await reconcile(DATE)).differences).toMatchObject([
      { kind: 'state', reference: refundId, there: { state: 'failed', at: day(12) } },
    ]);
  });

  test.each([
    ['failed', []],
    ['succeeded', ['state']],
    ['pending', ['state']],
  ] as const)(
    'is compared with later books if it is a refund that failed here: %s there, %j',
    async (later, found) => {
      const before = paidOn('2026-11-22T12:00:00.000Z', { merchantId: 'mer_1', number: 'T1' });
      const { order: accepted, refundId } = refundAcceptedOn(onDay(10), before, 'R1', 700);
      const result = { kind: 'failed', failure: { code: 'no', message: 'No.' } } as const;
      const order = afterChange(applyRefundResult(accepted, refundId, result, day(11)));
      const { channel, reconcile } = muteBench([order]);
      channel.lines = [refundLine(refundId, 10, 'pending'), refundLine(refundId, 12, later)];
      const { differences, pendingCount } = await reconcile(DATE);
      expect(differences.map(({ kind }) => kind)).toEqual(found);
      expect(pendingCount).toBe(0);
    },
  );

  test('is missing there if no books up to the last comparison have more', async () => {
    const { order, refundId } = refunded(10, 10);
    const { channel, reconcile } = muteBench([order]);
    channel.lines = [refundLine(refundId, 10, 'pending')];
    expect((await reconcile(DATE)).differences).toMatchObject([
      {
        kind: 'missing_there',
        reference: refundId,
        detail: 'a week after the day the channel still has it as pending',
      },
    ]);
  });

  test('agrees too if the gateway learned of it on a later day', async () => {
    const { order, refundId } = refunded(10, 12);
    const { channel, reconcile } = muteBench([order]);
    channel.lines = [refundLine(refundId, 10, 'pending'), refundLine(refundId, 12, 'succeeded')];
    expect(await reconcile(DATE)).toMatchObject({ differences: [], pendingCount: 0, agreedAcrossDays: 1 });
  });

  test('is looked for in the later books that the channel has, and the detail names the others', async () => {
    const [{ order, refundId }, gone] = [refunded(10, 10), refunded(10, 10, 'T2')];
    const { channel, reconcile, closeFrom } = muteBench([order, gone.order]);
    closeFrom(day(17, 0));
    channel.lines = [
      refundLine(refundId, 10, 'pending'),
      refundLine(gone.refundId, 10, 'pending'),
      refundLine(refundId, 16, 'succeeded'),
    ];
    expect(await reconcile(DATE)).toMatchObject({
      agreedAcrossDays: 1,
      differences: [
        {
          kind: 'missing_there',
          reference: gone.refundId,
          detail:
            'a week after the day the channel still has it as pending; its books of 2026-12-17 to 2026-12-18 were not all read: not closed yet',
        },
      ],
    });
  });

  test('shares its statements with all others, and needs none once all have ended', async () => {
    const refunds = ['T1', 'T2', 'T3'].map((number) => refunded(10, 10, number));
    const { channel, reconcile, spans } = muteBench(refunds.map(({ order }) => order));
    channel.lines = refunds.flatMap(({ refundId }, index) => [
      refundLine(refundId, 10, 'pending'),
      refundLine(refundId, 12 + index, 'succeeded'),
    ]);
    expect(await reconcile(DATE)).toMatchObject({ agreedAcrossDays: 3 });
    expect(spans()).toEqual(['10-11', '11-14', '14-17']);
  });
});

test('a dispute that was won here on the day of its opening there agrees if later books say so', async () => {
  const before = paidOn('2026-11-22T12:00:00.000Z', { merchantId: 'mer_1', number: 'T1' });
  const opened = disputeOn(onDay(10, 9), before, 'opened', 'dis_1');
  const order = disputeOn(onDay(10), opened, 'won', 'dis_1');
  const { channel, reconcile } = muteBench([order], day(13, 5));
  channel.lines = [disputeLineOf(attemptOf(order), 'dis_1', day(10), 'opened')];
  expect((await reconcile(DATE)).differences).toMatchObject([{ kind: 'state', subject: 'dispute' }]);
  channel.lines.push(disputeLineOf(attemptOf(order), 'dis_1', day(12), 'won'));
  expect(await reconcile(DATE)).toMatchObject({ differences: [], pendingCount: 0 });
});

describe('an entry that the gateway learned of days after the channel had booked it', () => {
  test('agrees, and the statements are shared with all others', async () => {
    const [late, later, today] = [refunded(2, 10), refunded(5, 10, 'T2'), refunded(10, 10, 'T3')];
    const orders = [late, later, today].map(({ order }) => order);
    const { channel, reconcile, spans } = muteBench(orders, day(13, 5));
    channel.lines = [
      refundLine(late.refundId, 3, 'succeeded'),
      refundLine(later.refundId, 6, 'succeeded'),
      refundLine(today.refundId, 11, 'succeeded'),
    ];
    expect(await reconcile(DATE)).toMatchObject({ differences: [], pendingCount: 0, agreedAcrossDays: 3 });
    expect(spans()).toEqual(['10-11', '9-12', '6-9', '3-6']);
  });

  test('agrees for a payment, from the day of its opening', async () => {
    const order = paid(10);
    const { channel, reconcile } = muteBench([order]);
    channel.lines = [lineOf('payment', attemptOf(order), new Date('2026-11-21T11:00:00Z'))];
    expect(await reconcile(DATE)).toMatchObject({ differences: [], agreedAcrossDays: 1 });
  });

  test.each([
    ['agrees', 9, []],
    ['is missing there if its books do not have it', 22, ['missing_there']],
  ])('%s for a payment whose opening the channel never confirmed', async (_case, booked, found) => {
    const order = paid(10);
    const unconfirmed = { ...order, attempts: order.attempts.map((each) => ({ ...each, opening: null })) };
    const { channel, reconcile } = muteBench([unconfirmed]);
    channel.lines = [lineOf('payment', attemptOf(order), day(booked))];
    const { differences } = await reconcile(DATE);
    expect(differences.map(({ kind }) => kind)).toEqual(found);
  });

  test('agrees for a dispute that the channel booked between its opening and its end', async () => {
    const opened = disputeOn(
      onDay(2),
      paidOn('2026-11-22T12:00:00.000Z', { merchantId: 'mer_1', number: 'T1' }),
      'opened',
      'dis_1',
    );
    const order = disputeOn(onDay(10), opened, 'won', 'dis_1');
    const { channel, reconcile } = muteBench([order]);
    channel.lines = [
      disputeLineOf(attemptOf(order), 'dis_1', day(2), 'opened'),
      disputeLineOf(attemptOf(order), 'dis_1', day(6), 'won'),
    ];
    expect(await reconcile(DATE)).toMatchObject({ differences: [], pendingCount: 0 });
  });

  test('agrees for a lost dispute, from the day of its payment’s opening', async () => {
    const before = paidOn('2026-11-22T12:00:00.000Z', { merchantId: 'mer_1', number: 'T1' });
    const order = disputeOn(onDay(10, 13), disputeOn(onDay(10), before, 'opened', 'dis_1'), 'lost', 'dis_1');
    const { channel, reconcile } = muteBench([order]);
    channel.lines = [disputeLineOf(attemptOf(order), 'dis_1', day(3), 'lost')];
    expect(await reconcile(DATE)).toMatchObject({ differences: [], pendingCount: 0, agreedAcrossDays: 1 });
  });

  test('agrees for a lost dispute that was booked days after, though its payment is months old', async () => {
    const paid = paidOn('2026-11-22T12:00:00.000Z', { merchantId: 'mer_1', number: 'T1' });
    const openedAt = new Date('2026-09-01T12:00:00.000Z');
    const before = { ...paid, attempts: paid.attempts.map((attempt) => ({ ...attempt, openedAt })) };
    const order = disputeOn(onDay(10, 13), disputeOn(onDay(10), before, 'opened', 'dis_1'), 'lost', 'dis_1');
    const { channel, reconcile } = muteBench([order], day(120));
    channel.lines = [disputeLineOf(attemptOf(order), 'dis_1', day(15), 'lost')];
    expect(await reconcile(DATE)).toMatchObject({ differences: [], pendingCount: 0, agreedAcrossDays: 1 });
  });

  test('names the books that were not read if a lost dispute was booked long after', async () => {
    const before = paidOn('2026-11-22T12:00:00.000Z', { merchantId: 'mer_1', number: 'T1' });
    const order = disputeOn(onDay(100), disputeOn(onDay(10), before, 'opened', 'dis_1'), 'lost', 'dis_1');
    const { channel, reconcile } = muteBench([order], day(120));
    channel.lines = [disputeLineOf(attemptOf(order), 'dis_1', day(100), 'lost')];
    expect((await reconcile(DATE)).differences).toMatchObject([
      {
        kind: 'missing_there',
        subject: 'dispute',
        detail: expect.stringMatching(/books of \S+ to 2027-03-30 were not all read: a search ends after 20/),
      },
    ]);
  });

  test('names the books that were not read if it moved again long after', async () => {
    const { order, refundId } = refunded(10, 10);
    const { channel, reconcile } = muteBench([order], day(120));
    channel.lines = [refundLine(refundId, 100, 'succeeded')];
    expect((await reconcile(DATE)).differences).toMatchObject([
      {
        kind: 'missing_there',
        reference: refundId,
        detail: expect.stringMatching(/to 2027-03-30 were not all read: a search ends after 20/),
      },
    ]);
  });

  test('differs in state if its money came back since, and the channel shows only that', async () => {
    const { order, refundId } = refunded(10, 10);
    const { channel, reconcile } = muteBench([order], day(15, 5));
    channel.lines = [refundLine(refundId, 14, 'failed')];
    expect((await reconcile(DATE)).differences).toMatchObject([{ kind: 'state', reference: refundId }]);
  });

  test('is missing there at once, even if the latest books are not available yet', async () => {
    const { order } = refunded(10, 10);
    const { reconcile, closeFrom } = muteBench([order], day(13, 5));
    closeFrom(day(12, 0));
    expect((await reconcile(DATE)).differences).toMatchObject([{ kind: 'missing_there' }]);
  });

  test('agrees if it was pending there before, and ended after', async () => {
    const { order, refundId } = refunded(2, 10);
    const { channel, reconcile } = muteBench([order]);
    channel.lines = [refundLine(refundId, 4, 'pending'), refundLine(refundId, 13, 'succeeded')];
    expect(await reconcile(DATE)).toMatchObject({ differences: [], pendingCount: 0, agreedAcrossDays: 1 });
  });

  test('does not keep the search from the later books of the others', async () => {
    const before = paidOn('2026-11-22T12:00:00.000Z', { merchantId: 'mer_1', number: 'T1' });
    const { order: accepted, refundId: gone } = refundAcceptedOn(
      '2026-01-01T12:00:00.000Z',
      before,
      'R1',
      700,
    );
    const { order, refundId } = refunded(10, 10, 'T2');
    const { channel, reconcile } = muteBench([madeOn(onDay(10), accepted, gone), order]);
    channel.lines = [refundLine(refundId, 10, 'pending'), refundLine(refundId, 17, 'succeeded')];
    expect(await reconcile(DATE)).toMatchObject({
      differences: [{ kind: 'missing_there', reference: gone }],
      agreedAcrossDays: 1,
    });
  });

  test('agrees if the channel does not answer at all', async () => {
    const { order, refundId } = refunded(2, 10);
    const { channel, reconcile } = muteBench([order]);
    channel.askRefund = async () => ({ kind: 'unavailable', detail: 'it is too old' });
    channel.lines = [refundLine(refundId, 3, 'succeeded')];
    expect(await reconcile(DATE)).toMatchObject({ differences: [], agreedAcrossDays: 1 });
  });

  test('is missing there if none of those books have it, and the detail names the days', async () => {
    const { order, refundId } = refunded(2, 10);
    const { channel, reconcile } = muteBench([order]);
    channel.lines = [refundLine(refundId, 25, 'succeeded')];
    expect((await reconcile(DATE)).differences).toMatchObject([
      {
        kind: 'missing_there',
        reference: refundId,
        detail:
          'asked, the channel said: it cannot be asked about refunds, and its books of 2026-12-01 to 2026-12-11 do not have it',
      },
    ]);
  });

  test('waits while the books around the day are not available, and is missing after the last look with that detail', async () => {
    const { order } = refunded(2, 10);
    const { reconcile, closeFrom, clock, spans } = muteBench([order], day(12, 5));
    closeFrom(day(11, 0));
    const first = await reconcile(DATE);
    expect(first).toMatchObject({ differences: [], pendingCount: 1 });
    expect(first.pending[0]?.detail).toContain('not closed yet');
    expect(spans()).toEqual(['10-11', '9-12']);
    clock.pass(6 * 24 * 3_600);
    expect((await reconcile(DATE)).differences).toMatchObject([
      {
        kind: 'missing_there',
        detail: expect.stringContaining('2026-12-09 to 2026-12-11 were not all read: not closed yet'),
      },
    ]);
  });

  test('is searched for only within limits, and the detail names the days that were not searched', async () => {
    const before = paidOn('2026-11-22T12:00:00.000Z', { merchantId: 'mer_1', number: 'T1' });
    const { order: accepted, refundId } = refundAcceptedOn('2026-09-01T12:00:00.000Z', before, 'R1', 700);
    const order = madeOn(onDay(10), accepted, refundId);
    const { reconcile, spans } = muteBench([order]);
    const { differences } = await reconcile(DATE);
    expect(differences).toMatchObject([
      {
        kind: 'missing_there',
        detail: expect.stringContaining(
          'its books of 2026-09-04 to 2026-10-18 were not all read: a search ends after 20 statements or 10 minutes',
        ),
      },
    ]);
    // The books of the day itself and of twenty periods were requested. After the days around the compared day, the search
    // reads the first days of the refund.
    expect(spans()).toHaveLength(21);
    expect(spans().slice(0, 4)).toEqual(['10-11', '9-12', '1-4', '29-1']);
  });

  test('is searched for at most ten minutes', async () => {
    const { order } = refunded(2, 10);
    const { reconcile, channel, clock, spans } = muteBench([order]);
    const statement = channel.statement;
    channel.statement = async (span) => {
      clock.pass(301);
      return statement(span);
    };
    expect((await reconcile(DATE)).differences).toMatchObject([
      { kind: 'missing_there', detail: expect.stringContaining('a search ends after') },
    ]);
    expect(spans()).toHaveLength(3);
  });
});
