import { describe, expect, test, vi } from 'vitest';
import { tombstoneOf } from '../../src/domain/archive/tombstone.ts';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import type { DisputeLine } from '../../src/domain/reconciliation/statement-line.ts';
import { afterChange, attemptOf, money } from '../builders/orders.ts';
import { disputeOn, paidOn } from '../builders/settled-orders.ts';
import { disputeLineOf, lineOf } from '../in-memory/book-channel.ts';
import { DATE, minuteOf, reconciliationBench } from '../in-memory/reconciliation-bench.ts';

const merchantId = 'mer_1';
const NEXT_DATE = '2026-11-21';
const DAY = 1_440;
const at = (minute: number) => minuteOf(minute).toISOString();

/** Paid the day before, and disputed. */
function disputedAt(minute: number, number = 'T1', amountMinor = 10_000): PaymentOrder {
  const paid = paidOn(at(-600), { merchantId, number });
  return disputeOn(at(minute), paid, 'opened', 'dis_1', amountMinor);
}

function benchWith(order: PaymentOrder, ...lines: readonly DisputeLine[]) {
  const bench = reconciliationBench([order]);
  bench.channel.lines = [lineOf('payment', attemptOf(order), minuteOf(-600)), ...lines];
  return bench;
}

const line = (order: PaymentOrder, minute: number, state: DisputeLine['state'], amount = money(10_000)) =>
  disputeLineOf(attemptOf(order), 'dis_1', minuteOf(minute), state, amount);

describe('a dispute of the day', () => {
  test('in both books is agreed money, beside its payment under the same ID', async () => {
    const order = disputedAt(60);
    const { reconcile } = benchWith(order, line(order, 61, 'opened'));
    expect(await reconcile()).toMatchObject({
      differences: [],
      pending: [],
      agreed: [{ subject: 'dispute', currency: 'USD', count: 1, sumMinor: 10_000n }],
      agreedAcrossDays: 0,
    });
  });

  test.each<['opened' | 'won' | 'lost', DisputeLine['state'], string]>([
    // the state in the gateway's books, the state in the channel's books, the result of the comparison
    ['opened', 'opened', 'agreed'],
    ['opened', 'won', 'pending'],
    ['opened', 'lost', 'pending'],
    ['lost', 'lost', 'agreed'],
    // Losing an open dispute moves no money, so the channel's books need not show the loss.
    ['lost', 'opened', 'agreed'],
    ['lost', 'won', 'state'],
    ['won', 'won', 'nothing'],
    ['won', 'opened', 'state'],
    ['won', 'lost', 'state'],
  ])('that is %s here and %s there is %s', async (here, there, found) => {
    const opened = disputedAt(60);
    const order = here === 'opened' ? opened : disputeOn(at(120), opened, here, 'dis_1');
    const { differences, pending, agreed } = await benchWith(order, line(order, 121, there)).reconcile();
    expect(differences.map(({ kind }) => kind)).toEqual(found === 'state' ? ['state'] : []);
    expect(pending).toHaveLength(found === 'pending' ? 1 : 0);
    expect(agreed).toHaveLength(found === 'agreed' ? 1 : 0);
  });

  describe.each([
    ['less', 10_000, 4_000],
    ['more', 4_000, 10_000],
  ])('of which the bank took %s in the end', (_case, disputed, taken) => {
    const order = disputeOn(at(60 + DAY), disputedAt(60, 'T1', disputed), 'lost', 'dis_1', taken);
    const opening = line(order, 61, 'opened', money(disputed));
    const loss = (amountMinor: number) => line(order, 61 + DAY, 'lost', money(amountMinor));

    test('agrees on both days if the channel’s books show the opening and that loss', async () => {
      const { reconcile, channel, clock } = benchWith(order, opening, loss(taken));
      channel.askDispute = async () => ({ kind: 'not_askable' });
      clock.pass(DAY * 60);
      const agreed = [{ subject: 'dispute', count: 1, sumMinor: BigInt(taken) }];
      const nothing = { differences: [], pendingCount: 0 };
      expect(await reconcile()).toMatchObject({ ...nothing, agreed, agreedAcrossDays: 1 });
      expect(await reconcile(NEXT_DATE)).toMatchObject({ ...nothing, agreed });
    });

    test('agrees if the channel’s books show only the loss', async () => {
      const { reconcile, clock } = benchWith(order, loss(taken));
      clock.pass(DAY * 60);
      expect(await reconcile(NEXT_DATE)).toMatchObject({ differences: [], pendingCount: 0 });
    });

    test('differs if the channel’s books show a loss over the amount of the opening', async () => {
      const { reconcile, clock } = benchWith(order, loss(disputed));
      clock.pass(DAY * 60);
      expect((await reconcile(NEXT_DATE)).differences).toMatchObject([{ kind: 'amount' }]);
    });

    test.each([DATE, NEXT_DATE])(
      'is pending if the channel’s books show only its opening, and differs at the last look (%s)',
      async (date) => {
        const { reconcile, channel, clock } = benchWith(order, opening);
        channel.askDispute = async () => ({ kind: 'not_askable' });
        clock.pass(DAY * 60);
        const first = await reconcile(date);
        expect(first).toMatchObject({ differences: [], pendingCount: 1 });
        expect(first.agreed.filter(({ subject }) => subject === 'dispute')).toEqual([]);
        clock.pass(14 * DAY * 60);
        const last = await reconcile(date);
        expect(last.differences).toMatchObject([
          {
            kind: 'amount',
            subject: 'dispute',
            here: { amount: money(taken), state: 'lost' },
            there: { amount: money(disputed), state: 'opened' },
            detail: 'a week after the day the channel’s books still show only the amount disputed at first',
          },
        ]);
        expect(last.agreed.filter(({ subject }) => subject === 'dispute')).toEqual([]);
      },
    );

    test('is pending if the channel answers that it is still open, and differs at the last look', async () => {
      const { reconcile, channel, clock } = benchWith(order);
      const report = { kind: 'opened', channelReference: 'dis_1', amount: money(disputed) } as const;
      channel.askDispute = async () => ({ kind: 'known', report });
      clock.pass(DAY * 60);
      expect(await reconcile(NEXT_DATE)).toMatchObject({ differences: [], pendingCount: 1 });
      clock.pass(14 * DAY * 60);
      expect((await reconcile(NEXT_DATE)).differences).toMatchObject([{ kind: 'amount' }]);
    });
  });

  test('of another amount differs, whatever its state, and both sides are shown', async () => {
    const order = disputedAt(60, 'T1', 4_000);
    const there = line(order, 61, 'lost', money(4_001));
    expect((await benchWith(order, there).reconcile()).differences).toEqual([
      {
        kind: 'amount',
        subject: 'dispute',
        reference: attemptOf(order),
        orderId: order.orderId,
        channelReference: 'dis_1',
        here: { amount: money(4_000), state: 'opened', at: minuteOf(60) },
        there: { amount: money(4_001), state: 'lost', at: minuteOf(61) },
        detail: null,
      },
    ]);
  });

  test('that only the channel has is missing here, even beside a known one', async () => {
    const order = disputedAt(60);
    const unknown = disputeLineOf(attemptOf(order), 'dis_2', minuteOf(90), 'opened');
    const { differences } = await benchWith(order, line(order, 61, 'opened'), unknown).reconcile();
    expect(differences).toMatchObject([
      { kind: 'missing_here', subject: 'dispute', orderId: order.orderId, channelReference: 'dis_2' },
    ]);
  });

  test('is found if one of the books has it on another day', async () => {
    const order = disputeOn(at(DAY + 60), disputedAt(-60), 'won', 'dis_1');
    const bench = benchWith(order, line(order, 30, 'won'));
    expect(await bench.reconcile()).toMatchObject({ differences: [], pending: [] });
    expect(await bench.reconcile(NEXT_DATE)).toMatchObject({ differences: [], pending: [] });
  });

  test('that is lost is on the day of its opening here, and on any day there', async () => {
    const order = disputeOn(at(DAY + 60), disputedAt(60), 'lost', 'dis_1');
    const bench = benchWith(order, line(order, DAY + 61, 'lost'));
    expect(await bench.reconcile()).toMatchObject({ differences: [], agreedAcrossDays: 1 });
    expect(await bench.reconcile(NEXT_DATE)).toMatchObject({ differences: [], agreedAcrossDays: 1 });
  });
});

describe('a dispute that the channel’s books of the day do not have', () => {
  test('is asked about by its reference, and compared with the channel’s answer', async () => {
    const order = disputedAt(60);
    const { channel, reconcile } = benchWith(order, line(order, -DAY, 'opened', money(9_999)));
    const asked = vi.spyOn(channel, 'askDispute');
    expect((await reconcile()).differences).toMatchObject([{ kind: 'amount', subject: 'dispute' }]);
    expect(asked).toHaveBeenCalledExactlyOnceWith({
      channelReference: 'dis_1',
      payment: expect.objectContaining({ attemptId: attemptOf(order) }),
    });
  });

  test('and that the channel does not know is missing there', async () => {
    const { differences } = await benchWith(disputedAt(60)).reconcile();
    expect(differences).toMatchObject([
      {
        kind: 'missing_there',
        subject: 'dispute',
        channelReference: 'dis_1',
        detail: 'asked, the channel said: status 404',
      },
    ]);
  });

  test('is looked for in the books of the neighbouring days if the channel cannot be asked', async () => {
    const order = disputedAt(60);
    const bench = benchWith(order, line(order, DAY + 5, 'opened'));
    bench.channel.askDispute = async () => ({ kind: 'not_askable' });
    expect(await bench.reconcile()).toMatchObject({ differences: [], pending: [], agreedAcrossDays: 1 });
  });

  test('is awaited there, because a bank can announce it days before it takes the money', async () => {
    const bench = benchWith(disputedAt(60));
    bench.channel.askDispute = async () => ({ kind: 'not_askable' });
    expect(await bench.reconcile()).toMatchObject({
      differences: [],
      pending: [{ subject: 'dispute', there: null, detail: expect.stringContaining('cannot be asked') }],
    });
  });

  test.each([
    ['lost', ['missing_there']],
    ['opened', []],
    ['won', []],
  ] as const)(
    'and that no books have is awaited if it is %s, and %j at the last look',
    async (here, found) => {
      const opened = disputedAt(60);
      const order = here === 'opened' ? opened : disputeOn(at(120), opened, here, 'dis_1');
      const { channel, clock, reconcile } = benchWith(order);
      channel.askDispute = async () => ({ kind: 'not_askable' });
      expect(await reconcile()).toMatchObject({ differences: [], pendingCount: 1 });
      clock.pass(14 * DAY * 60);
      const { differences } = await reconcile();
      expect(differences.map(({ kind, subject }) => `${kind} ${subject}`)).toEqual(
        found.map((kind) => `${kind} dispute`),
      );
    },
  );

  test('is left open while the books of the neighbouring days are unavailable', async () => {
    const order = disputeOn(at(120), disputedAt(60), 'lost', 'dis_1');
    const bench = benchWith(order);
    bench.channel.askDispute = async () => ({ kind: 'not_askable' });
    const daily = bench.channel.statement.bind(bench.channel);
    bench.channel.statement = async (span) =>
      span.from < minuteOf(0) ? { kind: 'unavailable', detail: 'not closed yet' } : daily(span);
    expect(await bench.reconcile()).toMatchObject({ differences: [], pendingCount: 1 });
  });
});

describe('a dispute that was set aside here', () => {
  /** Makes an order with an open dispute. A report of a second dispute contradicts the order, so it is set aside. */
  function withSetAside(): PaymentOrder {
    const order = disputedAt(60);
    const report = { kind: 'opened', channelReference: 'dis_2', amount: money(500) } as const;
    return afterChange(applyDisputeReport(order, attemptOf(order), report, minuteOf(70)));
  }

  test('is not money in the gateway’s books: it differs, with the detail that the order has a case', async () => {
    const order = withSetAside();
    const aside = disputeLineOf(attemptOf(order), 'dis_2', minuteOf(71), 'opened', money(500));
    const { differences, agreed } = await benchWith(order, line(order, 61, 'opened'), aside).reconcile();
    expect(differences).toMatchObject([
      {
        kind: 'state',
        subject: 'dispute',
        channelReference: 'dis_2',
        here: { amount: money(500), state: 'opened', at: minuteOf(70) },
        there: { amount: money(500), state: 'opened' },
        detail: expect.stringContaining('set aside'),
      },
    ]);
    expect(agreed).toMatchObject([{ subject: 'dispute', count: 1 }]);
  });

  test('is no difference if its money came back', async () => {
    const order = withSetAside();
    const aside = disputeLineOf(attemptOf(order), 'dis_2', minuteOf(71), 'won', money(500));
    const { differences } = await benchWith(order, line(order, 61, 'opened'), aside).reconcile();
    expect(differences).toEqual([]);
  });

  test('is still known when the day is compared again after its order was archived', async () => {
    const order = withSetAside();
    const aside = disputeLineOf(attemptOf(order), 'dis_2', minuteOf(71), 'opened', money(500));
    const bench = benchWith(order, line(order, 61, 'opened'), aside);
    const before = await bench.reconcile();
    const place = { archive: '2026', manifestSha256: 'a'.repeat(64), removedAt: minuteOf(DAY) };
    expect(await bench.stored.replace(order, tombstoneOf(order, place))).toBe('replaced');
    expect(await bench.reconcile()).toEqual(before);
  });
});
