import { beforeEach, describe, expect, test } from 'vitest';
import type { EventLog, LogSpan } from '../../src/ports/event-log.ts';
import type { LoggedEvent, NewEvent } from '../../src/ports/logged-event.ts';
import { idsOf, logged, loggedEvent, orderA, orderB, orderC, orderD, orderE } from '../builders/events.ts';
import { after, start } from '../builders/times.ts';
import type { SettableClock } from '../in-memory/settable-clock.ts';
import type { Instances } from './instances.ts';

const everything: LogSpan = {
  keptFrom: after(-1_000),
  from: null,
  before: null,
  type: null,
  after: null,
  completeUpTo: start,
};

/**
 * The contract of every `EventLog`.
 * @param clock the clock by which both instances record when an event enters the log
 */
export function eventLogContract(open: () => Instances<EventLog>, clock: SettableClock): void {
  beforeEach(() => clock.set(start));

  describe('an event', () => {
    test('is found as it was appended, by its order, in order of sequence', async () => {
      const [one, other] = open();
      for (const sequence of [2, 10, 1]) await one.append(loggedEvent(orderA, sequence));
      await one.append(loggedEvent(orderB, 1));
      expect(await other.listOfOrder(orderA)).toEqual(
        [1, 2, 10].map((sequence) => logged(loggedEvent(orderA, sequence))),
      );
    });

    test('that is already there is left unchanged', async () => {
      const [one, other] = open();
      expect(await one.append(loggedEvent(orderA, 1))).toBe('appended');
      expect(await other.append(loggedEvent(orderA, 1, { body: 'other' }))).toBe('known');
      expect(await one.listOfOrder(orderA)).toEqual([logged(loggedEvent(orderA, 1))]);
    });

    test('is appended by one of many concurrent callers', async () => {
      const instances = open();
      const outcomes = await Promise.all(
        Array.from({ length: 50 }, (_, index) => instances[index % 2]?.append(loggedEvent(orderA, 1))),
      );
      expect(outcomes.filter((outcome) => outcome === 'appended')).toHaveLength(1);
    });
  });

  test('an event is recorded in real time, however far the business clock is moved', async () => {
    const [one, other] = open();
    clock.move(86_400);
    try {
      await one.append(loggedEvent(orderA, 1, { createdAt: clock.now() }));
    } finally {
      clock.move(-86_400);
    }
    clock.pass(1);
    await other.append(loggedEvent(orderB, 1));
    const list = await one.listOfMerchant('mer_1', everything, 10);
    expect(list.map(({ orderId, loggedAt }) => [orderId, loggedAt])).toEqual([
      [orderA, start],
      [orderB, after(1)],
    ]);
  });

  describe('removeEnded', () => {
    test('removes old events that are delivered or given up, up to the limit, and no pending ones', async () => {
      const [one, other] = open();
      clock.set(after(60));
      for (const [index, state] of (['delivered', 'failed', 'delivered'] as const).entries()) {
        await one.append(loggedEvent(orderA, index + 1, { delivery: { state, nextTryAt: null } }));
      }
      await one.append(loggedEvent(orderA, 4));
      const left = async () => (await one.listOfOrder(orderA)).map(({ sequence }) => sequence);
      // How long an event is kept depends on when it happened. The events happened at the start, so their later times in the
      // log do not matter.
      const later = after(0.001);
      expect(await other.removeEnded(start, 10)).toBe(0);
      expect(await left()).toEqual([1, 2, 3, 4]);
      expect(await other.removeEnded(later, 2)).toBe(2);
      expect(await other.removeEnded(later, 2)).toBe(1);
      expect(await other.removeEnded(later, 2)).toBe(0);
      expect(await left()).toEqual([4]);
    });
  });

  describe('a merchant’s events', () => {
    /** Appends an event of an order, which enters the log at the given moment. */
    async function appendAt(
      log: EventLog,
      seconds: number,
      orderId: string,
      overrides: Partial<NewEvent> = {},
    ) {
      clock.set(after(seconds));
      await log.append(loggedEvent(orderId, 1, overrides));
    }

    test('are sorted by when the log took them, not by when they happened, then by ID', async () => {
      const [one, other] = open();
      await appendAt(one, 20, orderB);
      await appendAt(other, 20, orderA);
      // A crash left this event in its order, so it entered the log long after it happened.
      await appendAt(one, 30, orderC, { createdAt: after(-300) });
      await appendAt(one, 10, orderD, { merchantId: 'mer_2' });
      const list = await other.listOfMerchant('mer_1', everything, 10);
      expect(list.map(({ orderId, loggedAt }) => [orderId, loggedAt])).toEqual([
        [orderA, after(20)],
        [orderB, after(20)],
        [orderC, after(30)],
      ]);
    });

    test('are listed within a span, of a type, up to a limit', async () => {
      const [one] = open();
      await appendAt(one, 10, orderA);
      await appendAt(one, 20, orderB, { type: 'order.payment.failed' });
      await appendAt(one, 30, orderC);
      const list = async (span: Partial<LogSpan>, limit = 10) =>
        (await one.listOfMerchant('mer_1', { ...everything, ...span }, limit)).map(({ orderId }) => orderId);
      expect(await list({ from: after(20) })).toEqual([orderB, orderC]);
      expect(await list({ before: after(20) })).toEqual([orderA]);
      expect(await list({ from: after(20), before: after(20) })).toEqual([]);
      expect(await list({ type: 'order.payment.failed' })).toEqual([orderB]);
      expect(await list({}, 2)).toEqual([orderA, orderB]);
      expect(await list({ keptFrom: after(0.001) })).toEqual([]);
    });

    test('are listed page by page, even within one moment, without duplicates or gaps', async () => {
      const [one, other] = open();
      for (const orderId of [orderD, orderB, orderC, orderA]) await appendAt(one, 20, orderId);
      await appendAt(one, 21, orderE);
      const seen: string[] = [];
      for (let position: LogSpan['after'] = null; ; ) {
        const [next] = await other.listOfMerchant('mer_1', { ...everything, after: position }, 1);
        if (next === undefined) break;
        seen.push(next.orderId);
        position = next;
      }
      expect(seen).toEqual([orderA, orderB, orderC, orderD, orderE]);
      // A position before the start of the span leaves out no event of the span.
      const early = { loggedAt: after(1), eventId: 'evt_z' };
      const span = { ...everything, from: after(20), after: early };
      expect(await one.listOfMerchant('mer_1', span, 10)).toHaveLength(5);
    });

    test('from very different times are listed completely and in order, in pages of any size', async () => {
      const [one, other] = open();
      const days = [0, 0.0001, 0.001, 0.01, 0.5, 4, 4.5, 20, 29.9, 31, 60];
      const orderIds = days.map((_, index) => `ord_${index.toString(16).padStart(32, '0')}`);
      for (const [index, day] of days.entries()) await appendAt(one, day * 86_400, orderIds[index] ?? '');
      for (const completeDays of [-1, 4.2, 61]) {
        const span = { ...everything, completeUpTo: after(completeDays * 86_400) };
        for (const size of [1, 3, 20]) {
          const seen: LoggedEvent[] = [];
          for (let page: readonly LoggedEvent[] | null = null; page === null || page.length === size; ) {
            page = await other.listOfMerchant('mer_1', { ...span, after: seen.at(-1) ?? null }, size);
            seen.push(...page);
          }
          expect(seen.map(({ orderId }) => orderId)).toEqual(orderIds);
        }
        const within = { ...span, from: after(0.001 * 86_400), before: after(29.9 * 86_400) };
        const found = await other.listOfMerchant('mer_1', within, 20);
        expect(found.map(({ orderId }) => orderId)).toEqual(orderIds.slice(2, 8));
      }
      for (const [index, day] of days.entries()) {
        const last = await other.lastOfMerchant('mer_1', after((day + 0.00001) * 86_400));
        expect(last?.eventId).toBe(loggedEvent(orderIds[index] ?? '', 1).eventId);
      }
    });

    test('have a last one up to a given time', async () => {
      const [one, other] = open();
      await appendAt(one, 10, orderB);
      await appendAt(one, 10, orderA);
      await appendAt(one, 20, orderC);
      await appendAt(one, 15, orderD, { merchantId: 'mer_2' });
      const last = async (seconds: number) => (await other.lastOfMerchant('mer_1', after(seconds)))?.eventId;
      expect(await last(9.999)).toBeUndefined();
      expect(await last(10)).toBe(loggedEvent(orderB, 1).eventId);
      expect(await last(19.999)).toBe(loggedEvent(orderB, 1).eventId);
      expect(await last(99)).toBe(loggedEvent(orderC, 1).eventId);
    });

    test('are found by their IDs if they are there', async () => {
      const [one, other] = open();
      await appendAt(one, 0, orderA);
      await appendAt(one, 0, orderB);
      const [first, second] = [loggedEvent(orderA, 1).eventId, loggedEvent(orderB, 1).eventId];
      expect(idsOf(await other.find([second, 'evt_none', first]))).toEqual([first, second]);
      expect(await other.find([])).toEqual([]);
    });
  });
}
