import { describe, expect, test } from 'vitest';
import { latest, money } from '../builders/orders.ts';
import { paidOn } from '../builders/settled-orders.ts';
import { lineOf } from '../in-memory/book-channel.ts';
import { DATE, minuteOf, reconciliationBench } from '../in-memory/reconciliation-bench.ts';

const merchantId = 'mer_1';
const channelId = 'Sandbox';

describe('the daily duty', () => {
  const begin = (hour: string) => reconciliationBench([], new Date(`2026-11-21T${hour}Z`));

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
    const { channel, clock, log, background, duty, stored } = reconciliationBench();
    await stored.insert(paid);
    const line = lineOf('payment', latest(paid).attemptId, minuteOf(600), money(10_000), 'pending');
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
