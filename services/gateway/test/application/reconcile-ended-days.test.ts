import { beforeEach, describe, expect, test } from 'vitest';
import {
  presentReconciliation,
  presentSummary,
} from '../../src/adapters/inbound/http/operations/reconciliation-presenter.ts';
import { attemptIdOf, deriveOrderId } from '../../src/domain/order/order-identifiers.ts';
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

  test('compares a day again that an operator compared before the books of every channel were closed', async () => {
    const { channel, clock, alerts, background, duty, reconcile } = begin('00:10:00');
    expect(await reconcile()).toMatchObject({ differences: [] });
    // The channel closes its books late: it adds a payment of the day which the gateway does not know.
    const unknown = attemptIdOf(deriveOrderId(merchantId, 'lost'), 1);
    channel.lines = [lineOf('payment', unknown, minuteOf(1_439))];
    clock.pass(5 * 3_600);
    await duty().execute();
    await background.finish();
    expect(alerts.raised).toContainEqual(
      expect.objectContaining({ kind: 'reconciliation_difference', date: DATE }),
    );
  });

  test('asks again each hour while the books are unavailable, and raises an alert each time', async () => {
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
    // The day is still compared, even if another day has ended meanwhile.
    clock.pass(24 * 3_600);
    await run();
    const outcomes = (await log.list(null, 10)).map(({ date, outcome }) => `${date} ${outcome?.kind}`);
    expect(outcomes).toEqual(['2026-11-21 compared', `${DATE} compared`]);
  });

  test('compares a day with pending entries again each day for a week', async () => {
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

  test('raises an alert after a week about counted money that the channel still has as pending', async () => {
    const { channel, clock, alerts, log, background, duty, stored } = begin('05:00:00');
    const paid = paidOn(`${DATE}T09:00:00.000Z`, { merchantId, number: 'T1' });
    await stored.insert(paid);
    const { attemptId } = latest(paid);
    channel.lines = [lineOf('payment', attemptId, minuteOf(540), money(10_000), 'pending')];
    const outcome = async () => (await log.find({ channelId, date: DATE }))?.outcome;
    for (let day = 0; day < 7; day += 1) {
      await duty().execute();
      await background.finish();
      expect(await outcome()).toMatchObject({ reconciliation: { pendingCount: 1, differences: [] } });
      clock.pass(24 * 3_600);
    }
    expect(alerts.kinds).not.toContain('reconciliation_difference');
    await duty().execute();
    await background.finish();
    expect(await outcome()).toMatchObject({
      reconciliation: { pendingCount: 0, differences: [{ kind: 'missing_there', reference: attemptId }] },
    });
    expect(alerts.kinds).toContain('reconciliation_difference');
  });

  test.each([
    ['was stored, but the answer was lost', true],
    ['could not be stored', false],
  ])('raises the alert about a difference even if the result %s', async (_case, isStored) => {
    const { channel, log, alerts, background, duty } = begin('05:00:00');
    const unknown = attemptIdOf(deriveOrderId(merchantId, 'lost'), 1);
    channel.lines = [lineOf('payment', unknown, minuteOf(2))];
    const conclude = log.conclude.bind(log);
    log.conclude = async (...result) => {
      if (isStored) await conclude(...result);
      throw new Error('no answer');
    };
    await duty().execute();
    await background.finish();
    expect(alerts.raised).toContainEqual(
      expect.objectContaining({ kind: 'reconciliation_difference', date: DATE }),
    );
  });

  test('keeps known differences if the day is compared again while its books are unavailable', async () => {
    const { channel, clock, log, background, duty, reconcile, reconcileDay } = begin('05:00:00');
    const unknown = attemptIdOf(deriveOrderId(merchantId, 'lost'), 1);
    channel.lines = [lineOf('payment', unknown, minuteOf(2))];
    await reconcile();
    const shown = async () => {
      const record = await log.find({ channelId, date: DATE });
      return record && presentReconciliation(record, clock.realNow());
    };
    const first = await shown();
    expect(first).toMatchObject({ state: 'done', detail: null, counts: { missing_here: 1 } });
    channel.areBooksOpen = false;
    clock.pass(3_600);
    for (let time = 0; time < 2; time += 1) {
      await reconcileDay.execute(channelId, DATE, 10_000);
      expect(await shown()).toEqual({ ...first, state: 'unavailable', detail: 'not closed yet' });
    }
    channel.areBooksOpen = true;
    channel.lines = [];
    clock.pass(3_600);
    await duty().execute();
    await background.finish();
    expect(await shown()).toMatchObject({ state: 'done', detail: null, counts: { missing_here: 0 } });
  });

  test('takes over the claim of a dead instance', async () => {
    const { channel, clock, log, background, duty } = begin('05:00:00');
    const now = clock.realNow();
    await log.claim({ channelId, date: DATE, dueAt: now }, { now, until: new Date(now.getTime() + 1_000) });
    await duty().execute();
    expect(channel.statements).toBe(0);
    clock.pass(1);
    await duty().execute();
    await background.finish();
    expect(await log.find({ channelId, date: DATE })).toMatchObject({ outcome: { kind: 'compared' } });
  });

  describe('after an instance whose clock was ahead compared days', () => {
    const DAYS_AHEAD = 3;
    const unknown = attemptIdOf(deriveOrderId(merchantId, 'lost'), 1);

    async function runsOf({ background }: ReturnType<typeof begin>, instance: ReturnType<typeof bench.duty>) {
      for (let run = 0; run < 3; run += 1) {
        await instance.execute();
        await background.finish();
      }
    }
    let bench: ReturnType<typeof begin>;
    beforeEach(() => {
      bench = begin('05:00:00');
    });

    test.each([
      ['the same instance', true],
      ['another instance', false],
    ])('%s compares them again once they have ended', async (_case, isSame) => {
      const { channel, clock, alerts, log, duty } = bench;
      const [ahead, right] = [duty(), duty()];
      await runsOf(bench, isSame ? ahead : right);
      clock.pass(DAYS_AHEAD * 86_400);
      await runsOf(bench, ahead);
      clock.pass(600 - DAYS_AHEAD * 86_400);
      channel.lines = [lineOf('payment', unknown, minuteOf(1_440 + 600))];
      await runsOf(bench, isSame ? ahead : right);
      expect(alerts.kinds).not.toContain('reconciliation_difference');
      // The next morning.
      clock.pass(86_400 - 600);
      await runsOf(bench, isSame ? ahead : right);
      expect(alerts.raised).toMatchObject([{ kind: 'reconciliation_difference', date: '2026-11-21' }]);
      expect(await log.find({ channelId, date: '2026-11-21' })).toMatchObject({
        outcome: { kind: 'compared', at: clock.now(), reconciliation: { counts: { missing_here: 1 } } },
      });
    });

    test('compares an ended day again at once, because it waited too short for pending money', async () => {
      const { channel, clock, alerts, log, duty, stored } = bench;
      const paid = paidOn(`${DATE}T09:00:00.000Z`, { merchantId, number: 'T1' });
      await stored.insert(paid);
      channel.lines = [lineOf('payment', latest(paid).attemptId, minuteOf(540), money(10_000), 'pending')];
      const instance = duty();
      await runsOf(bench, instance);
      clock.pass(8 * 86_400);
      await runsOf(bench, instance);
      expect(alerts.kinds).toContain('reconciliation_difference');
      clock.pass(-8 * 86_400);
      await runsOf(bench, instance);
      const outcome = async () => (await log.find({ channelId, date: DATE }))?.outcome;
      expect(await outcome()).toMatchObject({ reconciliation: { pendingCount: 1, differences: [] } });
    });

    test('leaves a day as it is if the other clock is ahead by less than clocks differ', async () => {
      const { channel, clock, duty } = bench;
      const right = duty();
      clock.pass(40);
      await runsOf(bench, duty());
      clock.pass(-40);
      await runsOf(bench, right);
      expect(channel.statements).toBe(1);
    });
  });

  describe('after the gateway was down', () => {
    const DAY_SECONDS = 86_400;

    /** Runs the duty repeatedly on one instance, once a minute. */
    function runsOf({ duty, background, clock }: ReturnType<typeof begin>) {
      const instance = duty();
      return async (count: number) => {
        for (let run = 0; run < count; run += 1) {
          await instance.execute();
          await background.finish();
          clock.pass(60);
        }
      };
    }

    test('the daily reconciliation compares every day that it missed, the latest first, a bounded number in each run (fault 57)', async () => {
      const bench = begin('05:00:00');
      const { channel, clock, log } = bench;
      const run = runsOf(bench);
      await run(1);
      clock.pass(100 * DAY_SECONDS);
      const asked: string[] = [];
      const statement = channel.statement.bind(channel);
      channel.statement = (span) => {
        asked.push(span.from.toISOString().slice(0, 10));
        return statement(span);
      };
      await run(1);
      expect(asked[0]).toBe('2027-02-28');
      expect(asked.length).toBeGreaterThan(10);
      expect(asked.length).toBeLessThan(100);
      const waiting = await log.find({ channelId, date: '2026-11-21' });
      expect(waiting && presentSummary(waiting, clock.realNow())).toMatchObject({ state: 'waiting' });
      await run(9);
      expect(asked).toHaveLength(100);
      expect([...asked].sort()[0]).toBe('2026-11-21');
      const records = await log.list(null, 200);
      expect(records.map(({ outcome }) => outcome?.kind)).toEqual(records.map(() => 'compared'));
      expect(records).toHaveLength(101);
    });

    test('compares the day that has just ended before the rest of the backlog', async () => {
      const bench = begin('05:00:00');
      const { channel, clock, log } = bench;
      await runsOf(bench)(1);
      clock.pass(50 * DAY_SECONDS);
      const asked: string[] = [];
      const statement = channel.statement.bind(channel);
      const duty = bench.duty();
      channel.statement = async (span) => {
        asked.push(span.from.toISOString().slice(0, 10));
        if (asked.length === 10) {
          clock.pass(DAY_SECONDS);
          await duty.execute();
        }
        return statement(span);
      };
      await duty.execute();
      await bench.background.finish();
      expect(asked.indexOf('2027-01-10')).toBeGreaterThan(9);
      expect(asked.indexOf('2027-01-10')).toBeLessThan(16);
      expect(await log.find({ channelId, date: '2027-01-10' })).toMatchObject({
        outcome: { kind: 'compared' },
      });
    });

    test('compares days in between that an earlier version left out', async () => {
      const bench = begin('05:00:00');
      const { reconcile, log } = bench;
      await reconcile('2026-10-01');
      await runsOf(bench)(5);
      expect((await log.list(null, 100)).map(({ outcome }) => outcome?.kind)).toEqual(
        Array.from({ length: 51 }, () => 'compared'),
      );
    });

    test('begins on the day on which the account was added if no day was ever begun', async () => {
      const bench = begin('05:00:00');
      const { channels, log } = bench;
      channels.added.set(channelId, new Date('2026-11-08T23:59:59.999Z'));
      await runsOf(bench)(2);
      const dates = (await log.list(null, 100)).map(({ date }) => date);
      expect([dates[0], dates.at(-1), dates.length]).toEqual([DATE, '2026-11-08', 13]);
    });

    test('begins with the latest ended day for an account added today', async () => {
      const bench = begin('05:00:00');
      const { channels, log } = bench;
      channels.added.set(channelId, new Date('2026-11-21T04:59:00.000Z'));
      await runsOf(bench)(2);
      expect((await log.list(null, 100)).map(({ date }) => date)).toEqual([DATE]);
    });

    test('while a channel’s books of a day stay unavailable, the gateway asks for them every day and shows the day as not compared (fault 57)', async () => {
      const bench = begin('05:00:00');
      const { channel, clock, log } = bench;
      const run = runsOf(bench);
      channel.areBooksOpen = false;
      await run(1);
      clock.pass(30 * DAY_SECONDS);
      const statement = channel.statement.bind(channel);
      let asked = 0;
      channel.statement = (span) => {
        if (span.from.toISOString().startsWith(DATE)) asked += 1;
        return statement(span);
      };
      for (let hour = 0; hour < 72; hour += 1) {
        await run(2);
        clock.pass(3_600 - 120);
      }
      expect(asked).toBe(3);
      expect(await log.find({ channelId, date: DATE })).toMatchObject({ outcome: { kind: 'unavailable' } });
      channel.areBooksOpen = true;
      clock.pass(DAY_SECONDS);
      await run(10);
      expect(await log.find({ channelId, date: DATE })).toMatchObject({ outcome: { kind: 'compared' } });
    });
  });
});
