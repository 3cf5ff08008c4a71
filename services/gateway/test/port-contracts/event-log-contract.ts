import { describe, expect, test } from 'vitest';
import type { DeliveryTry, EventLog } from '../../src/ports/event-log.ts';
import { loggedEvent } from '../builders/events.ts';
import { after, at, start } from '../builders/times.ts';
import type { Instances } from './instances.ts';

const orderA = `ord_${'a'.repeat(32)}`;
const orderB = `ord_${'b'.repeat(32)}`;

const failedTry: DeliveryTry = {
  at: after(1),
  durationMs: 12,
  httpStatus: 500,
  error: null,
  answer: 'no',
};

/** What every EventLog does. */
export function eventLogContract(open: () => Instances<EventLog>): void {
  describe('an event', () => {
    test('is found as it was appended, by its order, in order of sequence', async () => {
      const [one, other] = open();
      for (const sequence of [2, 10, 1]) await one.append(loggedEvent(orderA, sequence));
      await one.append(loggedEvent(orderB, 1));
      expect(await other.listOfOrder(orderA)).toEqual(
        [1, 2, 10].map((sequence) => loggedEvent(orderA, sequence)),
      );
    });

    test('that is there is left as it is', async () => {
      const [one, other] = open();
      expect(await one.append(loggedEvent(orderA, 1))).toBe('appended');
      expect(await other.append(loggedEvent(orderA, 1, { body: 'other' }))).toBe('known');
      expect(await one.listOfOrder(orderA)).toEqual([loggedEvent(orderA, 1)]);
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

    test('can be taken again when the lease is over: its holder is gone', async () => {
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
        { ...event, delivery: { ...delivery, leasedUntil: null, tries: [failedTry] } },
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

    test('whose lease another one took over meanwhile is not recorded, nor is its lease given back', async () => {
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
      expect(stored?.delivery).toEqual({ ...third, leasedUntil: null, tries: [failedTry] });
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
      expect(stored?.delivery).toEqual({ ...acknowledged, leasedUntil: null, tries: [failedTry] });
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

  describe('listOrdersDue', () => {
    test('names each order once, the longest waiting first, without some merchants', async () => {
      const [one, other] = open();
      const orderC = `ord_${'c'.repeat(32)}`;
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
}
