import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BackgroundWork } from '../../src/application/background-work.ts';
import { CompareChannelBooks } from '../../src/application/reconciliation/compare-channel-books.ts';
import { ReconcileDay } from '../../src/application/reconciliation/reconcile-day.ts';
import { ReconcileEndedDays } from '../../src/application/reconciliation/reconcile-ended-days.ts';
import { attemptIdOf, deriveOrderId, refundIdOf } from '../../src/domain/order/order-identifiers.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { BookComparison } from '../../src/domain/reconciliation/book-comparison.ts';
import type { Difference, Reconciliation } from '../../src/domain/reconciliation/reconciliation.ts';
import type { StatementLine } from '../../src/domain/reconciliation/statement-line.ts';
import { isWithin, type TimeSpan } from '../../src/domain/time-span.ts';
import type {
  ChannelStatement,
  PaymentInquiry,
  PaymentReference,
  RefundInquiry,
  RefundReference,
} from '../../src/ports/payment-channel.ts';
import { failed, latest, money, newOrder, opened, submitted } from '../builders/orders.ts';
import { paidOn, refundedOn } from '../builders/settled-orders.ts';
import { FakeChannel } from '../in-memory/fake-channel.ts';
import { FixedChannels } from '../in-memory/fixed-channels.ts';
import { InMemoryOrders } from '../in-memory/in-memory-orders.ts';
import { InMemoryReconciliationLog } from '../in-memory/in-memory-reconciliation-log.ts';
import { RecordedAlerts } from '../in-memory/recorded-alerts.ts';
import { SettableClock } from '../in-memory/settable-clock.ts';

const DATE = '2026-11-20';
const NEXT_DATE = '2026-11-21';
const merchantId = 'mer_1';
const channelId = 'Sandbox';

/** A channel with books that a test writes; asked about an entry, it says what stands in them. */
class BookChannel extends FakeChannel {
  lines: StatementLine[] = [];
  areBooksOpen = true;
  statements = 0;

  override async statement(span: TimeSpan): Promise<ChannelStatement> {
    this.statements += 1;
    if (!this.areBooksOpen) return { kind: 'unavailable', detail: 'not closed yet' };
    return { kind: 'statement', lines: this.lines.filter(({ at }) => isWithin(at, span)) };
  }

  override async ask({ attemptId }: PaymentReference): Promise<PaymentInquiry> {
    const line = this.lines.find(
      ({ subject, reference }) => subject === 'payment' && reference === attemptId,
    );
    if (line === undefined) return { kind: 'unavailable', detail: 'status 404' };
    switch (line.state) {
      case 'succeeded':
        return { kind: 'ended', result: { kind: 'succeeded', paid: line.amount, card: null } };
      case 'pending':
        return { kind: 'pending' };
      case 'failed':
      case 'cancelled':
        return { kind: 'ended', result: { kind: 'cancelled' } };
    }
  }

  override async askRefund({ refundId }: RefundReference): Promise<RefundInquiry> {
    const line = this.lines.find(({ subject, reference }) => subject === 'refund' && reference === refundId);
    if (line === undefined) return { kind: 'not_received' };
    const { channelReference } = line;
    if (line.state === 'pending') return { kind: 'pending', channelReference };
    return line.state === 'succeeded'
      ? { kind: 'ended', channelReference, result: { kind: 'succeeded', returned: line.amount } }
      : {
          kind: 'ended',
          channelReference,
          result: { kind: 'failed', failure: { code: 'no', message: 'No.' } },
        };
  }
}

function lineOf(
  subject: StatementLine['subject'],
  reference: string,
  at: Date,
  amount = money(10_000),
  state: StatementLine['state'] = 'succeeded',
): StatementLine {
  return { subject, reference, channelReference: `ch_${reference}`, amount, state, at };
}

function withPaymentReference(order: PaymentOrder, paymentReference: string): PaymentOrder {
  return { ...order, attempts: order.attempts.map((attempt) => ({ ...attempt, paymentReference })) };
}

function world(orders: readonly PaymentOrder[] = [], now = new Date('2026-11-21T05:00:00Z')) {
  const channel = new BookChannel();
  const stored = new InMemoryOrders();
  const clock = new SettableClock(now);
  const alerts = new RecordedAlerts();
  const log = new InMemoryReconciliationLog();
  const background = new BackgroundWork({ alerts });
  const channels = new FixedChannels([channel]);
  const compare = new CompareChannelBooks({ orders: stored });
  const instance = () => new ReconcileDay({ channels, log, compare, background, alerts, clock });
  const reconcileDay = instance();
  const duty = () => new ReconcileEndedDays({ channels, log, reconcileDay: instance(), clock });
  const ready = Promise.all(orders.map((order) => stored.insert(order)));
  async function reconcile(date = DATE): Promise<Reconciliation> {
    await ready;
    const begun = await reconcileDay.execute(channelId, date, 10_000);
    if (begun.kind !== 'begun' || begun.record.outcome?.kind !== 'compared')
      throw new Error(JSON.stringify(begun));
    return begun.record.outcome.reconciliation;
  }
  return { channel, stored, clock, alerts, log, background, reconcileDay, duty, reconcile };
}

const kindsOf = (differences: readonly Difference[]) =>
  differences.map(({ kind, subject, reference }) => `${kind} ${subject} ${reference}`).sort();

function attemptOf(order: PaymentOrder): string {
  return latest(order).attemptId;
}

/** A moment of the days around that day, by the minute; whole days are 1440. */
const minuteOf = (minute: number) => new Date(Date.parse(`${DATE}T00:00:00Z`) + minute * 60_000);

/** What a tester tells the channel's books to say of an entry. */
const tampering = fc.constantFrom('none', 'none', 'none', 'hidden', 'amount', 'state');

const payment = fc.record({
  at: fc.integer({ min: -1_440, max: 2_879 }),
  /** Between the two clocks, in minutes. */
  skew: fc.integer({ min: -90, max: 90 }),
  tampering,
  refund: fc.option(fc.record({ later: fc.integer({ min: 0, max: 2_000 }), tampering }), { nil: null }),
});

describe('a day of a channel', () => {
  test('comes to exactly the differences that were told, and to the sums of all else', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(payment, { maxLength: 25 }),
        fc.array(fc.integer({ min: -1_440, max: 2_879 }), { maxLength: 4 }),
        fc.nat({ max: 4 }),
        async (payments, invented, foreign) => {
          const orders: PaymentOrder[] = [];
          const lines: StatementLine[] = [];
          const expected: string[] = [];
          const inDay = (minute: number) => minute >= 0 && minute < 1_440;
          const agreed = { payment: 0, refund: 0 };
          /** Tells the channel's books of an entry, and works out what is to be found. */
          const tell = (
            subject: StatementLine['subject'],
            reference: string,
            amountMinor: number,
            here: number,
            there: number,
            told: string,
          ) => {
            const line = lineOf(subject, reference, minuteOf(there), money(amountMinor));
            const changes: Readonly<Record<string, Partial<StatementLine>>> = {
              amount: { amount: money(amountMinor + 1) },
              state: { state: 'failed' },
            };
            if (told !== 'hidden') lines.push({ ...line, ...changes[told] });
            if (!inDay(here) && (told === 'hidden' || !inDay(there))) return;
            const found = { hidden: 'missing_there', amount: 'amount', state: 'state' }[told];
            if (found !== undefined) expected.push(`${found} ${subject} ${reference}`);
            else agreed[subject] += 1;
          };
          for (const [number, { at, skew, tampering: told, refund }] of payments.entries()) {
            let order = paidOn(minuteOf(at).toISOString(), { merchantId, number: `T${number}` });
            tell('payment', attemptOf(order), 10_000, at, at + skew, told);
            if (refund !== null) {
              const refundedAt = at + refund.later;
              order = refundedOn(minuteOf(refundedAt).toISOString(), order, `R${number}`, 700);
              const { refundId = '' } = order.refunds[0] ?? {};
              tell('refund', refundId, 700, refundedAt, refundedAt + skew, refund.tampering);
            }
            orders.push(order);
          }
          for (const [number, at] of invented.entries()) {
            const reference = attemptIdOf(deriveOrderId(merchantId, `nobody-${number}`), 1);
            lines.push(lineOf('payment', reference, minuteOf(at)));
            if (inDay(at)) expected.push(`missing_here payment ${reference}`);
          }
          for (let number = 0; number < foreign; number += 1) {
            lines.push({ ...lineOf('payment', `${number}`, minuteOf(5)), reference: null });
          }
          const { channel, reconcile } = world(orders);
          channel.lines = lines;
          const result = await reconcile();
          expect(kindsOf(result.differences)).toEqual(expected.sort());
          expect(result.foreign).toBe(foreign);
          const counted = (subject: string) =>
            result.agreed.find((sum) => sum.subject === subject)?.count ?? 0;
          expect([counted('payment'), counted('refund')]).toEqual([agreed.payment, agreed.refund]);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('tells both sides of each difference, and the money that nobody knows of first', async () => {
    const order = paidOn(`${DATE}T09:00:00.000Z`, { merchantId, number: 'T1' });
    const { channel, alerts, reconcile } = world([order]);
    const at = new Date(`${DATE}T09:00:01Z`);
    const unknown = refundIdOf(deriveOrderId(merchantId, 'nobody'), 1);
    channel.lines = [
      lineOf('payment', attemptOf(order), at, money(10_001)),
      lineOf('refund', unknown, at, money(50)),
    ];
    expect((await reconcile()).differences).toEqual([
      {
        kind: 'missing_here',
        subject: 'refund',
        reference: unknown,
        orderId: deriveOrderId(merchantId, 'nobody'),
        channelReference: `ch_${unknown}`,
        here: null,
        there: { amount: money(50), state: 'succeeded', at },
        detail: null,
      },
      {
        kind: 'amount',
        subject: 'payment',
        reference: attemptOf(order),
        orderId: order.orderId,
        channelReference: `ch_${attemptOf(order)}`,
        here: { amount: money(10_000), state: 'succeeded', at: new Date(`${DATE}T09:00:00Z`) },
        there: { amount: money(10_001), state: 'succeeded', at },
        detail: null,
      },
    ]);
    expect(alerts.raised).toEqual([
      {
        kind: 'reconciliation_difference',
        channelId,
        date: DATE,
        counts: { missing_here: 1, missing_there: 0, amount: 1, state: 0 },
        orderIds: [deriveOrderId(merchantId, 'nobody'), order.orderId],
      },
    ]);
  });

  test('finds money that came twice under one of our IDs', async () => {
    const order = paidOn(`${DATE}T09:00:00.000Z`, { merchantId, number: 'T1' });
    const { channel, reconcile } = world([order]);
    const line = lineOf('payment', attemptOf(order), new Date(`${DATE}T09:00:01Z`));
    channel.lines = [line, { ...line, channelReference: 'ch_again' }];
    const { differences, agreed } = await reconcile();
    expect(differences).toMatchObject([{ kind: 'missing_here', channelReference: 'ch_again' }]);
    expect(agreed).toMatchObject([{ count: 1 }]);
  });

  test('takes a declined try for no second payment, and not for the payment, in whatever order the books name them', async () => {
    const order = paidOn(`${DATE}T09:00:00.000Z`, { merchantId, number: 'T2' });
    const { channel, reconcile } = world([order]);
    const line = lineOf('payment', attemptOf(order), new Date(`${DATE}T09:00:01Z`));
    const declined = { ...line, channelReference: 'ch_declined', state: 'failed' as const };
    const leftAlone = { ...line, channelReference: 'ch_left', state: 'pending' as const };
    for (const lines of [
      [declined, leftAlone, line],
      [line, leftAlone, declined],
    ]) {
      channel.lines = lines;
      const { differences, agreed } = await reconcile();
      expect(differences).toEqual([]);
      expect(agreed).toMatchObject([{ count: 1 }]);
    }
  });

  test('tells the payment that the gateway knows from another under the same ID, on whatever day that is', async () => {
    const order = withPaymentReference(paidOn(`${DATE}T09:00:00.000Z`, { merchantId, number: 'T3' }), 'PSP1');
    const { channel, reconcile } = world([order]);
    const known = {
      ...lineOf('payment', attemptOf(order), new Date(`${DATE}T09:00:01Z`)),
      channelReference: 'PSP1',
    };
    const again = { ...known, channelReference: 'PSP2' };
    channel.lines = [again, known];
    const both = await reconcile();
    expect(both.differences).toMatchObject([
      { kind: 'missing_here', channelReference: 'PSP2', detail: 'it is there twice' },
    ]);
    expect(both.agreed).toMatchObject([{ count: 1 }]);

    channel.lines = [known, { ...again, at: new Date(`${NEXT_DATE}T02:00:00Z`) }];
    expect((await reconcile()).differences).toEqual([]);
    const dayAfter = await reconcile(NEXT_DATE);
    expect(dayAfter.differences).toMatchObject([{ kind: 'missing_here', channelReference: 'PSP2' }]);
    expect(dayAfter.agreed).toEqual([]);

    channel.lines = [known, { ...again, state: 'failed', at: new Date(`${NEXT_DATE}T02:00:00Z`) }];
    expect((await reconcile(NEXT_DATE)).differences).toEqual([]);
  });

  test('says what one side still waits for as pending, and takes no money on both sides for agreement', async () => {
    const waiting = submitted(opened(newOrder({ merchantId, merchantTransactionId: 'waiting' })));
    const declined = failed(submitted(opened(newOrder({ merchantId, merchantTransactionId: 'declined' }))));
    const paid = paidOn(`${DATE}T09:00:00.000Z`, { merchantId, number: 'paid' });
    const { channel, reconcile } = world([waiting, declined, paid]);
    const at = new Date(`${DATE}T12:00:00Z`);
    channel.lines = [
      lineOf('payment', attemptOf(waiting), at),
      lineOf('payment', attemptOf(declined), at, money(10_000), 'cancelled'),
      lineOf('payment', attemptOf(paid), at, money(10_000), 'pending'),
    ];
    const result = await reconcile();
    expect(result.differences).toEqual([]);
    expect(result.agreed).toEqual([]);
    expect(result.pending.map(({ reference }) => reference).sort()).toEqual(
      [attemptOf(waiting), attemptOf(paid)].sort(),
    );
  });

  test('looks for what the channel only calls on its way in its books of the days around, and calls it missing in none', async () => {
    const gone = paidOn(`${DATE}T09:00:00.000Z`, { merchantId, number: 'gone' });
    const early = paidOn(`${DATE}T00:00:01.000Z`, { merchantId, number: 'early' });
    const { channel, reconcile } = world([gone, early]);
    channel.ask = async () => ({ kind: 'pending' });
    channel.lines = [lineOf('payment', attemptOf(early), minuteOf(-5))];
    const result = await reconcile();
    expect(kindsOf(result.differences)).toEqual([`missing_there payment ${attemptOf(gone)}`]);
    expect(result.differences[0]?.detail).toContain('on its way');
    expect(result).toMatchObject({ pending: [], agreedAcrossDays: 1 });
  });

  test('leaves open what is on its way while the books of the days around are not to be had', async () => {
    const paid = paidOn(`${DATE}T09:00:00.000Z`, { merchantId, number: 'paid' });
    const { channel, reconcile } = world([paid]);
    channel.ask = async () => ({ kind: 'pending' });
    const daily = channel.statement.bind(channel);
    channel.statement = async (span) =>
      span.from < minuteOf(0) ? { kind: 'unavailable', detail: 'not closed yet' } : daily(span);
    expect(await reconcile()).toMatchObject({ differences: [], pendingCount: 1 });
  });

  test('has nothing of another channel, and adds up what no number holds', async () => {
    const large = money(9_000_000_000_000_000, 'IDR');
    const orders = ['a', 'b'].map((number) =>
      paidOn(`${DATE}T09:00:00.000Z`, { merchantId, number, amount: large }),
    );
    const elsewhere = paidOn(`${DATE}T09:00:00.000Z`, { merchantId, number: 'c' });
    const attempts = elsewhere.attempts.map((attempt) => ({ ...attempt, channelId: 'ProcessorA' }));
    const { channel, reconcile } = world([...orders, { ...elsewhere, attempts }]);
    channel.lines = orders.map((order) => lineOf('payment', attemptOf(order), minuteOf(1), large));
    const { differences, agreed } = await reconcile();
    expect(differences).toEqual([]);
    expect(agreed).toEqual([
      { subject: 'payment', currency: 'IDR', count: 2, sumMinor: 18_000_000_000_000_000n },
    ]);
  });

  test('keeps of a day of 200,000 payments what differs, and a bounded part of that', () => {
    const lines = Array.from({ length: 200_000 }, (_, number) =>
      lineOf('payment', attemptIdOf(deriveOrderId(merchantId, `T${number}`), 1), minuteOf(1)),
    );
    const comparison = new BookComparison(lines);
    for (const line of comparison.unmatched()) comparison.compareUnmatched(line, undefined);
    const { counts, differences } = comparison.result;
    expect(counts.missing_here).toBe(200_000);
    expect(differences).toHaveLength(500);
  });

  test('is refused before it begins, and of a channel that there is not', async () => {
    const { reconcileDay } = world();
    expect(await reconcileDay.execute(channelId, '2026-11-22', 0)).toMatchObject({ name: 'INVALID_REQUEST' });
    expect(await reconcileDay.execute(channelId, '2026-02-30', 0)).toMatchObject({ name: 'INVALID_REQUEST' });
    expect(await reconcileDay.execute('Nobody', DATE, 0)).toMatchObject({
      name: 'CHANNEL_NOT_FOUND',
      detail: expect.stringContaining('`kassa-admin channel list`'),
    });
  });

  test('that is not over is compared as far as it is, and says so', async () => {
    const { reconcileDay } = world();
    expect(await reconcileDay.execute(channelId, '2026-11-21', 1_000)).toMatchObject({
      record: { outcome: { kind: 'compared', isFinal: false } },
    });
  });
});

describe('the daily duty', () => {
  const begin = (hour: string) => world([], new Date(`2026-11-21T${hour}Z`));

  test('compares the day that ended, once, from four in the morning on, on whichever instance', async () => {
    const { channel, clock, log, background, duty } = begin('03:59:00');
    await duty().execute();
    await background.finish();
    expect((await log.list(null, 10)).map(({ date }) => date)).toEqual(['2026-11-19']);
    clock.pass(60);
    await Promise.all([duty().execute(), duty().execute()]);
    await background.finish();
    await duty().execute();
    await background.finish();
    expect((await log.list(null, 10)).map(({ date }) => date)).toEqual([DATE, '2026-11-19']);
    expect(channel.statements).toBe(2);
  });

  test('asks again each hour while the books are not to be had, and raises an alert each time', async () => {
    const { channel, clock, alerts, log, background, duty } = begin('05:00:00');
    const run = async () => {
      await duty().execute();
      await background.finish();
    };
    channel.areBooksOpen = false;
    await run();
    clock.pass(3_599);
    await run();
    expect(channel.statements).toBe(1);
    clock.pass(1);
    await run();
    expect(channel.statements).toBe(2);
    expect(alerts.kinds).toEqual(['channel_unavailable', 'channel_unavailable']);
    channel.areBooksOpen = true;
    // Also when meanwhile another day has ended.
    clock.pass(24 * 3_600);
    await run();
    const outcomes = (await log.list(null, 10)).map(({ date, outcome }) => `${date} ${outcome?.kind}`);
    expect(outcomes).toEqual(['2026-11-21 compared', `${DATE} compared`]);
  });

  test('compares a day again a day later in which something was on its way, for a week', async () => {
    const paid = paidOn(`${DATE}T09:00:00.000Z`, { merchantId, number: 'paid' });
    const { channel, clock, log, background, duty, stored } = world();
    await stored.insert(paid);
    const line = lineOf('payment', attemptOf(paid), minuteOf(600), money(10_000), 'pending');
    channel.lines = [line];
    const look = async () => {
      await duty().execute();
      await background.finish();
      const outcome = (await log.find({ channelId, date: DATE }))?.outcome;
      return outcome?.kind === 'compared' ? outcome.reconciliation : undefined;
    };
    expect(await look()).toMatchObject({ pendingCount: 1, agreed: [] });
    channel.lines = [{ ...line, state: 'succeeded' }];
    clock.pass(23 * 3_600);
    expect(await look()).toMatchObject({ pendingCount: 1, agreed: [] });
    clock.pass(3_600);
    expect(await look()).toMatchObject({ pendingCount: 0, agreed: [{ count: 1 }] });
  });

  test('takes up what an instance left in hand that died', async () => {
    const { channel, clock, log, background, duty } = begin('05:00:00');
    const now = clock.realNow();
    await log.claim({ channelId, date: DATE }, { now, until: new Date(now.getTime() + 1_000) });
    await duty().execute();
    expect(channel.statements).toBe(0);
    clock.pass(1);
    await duty().execute();
    await background.finish();
    expect(await log.find({ channelId, date: DATE })).toMatchObject({ outcome: { kind: 'compared' } });
  });
});

test('a comparison that breaks off is told and leaves nothing in hand', async () => {
  const { channel, alerts, log, reconcileDay } = world();
  channel.statement = async () => {
    throw new Error('broken');
  };
  await reconcileDay.execute(channelId, DATE, 1_000);
  expect(alerts.raised[0]).toMatchObject({ kind: 'duty_failed', item: `${channelId} ${DATE}` });
  expect(await log.find({ channelId, date: DATE })).toMatchObject({
    claimedUntil: null,
    outcome: { kind: 'unavailable' },
  });
});
