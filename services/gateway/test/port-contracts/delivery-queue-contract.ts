import { beforeEach, describe, expect, test } from 'vitest';
import { type DeliveryOutcome, type DeliveryQueue, MAX_KEPT_TRIES } from '../../src/ports/delivery-queue.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import type { DeliveryTry } from '../../src/ports/logged-event.ts';
import { idsOf, logged, loggedEvent, orderA, orderB, orderC, orderD } from '../builders/events.ts';
import { after, at, start } from '../builders/times.ts';
import type { SettableClock } from '../in-memory/settable-clock.ts';
import type { Instances } from './instances.ts';

const failedTry: DeliveryTry = {
  at: after(1),
  durationMs: 12,
  httpStatus: 500,
  error: null,
  answer: 'no',
};

/** Records an attempt of a due event. */
async function recordTry(
  queue: DeliveryQueue,
  eventId: string,
  outcome: DeliveryOutcome,
  latestTry = failedTry,
) {
  await queue.take(eventId, at(99_999), after(100_024));
  await queue.recordTry(eventId, after(100_024), outcome, latestTry);
}

/** The event log, and the queue of its deliveries. */
export interface LogAndQueue {
  readonly events: EventLog;
  readonly deliveries: DeliveryQueue;
}

/**
 * The contract of every `DeliveryQueue`.
 * @param clock the clock by which the log records when an event enters it
 */
export function deliveryQueueContract(open: () => Instances<LogAndQueue>, clock: SettableClock): void {
  beforeEach(() => clock.set(start));

  describe('an attempt', () => {
    test('is leased to one of many concurrent callers, and only when it is due', async () => {
      const instances = open();
      const { eventId } = loggedEvent(orderA, 1);
      await instances[0].events.append(loggedEvent(orderA, 1));
      expect(await instances[0].deliveries.take(eventId, at(-1), after(25))).toBe(false);
      const taken = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          instances[index % 2]?.deliveries.take(eventId, at(0), after(25)),
        ),
      );
      expect(taken.filter(Boolean)).toHaveLength(1);
    });

    test('is leased or refused on its own, even if many are wanted at once and some belong to another process', async () => {
      const [one, other] = open();
      const orderIds = Array.from({ length: 12 }, (_, index) => `ord_${index.toString(16).repeat(32)}`);
      const wanted = orderIds.map((orderId) => loggedEvent(orderId, 1).eventId);
      for (const [index, orderId] of orderIds.entries()) {
        const nextTryAt = after(index === 3 ? 99 : 0);
        const leasedUntil = index === 4 ? after(30) : null;
        await one.events.append(loggedEvent(orderId, 1, { delivery: { nextTryAt, leasedUntil } }));
      }
      // The other process's lease even ends at the same time.
      await other.deliveries.take(wanted[5] ?? '', at(0), after(25));
      const asked = [...wanted, 'evt_none', wanted[6] ?? ''];
      const taken = await Promise.all(asked.map((eventId) => one.deliveries.take(eventId, at(0), after(25))));
      expect(taken).toEqual(asked.map((_, index) => ![3, 4, 5, 12, 13].includes(index)));
      const acknowledged = { state: 'delivered', failures: 0, nextTryAt: null } as const;
      await Promise.all(
        wanted.map((eventId, index) =>
          one.deliveries.recordTry(eventId, after(index === 7 ? 24 : 25), acknowledged, failedTry),
        ),
      );
      const stored = await Promise.all(orderIds.map((orderId) => other.events.listOfOrder(orderId)));
      const pending = stored.flat().filter(({ delivery }) => delivery.state === 'pending');
      expect(idsOf(pending)).toEqual([3, 4, 7].map((index) => wanted[index]));
    });

    test('is leased together with another one that ends at another time', async () => {
      const [one, other] = open();
      const [a, b] = [loggedEvent(orderA, 1), loggedEvent(orderB, 1)];
      for (const event of [a, b]) await one.events.append(event);
      const taken = await Promise.all([
        one.deliveries.take(a.eventId, at(0), after(25)),
        one.deliveries.take(b.eventId, at(1), after(26)),
      ]);
      expect(taken).toEqual([true, true]);
      const leases = (await Promise.all([orderA, orderB].map((id) => other.events.listOfOrder(id)))).flat();
      expect(leases.map(({ delivery }) => delivery.leasedUntil)).toEqual([after(25), after(26)]);
    });

    test('once the lease of a delivery has ended, another process can lease the delivery (fault 3)', async () => {
      const [one, other] = open();
      const { eventId } = loggedEvent(orderA, 1);
      await one.events.append(loggedEvent(orderA, 1));
      await one.deliveries.take(eventId, at(0), after(25));
      expect(await other.deliveries.take(eventId, at(24.999), after(50))).toBe(false);
      expect(await other.deliveries.take(eventId, at(25), after(50))).toBe(true);
    });

    test('stays leased, however far the business clock is moved', async () => {
      const [one, other] = open();
      const { eventId } = loggedEvent(orderA, 1);
      await one.events.append(loggedEvent(orderA, 1));
      await one.deliveries.take(eventId, at(0), after(25));
      const moved = { business: after(270_000), real: after(24.999) };
      expect(await other.deliveries.listOrdersDue(moved, 10, [])).toEqual({ orders: [], areAll: true });
      expect(await other.deliveries.take(eventId, moved, after(50))).toBe(false);
      await other.deliveries.postpone([eventId], moved, after(300_000));
      const over = { business: start, real: after(25) };
      expect(await other.deliveries.listOrdersDue(over, 10, [])).toMatchObject({
        orders: [{ orderId: orderA, lastSequence: 1 }],
      });
      expect(await other.deliveries.take(eventId, over, after(50))).toBe(true);
    });

    test('of an unknown event is not leased', async () => {
      expect(await open()[0].deliveries.take('evt_none', at(0), after(25))).toBe(false);
    });

    test('is recorded with the next step', async () => {
      const [one, other] = open();
      const event = loggedEvent(orderA, 1);
      await one.events.append(event);
      await one.deliveries.take(event.eventId, at(0), after(25));
      const delivery = { state: 'pending', failures: 1, nextTryAt: after(6) } as const;
      await one.deliveries.recordTry(event.eventId, after(25), delivery, failedTry);
      expect(await other.deliveries.listPendingOfOrder(orderA)).toEqual([
        {
          ...logged(event),
          delivery: { ...delivery, isResent: false, leasedUntil: null, tries: [failedTry] },
        },
      ]);
    });

    test.each(['delivered', 'failed'] as const)('that ends the delivery as %s ends it', async (state) => {
      const [one, other] = open();
      const event = loggedEvent(orderA, 1);
      await one.events.append(event);
      await one.deliveries.take(event.eventId, at(0), after(25));
      await one.deliveries.recordTry(
        event.eventId,
        after(25),
        { state, failures: 0, nextTryAt: null },
        failedTry,
      );
      expect(await other.deliveries.listPendingOfOrder(orderA)).toEqual([]);
      expect(await other.deliveries.take(event.eventId, at(9_999), after(10_000))).toBe(false);
      expect(await other.deliveries.listOrdersDue(at(9_999), 10, [])).toEqual({ orders: [], areAll: true });
      await other.deliveries.release(event.eventId, after(25));
      await other.deliveries.postpone([event.eventId], at(1), after(2));
      expect(await other.deliveries.listOrdersDue(at(9_999), 10, [])).toEqual({ orders: [], areAll: true });
    });

    test('a process whose lease has ended can neither record an attempt nor release the lease that another process has taken over (fault 11)', async () => {
      const [one, other] = open();
      const event = loggedEvent(orderA, 1);
      await one.events.append(event);
      await one.deliveries.take(event.eventId, at(0), after(25));
      await other.deliveries.take(event.eventId, at(25), after(50));
      const failed = { state: 'pending', failures: 1, nextTryAt: after(30) } as const;
      await one.deliveries.recordTry(event.eventId, after(25), failed, failedTry);
      await one.deliveries.release(event.eventId, after(25));
      await one.deliveries.postpone([event.eventId], at(49), after(90));
      const third = { state: 'pending', failures: 3, nextTryAt: after(155) } as const;
      await other.deliveries.recordTry(event.eventId, after(50), third, failedTry);
      await one.deliveries.recordTry(event.eventId, after(25), failed, failedTry);
      const [stored] = await one.events.listOfOrder(orderA);
      expect(stored?.delivery).toEqual({ ...third, isResent: false, leasedUntil: null, tries: [failedTry] });
    });

    test('that was slower than the acknowledgement changes nothing', async () => {
      const [one, other] = open();
      const event = loggedEvent(orderA, 1);
      await one.events.append(event);
      await one.deliveries.take(event.eventId, at(0), after(25));
      const acknowledged = { state: 'delivered', failures: 0, nextTryAt: null } as const;
      await one.deliveries.recordTry(event.eventId, after(25), acknowledged, failedTry);
      const failed = { state: 'pending', failures: 1, nextTryAt: after(5) } as const;
      await other.deliveries.recordTry(event.eventId, after(25), failed, failedTry);
      const [stored] = await one.events.listOfOrder(orderA);
      expect(stored?.delivery).toEqual({
        ...acknowledged,
        isResent: false,
        leasedUntil: null,
        tries: [failedTry],
      });
    });
  });

  describe('a later moment', () => {
    test('is set for pending events that are due, not for those that wait or are leased', async () => {
      const [one, other] = open();
      const due = loggedEvent(orderA, 1);
      const inHand = loggedEvent(orderA, 2, { delivery: { leasedUntil: after(25) } });
      const waiting = loggedEvent(orderA, 3, { delivery: { nextTryAt: after(7) } });
      for (const event of [due, inHand, waiting]) await one.events.append(event);
      const eventIds = [due.eventId, inHand.eventId, waiting.eventId, 'evt_none'];
      await one.deliveries.postpone(eventIds, at(0), after(30));
      const stored = await other.events.listOfOrder(orderA);
      expect(stored.map(({ delivery }) => delivery.nextTryAt)).toEqual([after(30), start, after(7)]);
    });

    test('is not needed if a lease is given back: the event is due immediately', async () => {
      const [one, other] = open();
      const leased = loggedEvent(orderA, 1, { delivery: { leasedUntil: after(25) } });
      await one.events.append(leased);
      expect(await other.deliveries.take(leased.eventId, at(1), after(26))).toBe(false);
      await one.deliveries.release(leased.eventId, after(25));
      expect(await other.deliveries.take(leased.eventId, at(1), after(26))).toBe(true);
    });
  });

  describe('firstToTry', () => {
    test('is the pending event whose attempt comes first, and its time', async () => {
      const [one, other] = open();
      expect(await one.deliveries.firstToTry()).toBeNull();
      const ended = { state: 'delivered', nextTryAt: null } as const;
      await one.events.append(loggedEvent(orderA, 1, { delivery: ended }));
      expect(await other.deliveries.firstToTry()).toBeNull();
      await one.events.append(loggedEvent(orderB, 1, { delivery: { nextTryAt: after(40) } }));
      await one.events.append(
        loggedEvent(orderA, 2, { delivery: { nextTryAt: after(30), leasedUntil: after(25) } }),
      );
      const { eventId } = loggedEvent(orderA, 2);
      expect(await other.deliveries.firstToTry()).toEqual({ eventId, orderId: orderA, at: after(30) });
    });
  });

  describe('listPendingOfOrder', () => {
    test('finds every event up to a sequence number, although earlier ones are gone or ended', async () => {
      const [one, other] = open();
      const ended = { state: 'delivered', nextTryAt: null } as const;
      for (const sequence of [2, 3, 5, 9, 30]) {
        const delivery = sequence === 3 ? ended : { nextTryAt: after(7), leasedUntil: after(25) };
        await one.events.append(loggedEvent(orderA, sequence, { delivery }));
      }
      await one.events.append(loggedEvent(orderB, 1));
      const upTo = async (last?: number) =>
        (await other.deliveries.listPendingOfOrder(orderA, last)).map(({ sequence }) => sequence);
      expect(await upTo()).toEqual([2, 5, 9, 30]);
      expect((await upTo(5)).slice(0, 2)).toEqual([2, 5]);
      expect((await upTo(9)).slice(0, 3)).toEqual([2, 5, 9]);
      expect(await upTo(30)).toEqual([2, 5, 9, 30]);
      const many = await Promise.all(
        [orderA, orderB, orderC].map((id) => other.deliveries.listPendingOfOrder(id, 2)),
      );
      expect(many.map((events) => events[0]?.eventId)).toEqual([
        loggedEvent(orderA, 2).eventId,
        loggedEvent(orderB, 1).eventId,
        undefined,
      ]);
    });
  });

  describe('listOrdersDue', () => {
    test('names each order once, the longest waiting first, without some merchants, and says whether it found all', async () => {
      const [one, other] = open();
      const due = (seconds: number) => ({ delivery: { nextTryAt: after(seconds) } });
      await one.events.append(loggedEvent(orderA, 1, due(30)));
      await one.events.append(loggedEvent(orderB, 1, { merchantId: 'mer_2', ...due(10) }));
      await one.events.append(loggedEvent(orderB, 2, { merchantId: 'mer_2', ...due(20) }));
      await one.events.append(loggedEvent(orderC, 1, due(31)));
      const listed = (seconds: number, limit: number, except: readonly string[] = []) =>
        other.deliveries.listOrdersDue(at(seconds), limit, except);
      const ofB = { orderId: orderB, lastSequence: 2 };
      expect(await listed(30, 10)).toEqual({
        orders: [ofB, { orderId: orderA, lastSequence: 1 }],
        areAll: true,
      });
      expect(await listed(30, 1)).toEqual({ orders: [{ ...ofB, lastSequence: 1 }], areAll: false });
      expect(await listed(30, 2)).toEqual({ orders: [ofB], areAll: false });
      expect(await listed(30, 10, ['mer_2'])).toEqual({
        orders: [{ orderId: orderA, lastSequence: 1 }],
        areAll: false,
      });
      expect(await listed(30, 10, ['mer_2', 'mer_1'])).toEqual({ orders: [], areAll: false });
      expect(await listed(9, 10)).toEqual({ orders: [], areAll: true });
    });
  });

  describe('events that were given up', () => {
    test('are listed latest first, page by page, of all merchants or of one', async () => {
      const [one, other] = open();
      const ended = { state: 'failed', failures: 13, nextTryAt: null } as const;
      for (const [index, orderId] of [orderB, orderA, orderC, orderD].entries()) {
        clock.set(after(index < 2 ? 10 : 20));
        const event = loggedEvent(orderId, 1, orderId === orderC ? { merchantId: 'mer_2' } : {});
        await one.events.append(event);
        if (orderId !== orderD) await recordTry(one.deliveries, event.eventId, ended);
      }
      const [a, b, c] = [orderA, orderB, orderC].map((orderId) => loggedEvent(orderId, 1).eventId);
      expect(idsOf(await other.deliveries.listFailed(null, null, 10))).toEqual([c, b, a]);
      expect(idsOf(await other.deliveries.listFailed('mer_1', null, 1))).toEqual([b]);
      expect(
        idsOf(await other.deliveries.listFailed('mer_1', { loggedAt: after(10), eventId: b ?? '' }, 9)),
      ).toEqual([a]);
      expect(
        idsOf(await other.deliveries.listFailed(null, { loggedAt: after(20), eventId: c ?? '' }, 9)),
      ).toEqual([b, a]);
      expect(await other.deliveries.countFailed(10)).toBe(3);
      expect(await other.deliveries.countFailed(2)).toBe(2);
    });
  });

  describe('a resend', () => {
    test.each(['delivered', 'failed'] as const)(
      'makes an event that was %s due, and keeps its attempts',
      async (state) => {
        const [one, other] = open();
        const event = loggedEvent(orderA, 1);
        await one.events.append(event);
        await recordTry(one.deliveries, event.eventId, { state, failures: 13, nextTryAt: null });
        await other.deliveries.deliverAnew([event.eventId, 'evt_none'], after(50));
        const due = { state: 'pending', failures: 0, nextTryAt: after(50), isResent: true } as const;
        expect(await one.deliveries.listPendingOfOrder(orderA)).toEqual([
          { ...logged(event), delivery: { ...due, leasedUntil: null, tries: [failedTry] } },
        ]);
        expect(await one.deliveries.take(event.eventId, at(50), after(75))).toBe(true);
      },
    );

    test('keeps the position of an event for which others still wait, and makes those due too', async () => {
      const [one, other] = open();
      const [first, second, elsewhere] = [
        loggedEvent(orderA, 1),
        loggedEvent(orderA, 2, { delivery: { nextTryAt: after(86_400) } }),
        loggedEvent(orderB, 1, { delivery: { nextTryAt: after(86_400) } }),
      ];
      for (const event of [first, second, elsewhere]) await one.events.append(event);
      await recordTry(one.deliveries, first.eventId, {
        state: 'pending',
        failures: 1,
        nextTryAt: after(86_400),
      });
      await other.deliveries.deliverAnew([first.eventId], after(50));
      expect((await one.events.listOfOrder(orderA)).map(({ delivery }) => delivery)).toMatchObject([
        { failures: 0, nextTryAt: after(50), isResent: false },
        { failures: 0, nextTryAt: after(50), isResent: false },
      ]);
      expect((await one.events.listOfOrder(orderB))[0]?.delivery.nextTryAt).toEqual(after(86_400));
    });

    test('is not undone by a running attempt', async () => {
      const [one, other] = open();
      const event = loggedEvent(orderA, 1);
      await one.events.append(event);
      await recordTry(one.deliveries, event.eventId, {
        state: 'pending',
        failures: 12,
        nextTryAt: after(40),
      });
      expect(await one.deliveries.take(event.eventId, at(40), after(65))).toBe(true);
      await other.deliveries.deliverAnew([event.eventId], after(50));
      const givenUp = { state: 'failed', failures: 13, nextTryAt: null } as const;
      await one.deliveries.recordTry(event.eventId, after(65), givenUp, failedTry);
      expect((await one.events.listOfOrder(orderA))[0]?.delivery).toMatchObject({
        state: 'pending',
        failures: 0,
      });
    });

    test('makes an event that waits for a retry due, and leaves a new one unchanged', async () => {
      const [one, other] = open();
      const [waiting, fresh] = [loggedEvent(orderA, 1), loggedEvent(orderA, 2)];
      await one.events.append(waiting);
      await one.events.append(fresh);
      const hours = { state: 'pending', failures: 4, nextTryAt: after(7_200) } as const;
      await recordTry(one.deliveries, waiting.eventId, hours);
      await other.deliveries.deliverAnew([waiting.eventId, fresh.eventId], after(50));
      expect((await one.events.listOfOrder(orderA)).map(({ delivery }) => delivery)).toEqual([
        {
          state: 'pending',
          failures: 0,
          nextTryAt: after(50),
          leasedUntil: null,
          isResent: true,
          tries: [failedTry],
        },
        fresh.delivery,
      ]);
    });

    test('that is repeated many times keeps the latest hundred attempts', async () => {
      const [one] = open();
      const event = loggedEvent(orderA, 1);
      await one.events.append(event);
      for (let number = 0; number < MAX_KEPT_TRIES + 3; number += 1) {
        const progress = { state: 'pending', failures: 1, nextTryAt: start } as const;
        await recordTry(one.deliveries, event.eventId, progress, { ...failedTry, durationMs: number });
      }
      const [stored] = await one.events.listOfOrder(orderA);
      expect(stored?.delivery.tries.map(({ durationMs }) => durationMs)).toEqual(
        Array.from({ length: MAX_KEPT_TRIES }, (_, index) => index + 3),
      );
    });
  });
}
