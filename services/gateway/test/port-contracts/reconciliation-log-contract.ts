import { expect, test } from 'vitest';
import type { Reconciliation } from '../../src/domain/reconciliation/reconciliation.ts';
import type { ReconciliationLog } from '../../src/ports/reconciliation-log.ts';
import { money } from '../builders/orders.ts';
import { after } from '../builders/times.ts';
import type { Instances } from './instances.ts';

const day = { channelId: 'Sandbox', date: '2026-11-20' };
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
};
const compared = { kind: 'compared', reconciliation, isFinal: true, at: after(5) } as const;

/** What every ReconciliationLog does. */
export function reconciliationLogContract(open: () => Instances<ReconciliationLog>): void {
  test('a day of a channel is in one hand, of two that reach for it at once', async () => {
    const [one, other] = open();
    const answers = await Promise.all([one.claim(day, claim), other.claim(day, claim)]);
    expect([...answers].sort()).toEqual(['claimed', 'in_hand']);
    expect(await other.claim({ ...day, channelId: 'ProcessorA' }, claim)).toBe('claimed');
    expect(await other.claim({ ...day, date: '2026-11-19' }, claim)).toBe('claimed');
    expect(await one.find(day)).toEqual({ ...day, claimedUntil: after(60), outcome: null });
  });

  test('who held it for too long has lost it, and what it says then is not kept', async () => {
    const [one, other] = open();
    await one.claim(day, claim);
    expect(await other.claim(day, { now: after(59), until: after(119) })).toBe('in_hand');
    expect(await other.claim(day, { now: after(60), until: after(120) })).toBe('claimed');
    await one.conclude(day, claim.until, compared);
    expect(await one.find(day)).toMatchObject({ claimedUntil: after(120), outcome: null });
    await other.conclude(day, after(120), compared);
    expect(await one.find(day)).toEqual({ ...day, claimedUntil: null, outcome: compared });
  });

  test('a result is kept whole, and stays while the day is compared again', async () => {
    const [one, other] = open();
    await one.claim(day, claim);
    await one.conclude(day, claim.until, compared);
    expect(await other.claim(day, { now: after(10), until: after(70) })).toBe('claimed');
    expect(await one.find(day)).toEqual({ ...day, claimedUntil: after(70), outcome: compared });
    const unavailable = { kind: 'unavailable', detail: 'no answer', at: after(11) } as const;
    await other.conclude(day, after(70), unavailable);
    expect(await one.find(day)).toEqual({ ...day, claimedUntil: null, outcome: unavailable });
  });

  test('days are listed the latest first, from where a page has ended', async () => {
    const [one, other] = open();
    expect(await one.find(day)).toBeUndefined();
    for (const date of ['2026-11-18', '2026-11-20', '2026-11-19']) {
      await one.claim({ channelId: 'ProcessorA', date }, claim);
    }
    await one.claim(day, claim);
    const listed = await other.list(null, 3);
    const names = (records: typeof listed) => records.map(({ date, channelId }) => `${date} ${channelId}`);
    expect(names(listed)).toEqual(['2026-11-20 Sandbox', '2026-11-20 ProcessorA', '2026-11-19 ProcessorA']);
    expect(names(await other.list(listed[2] ?? null, 3))).toEqual(['2026-11-18 ProcessorA']);
  });
}
