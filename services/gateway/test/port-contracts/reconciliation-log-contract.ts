import { describe, expect, test } from 'vitest';
import type { Reconciliation } from '../../src/domain/reconciliation/reconciliation.ts';
import type { ReconciliationLog, ReconciliationOutcome } from '../../src/ports/reconciliation-log.ts';
import { money } from '../builders/orders.ts';
import { after } from '../builders/times.ts';
import type { Instances } from './instances.ts';

const day = { channelId: 'Sandbox', date: '2026-11-20' };
const dueAt = after(3_600);
const due = { ...day, dueAt };
const claim = { now: after(0), until: after(60) };

const reconciliation: Reconciliation = {
  counts: { missing_here: 1, missing_there: 0, amount: 0, state: 0 },
  differences: [
    {
      kind: 'missing_here',
      subject: 'payment',
      reference: 'txn_1',
      orderId: null,
      channelReference: 'pay_1',
      here: null,
      there: { amount: money(100), state: 'succeeded', at: after(-60_000) },
      detail: null,
    },
  ],
  pendingCount: 0,
  pending: [],
  agreed: [{ subject: 'payment', currency: 'IDR', count: 2, sumMinor: 2n ** 60n }],
  agreedAcrossDays: 1,
  foreign: 3,
  accountFees: [{ currency: 'EUR', count: 2, sumMinor: 2n ** 60n }],
};
const compared = { kind: 'compared', reconciliation, isFinal: true, at: after(5) } as const;

/** The contract of every ReconciliationLog. */
export function reconciliationLogContract(open: () => Instances<ReconciliationLog>): void {
  test('one of two concurrent callers claims a day of a channel', async () => {
    const [one, other] = open();
    const answers = await Promise.all([one.claim(due, claim), other.claim(due, claim)]);
    expect([...answers].sort()).toEqual(['claimed', 'in_hand']);
    expect(await other.claim({ ...due, channelId: 'ProcessorA' }, claim)).toBe('claimed');
    expect(await other.claim({ ...due, date: '2026-11-19' }, claim)).toBe('claimed');
    expect(await one.find(day)).toEqual({ ...day, claimedUntil: after(60), outcome: null });
  });

  test('a claim that lasted too long is lost, and its late result is not stored', async () => {
    const [one, other] = open();
    await one.claim(due, claim);
    expect(await other.claim(due, { now: after(59), until: after(119) })).toBe('in_hand');
    expect(await other.claim(due, { now: after(60), until: after(120) })).toBe('claimed');
    await one.conclude(day, claim.until, compared, null);
    expect(await one.find(day)).toMatchObject({ claimedUntil: after(120), outcome: null });
    await other.conclude(day, after(120), compared, null);
    expect(await one.find(day)).toEqual({ ...day, claimedUntil: null, outcome: compared });
  });

  test('a result is stored whole, and stays while the day is compared again', async () => {
    const [one, other] = open();
    await one.claim(due, claim);
    await one.conclude(day, claim.until, compared, null);
    expect(await other.claim(due, { now: after(10), until: after(70) })).toBe('claimed');
    expect(await one.find(day)).toEqual({ ...day, claimedUntil: after(70), outcome: compared });
    const unavailable = { kind: 'unavailable', detail: 'no answer', at: after(11) } as const;
    await other.conclude(day, after(70), unavailable, null);
    expect(await one.find(day)).toEqual({ ...day, claimedUntil: null, outcome: unavailable });
  });

  test('a result is stored together with the fact that the books were unavailable later', async () => {
    const [one, other] = open();
    await one.claim(due, claim);
    const outcome = { ...compared, unavailable: { detail: 'no answer', at: after(6) } };
    await one.conclude(day, claim.until, outcome, null);
    expect(await other.find(day)).toEqual({ ...day, claimedUntil: null, outcome });
  });

  test('days are listed the latest first, from the end of the previous page', async () => {
    const [one, other] = open();
    expect(await one.find(day)).toBeUndefined();
    for (const date of ['2026-11-18', '2026-11-20', '2026-11-19']) {
      await one.claim({ channelId: 'ProcessorA', date, dueAt }, claim);
    }
    await one.claim(due, claim);
    const listed = await other.list(null, 3);
    const names = (records: typeof listed) => records.map(({ date, channelId }) => `${date} ${channelId}`);
    expect(names(listed)).toEqual(['2026-11-20 Sandbox', '2026-11-20 ProcessorA', '2026-11-19 ProcessorA']);
    expect(names(await other.list(listed[2] ?? null, 3))).toEqual(['2026-11-18 ProcessorA']);
  });

  describe('due days', () => {
    const dated = (date: string, channelId = 'Sandbox') => ({ channelId, date, dueAt });
    const at = (seconds: number) => ({ business: after(seconds), real: after(seconds) });
    const namesOf = (days: readonly { date: string; channelId: string }[]) =>
      days.map(({ date, channelId }) => `${date} ${channelId}`);
    const both = ['Sandbox', 'ProcessorA'];

    test('are opened once, and stay unchanged when they are opened again', async () => {
      const [one, other] = open();
      await one.claim(due, claim);
      await one.conclude(day, claim.until, compared, null);
      const days = [dated('2026-11-18'), dated('2026-11-19'), due, dated('2026-11-19', 'ProcessorA')];
      await Promise.all([one.open(days), other.open(days)]);
      await other.open([]);
      expect(await one.datesOf('Sandbox', '2026-11-20')).toEqual(['2026-11-18', '2026-11-19', '2026-11-20']);
      expect(await one.datesOf('Sandbox', '2026-11-19')).toEqual(['2026-11-18', '2026-11-19']);
      expect(await one.datesOf('ProcessorB', '2026-11-20')).toEqual([]);
      expect(await other.find(day)).toEqual({ ...day, claimedUntil: null, outcome: compared });
      expect(await other.find({ channelId: 'Sandbox', date: '2026-11-18' })).toMatchObject({
        claimedUntil: null,
        outcome: null,
      });
      expect(namesOf(await other.listDue(['Sandbox'], at(3_600), 10))).toEqual([
        '2026-11-19 Sandbox',
        '2026-11-18 Sandbox',
      ]);
    });

    test('are reopened if their latest comparison is dated after a moment, and keep its result', async () => {
      const [one, other] = open();
      const news = { detail: 'no answer', at: after(5) };
      const outcomes: readonly ReconciliationOutcome[] = [
        compared,
        { ...compared, at: after(4) },
        { kind: 'unavailable', ...news },
        { ...compared, at: after(1), unavailable: news },
        { ...compared, unavailable: { ...news, at: after(4) } },
      ];
      for (const [number, outcome] of outcomes.entries()) {
        const opened = dated(`2026-11-1${number}`);
        await one.claim(opened, claim);
        await one.conclude(opened, claim.until, outcome, number === 2 ? after(1) : null);
      }
      await one.open([dated('2026-11-19')]);
      await other.reopen(after(4), (date) => (date === '2026-11-13' ? after(20) : after(10)));
      const listed = async (seconds: number) => namesOf(await one.listDue(['Sandbox'], at(seconds), 10));
      expect(await listed(9)).toEqual([]);
      expect(await listed(10)).toEqual(['2026-11-12 Sandbox', '2026-11-10 Sandbox']);
      expect(await listed(20)).toEqual(['2026-11-13 Sandbox', '2026-11-12 Sandbox', '2026-11-10 Sandbox']);
      expect(await other.find(dated('2026-11-10'))).toMatchObject({ outcome: compared });
    });

    test('are listed the latest first, for the requested channels, up to the limit', async () => {
      const [one, other] = open();
      await one.open([dated('2026-11-18'), due, dated('2026-11-19'), dated('2026-11-19', 'ProcessorA')]);
      await one.open([dated('2026-11-21', 'gone')]);
      expect(await other.listDue(both, at(3_599), 10)).toEqual([]);
      expect(namesOf(await other.listDue(both, at(3_600), 3))).toEqual([
        '2026-11-20 Sandbox',
        '2026-11-19 Sandbox',
        '2026-11-19 ProcessorA',
      ]);
      expect(await other.listDue([], at(3_600), 3)).toEqual([]);
    });

    test('are not listed while they are claimed, in real time, and are due again at the stored time', async () => {
      const [one, other] = open();
      await one.claim(due, claim);
      const listed = async (business: number, real: number) =>
        namesOf(await other.listDue(both, { business: after(business), real: after(real) }, 10));
      expect(await listed(86_400, 59)).toEqual([]);
      expect(await listed(86_400, 60)).toEqual(['2026-11-20 Sandbox']);
      const unavailable = { kind: 'unavailable', detail: 'no answer', at: after(11) } as const;
      await one.conclude(day, claim.until, unavailable, after(7_200));
      expect(await listed(7_199, 60)).toEqual([]);
      expect(await listed(7_200, 60)).toEqual(['2026-11-20 Sandbox']);
      await other.claim(due, { now: after(61), until: after(90) });
      await other.conclude(day, after(90), compared, null);
      expect(await listed(8_640_000, 8_640_000)).toEqual([]);
      // An operator compares a concluded day again. The day becomes due again only if the result of that comparison says so.
      await other.claim(due, { now: after(91), until: after(95) });
      expect(await listed(8_640_000, 8_640_000)).toEqual([]);
    });
  });
}
