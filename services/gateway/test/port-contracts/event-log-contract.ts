import { beforeEach, describe, expect, test } from 'vitest';
import {
  type DeliveryOutcome,
  type DeliveryTry,
  type EventLog,
  type LogSpan,
  MAX_KEPT_TRIES,
  type NewEvent,
} from '../../src/ports/event-log.ts';
import { loggedEvent } from '../builders/events.ts';
import { after, at, start } from '../builders/times.ts';
import type { SettableClock } from '../in-memory/settable-clock.ts';
import type { Instances } from './instances.ts';

const orderA = `ord_${'a'.repeat(32)}`;
const orderB = `ord_${'b'.repeat(32)}`;
const orderC = `ord_${'c'.repeat(32)}`;
const orderD = `ord_${'d'.repeat(32)}`;
const orderE = `ord_${'e'.repeat(32)}`;

const failedTry: DeliveryTry = {
  at: after(1),
  durationMs: 12,
  httpStatus: 500,
  error: null,
  answer: 'no',
};

const everything: LogSpan = { from: start, before: null, type: null, after: null };

/** An event as the log has it that took it at the clock's start. */
function logged(event: NewEvent, loggedAt = start) {
  return { ...event, loggedAt };
}

function idsOf(events: readonly { readonly eventId: string }[]): readonly string[] {
  return events.map(({ eventId }) => eventId);
}

/** Notes a try of an event that is due. */
async function recordTry(log: EventLog, eventId: string, outcome: DeliveryOutcome, latestTry = failedTry) {
  await log.take(eventId, at(99_999), after(100_024));
  await log.recordTry(eventId, after(100_024), outcome, latestTry);
}

/**
 * What every EventLog does.
 *
 * @param clock by which both instances note when they take an event
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

    test('that is there is left as it is', async () => {
      const [one, other] = open();
      expect(await one.append(loggedEvent(orderA, 1))).toBe('appended');
      expect(await other.append(loggedEvent(orderA, 1, { body: 'other' }))).toBe('known');
      expect(await one.listOfOrder(orderA)).toEqual([logged(loggedEvent(orderA, 1))]);
    });

    test('is appended by one of many at once', async () => {
      const instances = open();
      const outcomes = await Promise.all(
        Array.from({ length: 50 }, (_, index) => instances[index % 2]?.append(loggedEvent(orderA, 1))),
      );
      expect(outcomes.filter((outcome) => outcome === 'appended')).toHaveLength(1);
    });
  });

  describe('a try', () => {
    test('is taken by one of many at once, and only when it is due', async () => {
      const instances = open();
      const { eventId } = loggedEvent(orderA, 1);
      await instances[0].append(loggedEvent(orderA, 1));
      expect(await instances[0].take(eventId, at(-1), after(25))).toBe(false);
      const taken = await Promise.all(
        Array.from({ length: 30 }, (_, index) => instances[index % 2]?.take(eventId, at(0), after(25))),
      );
      expect(taken.filter(Boolean)).toHaveLength(1);
    });

    test('can be taken again when the lease is over: its holder is gone (fault 3)', async () => {
      const [one, other] = open();
      const { eventId } = loggedEvent(orderA, 1);
      await one.append(loggedEvent(orderA, 1));
      await one.take(eventId, at(0), after(25));
      expect(await other.take(eventId, at(24.999), after(50))).toBe(false);
      expect(await other.take(eventId, at(25), after(50))).toBe(true);
    });

    test('in hand stays so, however far the business clock is moved', async () => {
      const [one, other] = open();
      const { eventId } = loggedEvent(orderA, 1);
      await one.append(loggedEvent(orderA, 1));
      await one.take(eventId, at(0), after(25));
      const moved = { business: after(270_000), real: after(24.999) };
      expect(await other.listOrdersDue(moved, 10, [])).toEqual([]);
      expect(await other.take(eventId, moved, after(50))).toBe(false);
      await other.postpone([eventId], moved, after(300_000));
      const over = { business: start, real: after(25) };
      expect(await other.listOrdersDue(over, 10, [])).toEqual([orderA]);
      expect(await other.take(eventId, over, after(50))).toBe(true);
    });

    test('of an unknown event is not taken', async () => {
      expect(await open()[0].take('evt_none', at(0), after(25))).toBe(false);
    });

    test('is recorded with what comes next', async () => {
      const [one, other] = open();
      const event = loggedEvent(orderA, 1);
      await one.append(event);
      await one.take(event.eventId, at(0), after(25));
      const delivery = { state: 'pending', failures: 1, nextTryAt: after(6) } as const;
      await one.recordTry(event.eventId, after(25), delivery, failedTry);
      expect(await other.listPendingOfOrder(orderA)).toEqual([
        {
          ...logged(event),
          delivery: { ...delivery, isResent: false, leasedUntil: null, tries: [failedTry] },
        },
      ]);
    });

    test.each(['delivered', 'failed'] as const)('that ends the delivery as %s ends it', async (state) => {
      const [one, other] = open();
      const event = loggedEvent(orderA, 1);
      await one.append(event);
      await one.take(event.eventId, at(0), after(25));
      await one.recordTry(event.eventId, after(25), { state, failures: 0, nextTryAt: null }, failedTry);
      expect(await other.listPendingOfOrder(orderA)).toEqual([]);
      expect(await other.take(event.eventId, at(9_999), after(10_000))).toBe(false);
      expect(await other.listOrdersDue(at(9_999), 10, [])).toEqual([]);
      await other.release(event.eventId, after(25));
      await other.postpone([event.eventId], at(1), after(2));
      expect(await other.listOrdersDue(at(9_999), 10, [])).toEqual([]);
    });

    test('whose lease another one took over meanwhile is not recorded, nor is its lease given back (fault 11)', async () => {
      const [one, other] = open();
      const event = loggedEvent(orderA, 1);
      await one.append(event);
      await one.take(event.eventId, at(0), after(25));
      await other.take(event.eventId, at(25), after(50));
      const failed = { state: 'pending', failures: 1, nextTryAt: after(30) } as const;
      await one.recordTry(event.eventId, after(25), failed, failedTry);
      await one.release(event.eventId, after(25));
      await one.postpone([event.eventId], at(49), after(90));
      const third = { state: 'pending', failures: 3, nextTryAt: after(155) } as const;
      await other.recordTry(event.eventId, after(50), third, failedTry);
      await one.recordTry(event.eventId, after(25), failed, failedTry);
      const [stored] = await one.listOfOrder(orderA);
      expect(stored?.delivery).toEqual({ ...third, isResent: false, leasedUntil: null, tries: [failedTry] });
    });

    test('that was slower than the acknowledgement changes nothing', async () => {
      const [one, other] = open();
      const event = loggedEvent(orderA, 1);
      await one.append(event);
      await one.take(event.eventId, at(0), after(25));
      const acknowledged = { state: 'delivered', failures: 0, nextTryAt: null } as const;
      await one.recordTry(event.eventId, after(25), acknowledged, failedTry);
      const failed = { state: 'pending', failures: 1, nextTryAt: after(5) } as const;
      await other.recordTry(event.eventId, after(25), failed, failedTry);
      const [stored] = await one.listOfOrder(orderA);
      expect(stored?.delivery).toEqual({
        ...acknowledged,
        isResent: false,
        leasedUntil: null,
        tries: [failedTry],
      });
    });
  });

  describe('a later moment', () => {
    test('is set for pending events that are due, not for those that wait or are in hand', async () => {
      const [one, other] = open();
      const due = loggedEvent(orderA, 1);
      const inHand = loggedEvent(orderA, 2, { delivery: { leasedUntil: after(25) } });
      const waiting = loggedEvent(orderA, 3, { delivery: { nextTryAt: after(7) } });
      for (const event of [due, inHand, waiting]) await one.append(event);
      const eventIds = [due.eventId, inHand.eventId, waiting.eventId, 'evt_none'];
      await one.postpone(eventIds, at(0), after(30));
      const stored = await other.listOfOrder(orderA);
      expect(stored.map(({ delivery }) => delivery.nextTryAt)).toEqual([after(30), start, after(7)]);
    });

    test('is not needed when a lease is given back: the event is due at once', async () => {
      const [one, other] = open();
      const leased = loggedEvent(orderA, 1, { delivery: { leasedUntil: after(25) } });
      await one.append(leased);
      expect(await other.take(leased.eventId, at(1), after(26))).toBe(false);
      await one.release(leased.eventId, after(25));
      expect(await other.take(leased.eventId, at(1), after(26))).toBe(true);
    });
  });

  describe('removeEnded', () => {
    test('removes what is delivered or given up and old, so many at most, and nothing that is pending', async () => {
      const [one, other] = open();
      for (const sequence of [1, 2, 3, 4]) await one.append(loggedEvent(orderA, sequence));
      for (const [sequence, state] of [
        [1, 'delivered'],
        [2, 'failed'],
        [3, 'delivered'],
      ] as const) {
        const { eventId } = loggedEvent(orderA, sequence);
        await one.take(eventId, at(0), after(25));
        await one.recordTry(eventId, after(25), { state, failures: 0, nextTryAt: null }, failedTry);
      }
      const left = async () => (await one.listOfOrder(orderA)).map(({ sequence }) => sequence);
      const logged = (await one.listOfOrder(orderA)).map(({ loggedAt }) => loggedAt.getTime());
      const [oldest, later] = [new Date(Math.min(...logged)), new Date(Math.max(...logged) + 1)];
      expect(await other.removeEnded(oldest, 10)).toBe(0);
      expect(await left()).toEqual([1, 2, 3, 4]);
      expect(await other.removeEnded(later, 2)).toBe(2);
      expect(await other.removeEnded(later, 2)).toBe(1);
      expect(await other.removeEnded(later, 2)).toBe(0);
      expect(await left()).toEqual([4]);
    });
  });

  describe('firstToTry', () => {
    test('is the first of all pending events to be tried, and when', async () => {
      const [one, other] = open();
      expect(await one.firstToTry()).toBeNull();
      const ended = { state: 'delivered', nextTryAt: null } as const;
      await one.append(loggedEvent(orderA, 1, { delivery: ended }));
      expect(await other.firstToTry()).toBeNull();
      await one.append(loggedEvent(orderB, 1, { delivery: { nextTryAt: after(40) } }));
      await one.append(
        loggedEvent(orderA, 2, { delivery: { nextTryAt: after(30), leasedUntil: after(25) } }),
      );
      const { eventId } = loggedEvent(orderA, 2);
      expect(await other.firstToTry()).toEqual({ eventId, orderId: orderA, at: after(30) });
    });
  });

  describe('listOrdersDue', () => {
    test('names each order once, the longest waiting first, without some merchants', async () => {
      const [one, other] = open();
      const due = (seconds: number) => ({ delivery: { nextTryAt: after(seconds) } });
      await one.append(loggedEvent(orderA, 1, due(30)));
      await one.append(loggedEvent(orderB, 1, { merchantId: 'mer_2', ...due(10) }));
      await one.append(loggedEvent(orderB, 2, { merchantId: 'mer_2', ...due(20) }));
      await one.append(loggedEvent(orderC, 1, due(31)));
      expect(await other.listOrdersDue(at(30), 10, [])).toEqual([orderB, orderA]);
      expect(await other.listOrdersDue(at(30), 1, [])).toEqual([orderB]);
      expect(await other.listOrdersDue(at(30), 10, ['mer_2'])).toEqual([orderA]);
      expect(await other.listOrdersDue(at(30), 10, ['mer_2', 'mer_1'])).toEqual([]);
      expect(await other.listOrdersDue(at(9), 10, [])).toEqual([]);
    });
  });

  describe('a merchant’s events', () => {
    /** Appends an event of an order, taken by the log at a moment. */
    async function appendAt(
      log: EventLog,
      seconds: number,
      orderId: string,
      overrides: Partial<NewEvent> = {},
    ) {
      clock.set(after(seconds));
      await log.append(loggedEvent(orderId, 1, overrides));
    }

    test('are listed by when the log took them, not by when they happened, then by ID', async () => {
      const [one, other] = open();
      await appendAt(one, 20, orderB);
      await appendAt(other, 20, orderA);
      // Left behind by a crash: it happened long before.
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
    });

    test('are listed page by page, of one moment too, none twice and none left out', async () => {
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
      // A position before the span's beginning leaves nothing of the span out.
      const early = { loggedAt: after(1), eventId: 'evt_z' };
      const span = { ...everything, from: after(20), after: early };
      expect(await one.listOfMerchant('mer_1', span, 10)).toHaveLength(5);
    });

    test('have a last one up to a moment', async () => {
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

    test('are found by their IDs, those that are there', async () => {
      const [one, other] = open();
      await appendAt(one, 0, orderA);
      await appendAt(one, 0, orderB);
      const [first, second] = [loggedEvent(orderA, 1).eventId, loggedEvent(orderB, 1).eventId];
      expect(idsOf(await other.find([second, 'evt_none', first]))).toEqual([first, second]);
      expect(await other.find([])).toEqual([]);
    });
  });

  describe('events that were given up', () => {
    test('are listed latest first, page by page, of all merchants or of one', async () => {
      const [one, other] = open();
      const ended = { state: 'failed', failures: 13, nextTryAt: null } as const;
      for (const [index, orderId] of [orderB, orderA, orderC, orderD].entries()) {
        clock.set(after(index < 2 ? 10 : 20));
        const event = loggedEvent(orderId, 1, orderId === orderC ? { merchantId: 'mer_2' } : {});
        await one.append(event);
        if (orderId !== orderD) await recordTry(one, event.eventId, ended);
      }
      const [a, b, c] = [orderA, orderB, orderC].map((orderId) => loggedEvent(orderId, 1).eventId);
      expect(idsOf(await other.listFailed(null, null, 10))).toEqual([c, b, a]);
      expect(idsOf(await other.listFailed('mer_1', null, 1))).toEqual([b]);
      expect(idsOf(await other.listFailed('mer_1', { loggedAt: after(10), eventId: b ?? '' }, 9))).toEqual([
        a,
      ]);
      expect(idsOf(await other.listFailed(null, { loggedAt: after(20), eventId: c ?? '' }, 9))).toEqual([
        b,
        a,
      ]);
      expect(await other.countFailed(10)).toBe(3);
      expect(await other.countFailed(2)).toBe(2);
    });
  });

  describe('delivering anew', () => {
    test.each(['delivered', 'failed'] as const)(
      'makes one that was %s due, and keeps its tries',
      async (state) => {
        const [one, other] = open();
        const event = loggedEvent(orderA, 1);
        await one.append(event);
        await recordTry(one, event.eventId, { state, failures: 13, nextTryAt: null });
        await other.deliverAnew([event.eventId, 'evt_none'], after(50));
        const due = { state: 'pending', failures: 0, nextTryAt: after(50), isResent: true } as const;
        expect(await one.listPendingOfOrder(orderA)).toEqual([
          { ...logged(event), delivery: { ...due, leasedUntil: null, tries: [failedTry] } },
        ]);
        expect(await one.take(event.eventId, at(50), after(75))).toBe(true);
      },
    );

    test('keeps the place of one that others still wait for, and makes those due with it', async () => {
      const [one, other] = open();
      const [first, second, elsewhere] = [
        loggedEvent(orderA, 1),
        loggedEvent(orderA, 2, { delivery: { nextTryAt: after(86_400) } }),
        loggedEvent(orderB, 1, { delivery: { nextTryAt: after(86_400) } }),
      ];
      for (const event of [first, second, elsewhere]) await one.append(event);
      await recordTry(one, first.eventId, { state: 'pending', failures: 1, nextTryAt: after(86_400) });
      await other.deliverAnew([first.eventId], after(50));
      expect((await one.listOfOrder(orderA)).map(({ delivery }) => delivery)).toMatchObject([
        { failures: 0, nextTryAt: after(50), isResent: false },
        { failures: 0, nextTryAt: after(50), isResent: false },
      ]);
      expect((await one.listOfOrder(orderB))[0]?.delivery.nextTryAt).toEqual(after(86_400));
    });

    test('is not undone by a try that was running', async () => {
      const [one, other] = open();
      const event = loggedEvent(orderA, 1);
      await one.append(event);
      await recordTry(one, event.eventId, { state: 'pending', failures: 12, nextTryAt: after(40) });
      expect(await one.take(event.eventId, at(40), after(65))).toBe(true);
      await other.deliverAnew([event.eventId], after(50));
      const givenUp = { state: 'failed', failures: 13, nextTryAt: null } as const;
      await one.recordTry(event.eventId, after(65), givenUp, failedTry);
      expect((await one.listOfOrder(orderA))[0]?.delivery).toMatchObject({ state: 'pending', failures: 0 });
    });

    test('brings one that waits on the ladder forward, and leaves a new one as it is', async () => {
      const [one, other] = open();
      const [waiting, fresh] = [loggedEvent(orderA, 1), loggedEvent(orderA, 2)];
      await one.append(waiting);
      await one.append(fresh);
      const hours = { state: 'pending', failures: 4, nextTryAt: after(7_200) } as const;
      await recordTry(one, waiting.eventId, hours);
      await other.deliverAnew([waiting.eventId, fresh.eventId], after(50));
      expect((await one.listOfOrder(orderA)).map(({ delivery }) => delivery)).toEqual([
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

    test('over and over keeps the latest hundred tries', async () => {
      const [one] = open();
      const event = loggedEvent(orderA, 1);
      await one.append(event);
      for (let number = 0; number < MAX_KEPT_TRIES + 3; number += 1) {
        const progress = { state: 'pending', failures: 1, nextTryAt: start } as const;
        await recordTry(one, event.eventId, progress, { ...failedTry, durationMs: number });
      }
      const [stored] = await one.listOfOrder(orderA);
      expect(stored?.delivery.tries.map(({ durationMs }) => durationMs)).toEqual(
        Array.from({ length: MAX_KEPT_TRIES }, (_, index) => index + 3),
      );
    });
  });
}
