import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { attemptIdOf, deriveOrderId, refundIdOf } from '../../src/domain/order/order-identifiers.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { BookComparison } from '../../src/domain/reconciliation/book-comparison.ts';
import type { MoneyLine, StatementLine } from '../../src/domain/reconciliation/statement-line.ts';
import { attemptOf, money } from '../builders/orders.ts';
import { paidOn, refundedOn } from '../builders/settled-orders.ts';
import { lineOf } from '../in-memory/book-channel.ts';
import { DATE, kindsOf, minuteOf, reconciliationBench } from '../in-memory/reconciliation-bench.ts';

const NEXT_DATE = '2026-11-21';
const merchantId = 'mer_1';
const channelId = 'Sandbox';

function withPaymentReference(order: PaymentOrder, paymentReference: string): PaymentOrder {
  return { ...order, attempts: order.attempts.map((attempt) => ({ ...attempt, paymentReference })) };
}

function withRefundReference(order: PaymentOrder, channelReference: string): PaymentOrder {
  return { ...order, refunds: order.refunds.map((refund) => ({ ...refund, channelReference })) };
}

/** How the test changes an entry of the channel's books; mostly not at all. */
const tampering = fc.constantFrom('none', 'none', 'none', 'hidden', 'amount', 'state');

const payment = fc.record({
  at: fc.integer({ min: -1_440, max: 2_879 }),
  /** The difference between the two clocks, in minutes. */
  skew: fc.integer({ min: -90, max: 90 }),
  tampering,
  refund: fc.option(fc.record({ later: fc.integer({ min: 0, max: 2_000 }), tampering }), { nil: null }),
});

describe('a day of a channel', () => {
  test('lists an entry of the channel’s books that the gateway cannot read, and raises an alert', async () => {
    const order = paidOn(minuteOf(600).toISOString(), { merchantId, number: 'T1' });
    const { channel, alerts, reconcile } = reconciliationBench([order]);
    const reference = attemptOf(order);
    channel.lines = [lineOf('payment', reference, minuteOf(600))];
    const unread = { subject: 'payment', reference, channelReference: 'ch_1', detail: 'it is new' } as const;
    channel.unread = [unread];
    const { counts, differences, agreed } = await reconcile();
    expect(counts).toEqual({ missing_here: 1, missing_there: 0, amount: 0, state: 0 });
    const { orderId } = order;
    expect(differences).toEqual([{ kind: 'missing_here', ...unread, orderId, here: null, there: null }]);
    expect(agreed).toMatchObject([{ subject: 'payment', count: 1 }]);
    expect(alerts.raised).toMatchObject([{ kind: 'reconciliation_difference', orderIds: [orderId] }]);
  });

  test('finds exactly the differences that the test made, and the sums of everything else', async () => {
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
          /** Adds an entry to the channel's books, and derives what the comparison must find. */
          const tell = (
            subject: MoneyLine['subject'],
            reference: string,
            amountMinor: number,
            here: number,
            there: number,
            told: string,
          ) => {
            const line = lineOf(subject, reference, minuteOf(there), money(amountMinor));
            const changes: Readonly<Record<string, Partial<MoneyLine>>> = {
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
            lines.push({ reference: null, channelReference: `${number}` });
          }
          const { channel, reconcile } = reconciliationBench(orders);
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

  test('shows both sides of each difference, and first the money that the gateway does not know', async () => {
    const order = paidOn(`${DATE}T09:00:00.000Z`, { merchantId, number: 'T1' });
    const { channel, alerts, reconcile } = reconciliationBench([order]);
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

  test('finds money that arrived twice under one of our IDs', async () => {
    const order = paidOn(`${DATE}T09:00:00.000Z`, { merchantId, number: 'T1' });
    const { channel, reconcile } = reconciliationBench([order]);
    const line = lineOf('payment', attemptOf(order), new Date(`${DATE}T09:00:01Z`));
    channel.lines = [line, { ...line, channelReference: 'ch_again' }];
    const { differences, agreed } = await reconcile();
    expect(differences).toMatchObject([{ kind: 'missing_here', channelReference: 'ch_again' }]);
    expect(agreed).toMatchObject([{ count: 1 }]);
  });

  test('finds each refund that was made by hand at the channel', async () => {
    const order = paidOn(`${DATE}T09:00:00.000Z`, { merchantId, number: 'T1' });
    const { channel, reconcile } = reconciliationBench([order]);
    const reference = attemptOf(order);
    const byHand = lineOf('refund', reference, new Date(`${DATE}T10:00:00Z`), money(700));
    channel.lines = [
      lineOf('payment', reference, new Date(`${DATE}T09:00:01Z`)),
      { ...byHand, channelReference: 're_1' },
      { ...byHand, channelReference: 're_2' },
    ];
    const { differences } = await reconcile();
    const told = { kind: 'missing_here', subject: 'refund', reference, orderId: order.orderId };
    expect(differences).toMatchObject([
      { ...told, channelReference: 're_1' },
      { ...told, channelReference: 're_2' },
    ]);
  });

  test.each([
    ['pending', 'pending'],
    ['succeeded', 'pending'],
    ['pending', 'succeeded'],
  ] as const)(
    'finds each refund that was made by hand at the channel if one is %s and one %s',
    async (one, other) => {
      const order = paidOn(`${DATE}T09:00:00.000Z`, { merchantId, number: 'T1' });
      const { channel, reconcile } = reconciliationBench([order]);
      const reference = attemptOf(order);
      const byHand = (channelReference: string, state: MoneyLine['state']) => ({
        ...lineOf('refund', reference, minuteOf(600), money(700), state),
        channelReference,
      });
      channel.lines = [
        lineOf('payment', reference, minuteOf(541)),
        byHand('re_declined', 'failed'),
        byHand('re_1', one),
        byHand('re_2', other),
      ];
      const { differences } = await reconcile();
      expect(differences.map(({ kind }) => kind)).toEqual(['missing_here', 'missing_here']);
      expect(differences.map(({ channelReference }) => channelReference).sort()).toEqual(['re_1', 're_2']);
    },
  );

  describe.each([
    ['known', 'ch_known'],
    ['not known', null],
  ])('a refund whose reference is %s here', (_case, channelReference) => {
    const paid = paidOn(`${DATE}T09:00:00.000Z`, { merchantId, number: 'T1' });
    const refunded = refundedOn(`${DATE}T09:10:00.000Z`, paid, 'R1', 700);
    const order = channelReference === null ? refunded : withRefundReference(refunded, channelReference);
    const refundId = order.refunds[0]?.refundId ?? '';
    const line = { ...lineOf('refund', refundId, minuteOf(555), money(700)), channelReference: 'ch_known' };

    test.each([
      ['pending', [{ kind: 'missing_here', channelReference: 'ch_again', detail: 'it is there twice' }]],
      ['failed', []],
    ] as const)('is distinguished from a second one under its ID that is %s there', async (state, found) => {
      const { channel, reconcile } = reconciliationBench([order]);
      const again = { ...line, channelReference: 'ch_again', state };
      for (const lines of [
        [line, again],
        [again, line],
      ]) {
        channel.lines = [lineOf('payment', attemptOf(order), minuteOf(541)), ...lines];
        const { differences, agreed } = await reconcile();
        expect(differences).toMatchObject(found);
        expect(differences).toHaveLength(found.length);
        expect(agreed.find(({ subject }) => subject === 'refund')).toMatchObject({ count: 1 });
      }
    });
  });

  test('treats a declined payment neither as a second payment nor as the payment, in whatever order the books list them', async () => {
    const order = paidOn(`${DATE}T09:00:00.000Z`, { merchantId, number: 'T2' });
    const { channel, reconcile } = reconciliationBench([order]);
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

  test('counts a direct debit that failed and was retried as paid, in whatever order the books list the two', async () => {
    const order = paidOn(`${DATE}T09:00:00.000Z`, { merchantId, number: 'T2' });
    const { channel, reconcile } = reconciliationBench([order]);
    const line = lineOf('payment', attemptOf(order), new Date(`${DATE}T09:00:01Z`));
    const refused = { ...line, state: 'failed' as const };
    for (const lines of [
      [refused, line],
      [line, refused],
    ]) {
      channel.lines = lines;
      const { differences, agreed } = await reconcile();
      expect(differences).toEqual([]);
      expect(agreed).toMatchObject([{ count: 1 }]);
    }
  });

  test.each(['payment', 'refund'] as const)(
    'distinguishes the %s that the gateway knows from another under the same ID, on whatever day',
    async (subject) => {
      const paid = withPaymentReference(
        paidOn(`${DATE}T09:00:00.000Z`, { merchantId, number: 'T3' }),
        'PSP1',
      );
      const refunded = withRefundReference(refundedOn(`${DATE}T10:00:00.000Z`, paid, 'R3', 700), 'PSP1');
      const [order, at] = subject === 'payment' ? [paid, '09:00:01'] : [refunded, '10:00:01'];
      const { channel, reconcile } = reconciliationBench([order]);
      const payment = lineOf('payment', attemptOf(order), new Date(`${DATE}T09:00:01Z`));
      const others = subject === 'payment' ? [] : [{ ...payment, channelReference: 'PSP1' }];
      const reference = subject === 'payment' ? attemptOf(order) : (order.refunds[0]?.refundId ?? '');
      const amount = subject === 'payment' ? order.amount : money(700);
      const known = {
        ...lineOf(subject, reference, new Date(`${DATE}T${at}Z`), amount),
        channelReference: 'PSP1',
      };
      const again = { ...known, channelReference: 'PSP2' };
      channel.lines = [...others, again, known];
      const both = await reconcile();
      expect(both.differences).toMatchObject([
        { kind: 'missing_here', subject, channelReference: 'PSP2', detail: 'it is there twice' },
      ]);
      expect(both.agreed.find((sum) => sum.subject === subject)).toMatchObject({ count: 1 });

      channel.lines = [...others, known, { ...again, at: new Date(`${NEXT_DATE}T02:00:00Z`) }];
      expect((await reconcile()).differences).toEqual([]);
      const dayAfter = await reconcile(NEXT_DATE);
      expect(dayAfter.differences).toMatchObject([
        { kind: 'missing_here', subject, channelReference: 'PSP2' },
      ]);
      expect(dayAfter.agreed).toEqual([]);

      channel.lines = [
        ...others,
        known,
        { ...again, state: 'failed', at: new Date(`${NEXT_DATE}T02:00:00Z`) },
      ];
      expect((await reconcile(NEXT_DATE)).differences).toEqual([]);
    },
  );

  test('asks the channel by its own reference of the payment, also about its refund', async () => {
    const paid = withPaymentReference(paidOn(`${DATE}T09:00:00.000Z`, { merchantId, number: 'T4' }), 'PSP1');
    const { channel, reconcile } = reconciliationBench([
      refundedOn(`${DATE}T10:00:00.000Z`, paid, 'R4', 700),
    ]);
    const ask = vi.spyOn(channel, 'ask');
    const askRefund = vi.spyOn(channel, 'askRefund');
    await reconcile();
    const payment = { attemptId: attemptOf(paid), paymentReference: 'PSP1' };
    expect(ask).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(payment));
    expect(askRefund).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ payment: expect.objectContaining(payment) }),
    );
  });

  test('contains nothing of another channel, and adds up sums beyond what a number holds', async () => {
    const large = money(9_000_000_000_000_000, 'IDR');
    const orders = ['a', 'b'].map((number) =>
      paidOn(`${DATE}T09:00:00.000Z`, { merchantId, number, amount: large }),
    );
    const elsewhere = paidOn(`${DATE}T09:00:00.000Z`, { merchantId, number: 'c' });
    const attempts = elsewhere.attempts.map((attempt) => ({ ...attempt, channelId: 'ProcessorA' }));
    const { channel, reconcile } = reconciliationBench([...orders, { ...elsewhere, attempts }]);
    channel.lines = orders.map((order) => lineOf('payment', attemptOf(order), minuteOf(1), large));
    const { differences, agreed } = await reconcile();
    expect(differences).toEqual([]);
    expect(agreed).toEqual([
      { subject: 'payment', currency: 'IDR', count: 2, sumMinor: 18_000_000_000_000_000n },
    ]);
  });

  test('keeps only a bounded list of differences for a day of 200,000 payments', () => {
    const lines = Array.from({ length: 200_000 }, (_, number) =>
      lineOf('payment', attemptIdOf(deriveOrderId(merchantId, `T${number}`), 1), minuteOf(1)),
    );
    const comparison = new BookComparison(lines);
    for (const line of comparison.unmatched()) comparison.compareUnmatched(line, undefined);
    const { counts, differences } = comparison.result;
    expect(counts.missing_here).toBe(200_000);
    expect(differences).toHaveLength(500);
  });

  test('is refused before it begins, and for an unknown channel', async () => {
    const { reconcileDay } = reconciliationBench();
    expect(await reconcileDay.execute(channelId, '2026-11-22', 0)).toMatchObject({ name: 'INVALID_REQUEST' });
    expect(await reconcileDay.execute(channelId, '2026-02-30', 0)).toMatchObject({ name: 'INVALID_REQUEST' });
    expect(await reconcileDay.execute('Nobody', DATE, 0)).toMatchObject({
      name: 'CHANNEL_NOT_FOUND',
      detail: expect.stringContaining('`kassa-admin channel list`'),
    });
  });

  test('that is not over is compared up to now, and the result says so', async () => {
    const { reconcileDay } = reconciliationBench();
    expect(await reconcileDay.execute(channelId, '2026-11-21', 1_000)).toMatchObject({
      record: { outcome: { kind: 'compared', isFinal: false } },
    });
  });
});

test('a comparison that breaks off is reported and releases its claim', async () => {
  const { channel, alerts, log, reconcileDay } = reconciliationBench();
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
