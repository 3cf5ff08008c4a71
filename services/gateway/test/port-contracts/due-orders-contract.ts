import { describe, expect, test } from 'vitest';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import type { LeftOutLane, OrderRepository } from '../../src/ports/order-repository.ts';
import { failed, newOrder, opened, submitted } from '../builders/orders.ts';
import { after } from '../builders/times.ts';
import type { Instances } from './instances.ts';

async function idsDue(orders: OrderRepository, now: Date, limit: number): Promise<readonly string[]> {
  return (await orders.listDue(now, limit, [])).map(({ orderId }) => orderId);
}

const fault = { kind: 'fault', reason: 'broken' } as const;

/** The contract of every `OrderRepository` about orders that are due, and about work that is parked. */
export function dueOrdersContract(open: () => Instances<OrderRepository>): void {
  const numbered = (number: string) => newOrder({ merchantTransactionId: number });
  const next = (order: PaymentOrder): PaymentOrder => ({ ...order, version: order.version + 1 });

  describe('listDue', () => {
    test('names due orders, the longest waiting first, up to the limit', async () => {
      const [one, other] = open();
      const expiring = (number: string, seconds: number) =>
        newOrder({ merchantTransactionId: number, expiresAt: after(seconds) });
      const [late, early, middle, future] = [
        expiring('T1', 300),
        expiring('T2', 100),
        expiring('T3', 200),
        expiring('T4', 301),
      ] as const;
      await Promise.all([late, early, middle, future].map((order) => one.insert(order)));
      // A failed order is not due any more once its events are relayed.
      await one.insert({ ...failed(), orderId: 'ord_quiet', outbox: [] });
      expect(await idsDue(other, after(300), 10)).toEqual([early.orderId, middle.orderId, late.orderId]);
      expect(await idsDue(other, after(300), 2)).toEqual([early.orderId, middle.orderId]);
      expect(await idsDue(other, after(99), 10)).toEqual([]);
    });

    describe('by lanes', () => {
      const atChannel = (channelId: string, merchantId: string, number: string): PaymentOrder => {
        const order = submitted(opened(newOrder({ merchantId, merchantTransactionId: number })));
        const attempts = order.attempts.map((attempt) => ({ ...attempt, channelId }));
        return { ...order, attempts, outbox: [] };
      };
      const expiring = (merchantId: string, number: string): PaymentOrder =>
        newOrder({ merchantId, merchantTransactionId: number, expiresAt: after(24) });
      const now = after(25);

      test('names the channels that the due steps of an order call', async () => {
        const [one, other] = open();
        const asked = atChannel('ProcessorA', 'mer_1', 'T1');
        const { outbox } = submitted();
        const both = { ...atChannel('ProcessorA', 'mer_1', 'T2'), outbox };
        await one.insert(asked);
        await one.insert(both);
        await one.insert(expiring('mer_2', 'T3'));
        const due = new Map(
          (await other.listDue(now, 10, [])).map(({ orderId, ...lanes }) => [orderId, lanes]),
        );
        expect(due.get(asked.orderId)).toEqual({ merchantId: 'mer_1', channelIds: ['ProcessorA'] });
        const lanes = due.get(both.orderId)?.channelIds ?? [];
        expect([...lanes].sort()).toEqual(['ProcessorA', null]);
        expect(due.get(expiring('mer_2', 'T3').orderId)).toEqual({ merchantId: 'mer_2', channelIds: [null] });
        // The event is due to be relayed. The question to the channel is not due yet.
        expect(await other.listDue(after(23), 10, [])).toEqual([
          { orderId: both.orderId, merchantId: 'mer_1', channelIds: [null] },
        ]);
      });

      test('a query for orders with due work can exclude given channels, for all merchants or for one; excluded work does not count towards the query’s limit (fault 81)', async () => {
        const [one, other] = open();
        const hanging = ['T1', 'T2', 'T3'].map((number) => atChannel('ProcessorA', 'mer_1', number));
        const [neighbour, elsewhere] = [
          atChannel('ProcessorA', 'mer_2', 'T4'),
          atChannel('ProcessorB', 'mer_1', 'T5'),
        ];
        const both = {
          ...atChannel('ProcessorA', 'mer_1', 'T6'),
          outbox: submitted().outbox,
        };
        const all = [...hanging, neighbour, elsewhere, both, expiring('mer_1', 'T7')];
        for (const order of all) await one.insert(order);
        const listed = async (limit: number, ...leftOut: readonly LeftOutLane[]) =>
          (await other.listDue(now, limit, leftOut))
            .map(({ orderId, channelIds }) => {
              const { merchantTransactionId } =
                all.find((order) => order.orderId === orderId) ?? numbered('none');
              return [merchantTransactionId, ...channelIds];
            })
            .sort();
        expect(await listed(3, { channelId: 'ProcessorA', merchantId: null })).toEqual([
          ['T5', 'ProcessorB'],
          ['T6', null],
          ['T7', null],
        ]);
        expect(await listed(4, { channelId: 'ProcessorA', merchantId: 'mer_1' })).toEqual([
          ['T4', 'ProcessorA'],
          ['T5', 'ProcessorB'],
          ['T6', null],
          ['T7', null],
        ]);
        const nothingAlone = { channelId: null, merchantId: 'mer_1' };
        expect(await listed(10, nothingAlone, { channelId: 'ProcessorA', merchantId: null })).toEqual([
          ['T5', 'ProcessorB'],
        ]);
        expect(await listed(10, nothingAlone, { channelId: 'ProcessorB', merchantId: 'mer_2' })).toEqual([
          ['T1', 'ProcessorA'],
          ['T2', 'ProcessorA'],
          ['T3', 'ProcessorA'],
          ['T4', 'ProcessorA'],
          ['T5', 'ProcessorB'],
          ['T6', 'ProcessorA'],
        ]);
      });

      test('names no lane of a postponed order', async () => {
        const [one] = open();
        const order = atChannel('ProcessorA', 'mer_1', 'T1');
        await one.insert(order);
        await one.putOff(order.orderId, fault, now);
        expect(await one.listDue(after(29), 10, [])).toEqual([]);
        expect(await one.listDue(after(30), 10, [])).toEqual([
          { orderId: order.orderId, merchantId: 'mer_1', channelIds: ['ProcessorA'] },
        ]);
      });
    });

    test('names an order that is postponed for ever longer times, at most 10 minutes, until it changes', async () => {
      const [one, other] = open();
      const order = newOrder({ expiresAt: after(100) });
      await one.insert(order);
      const isDue = async (seconds: number) => (await idsDue(one, after(seconds), 10)).length === 1;
      await other.putOff(order.orderId, fault, after(99));
      expect(await isDue(100)).toBe(true);
      let now = 100;
      for (const seconds of [5, 10, 20, 40, 80, 160, 320, 600, 600]) {
        await other.putOff(order.orderId, fault, after(now));
        expect(await isDue(now + seconds - 0.001)).toBe(false);
        expect(await isDue(now + seconds)).toBe(true);
        now += seconds;
      }
      expect(await other.find(order.orderId)).toEqual(order);
      await one.save(next(order), order.version);
      expect(await isDue(100)).toBe(true);
      await other.putOff(order.orderId, fault, after(100));
      expect(await isDue(105)).toBe(true);
      await other.putOff('ord_none', fault, after(100));
    });

    test('names an order again after 5 s each time if only the database failed', async () => {
      const [one, other] = open();
      const order = newOrder({ expiresAt: after(0) });
      await one.insert(order);
      for (let now = 0; now < 100; now += 5) {
        expect(await other.putOff(order.orderId, { kind: 'passing' }, after(now))).toBeNull();
        expect(await idsDue(one, after(now + 4.999), 10)).toEqual([]);
        expect(await idsDue(one, after(now + 5), 10)).toEqual([order.orderId]);
      }
    });

    test('names an order with events to relay, until they are forgotten', async () => {
      const [one] = open();
      const order = failed();
      await one.insert(order);
      expect(await idsDue(one, after(9_999), 10)).toEqual([order.orderId]);
      await one.forgetRelayedEvents(order, order.lastSequence);
      expect(await idsDue(one, after(9_999), 10)).toEqual([]);
    });
  });

  describe('parked work', () => {
    /** Stores an order that could not be processed twelve times. */
    async function parkedOrder(one: OrderRepository) {
      const order = newOrder({ expiresAt: after(0) });
      await one.insert(order);
      let now = 0;
      for (let failures = 1; failures < 12; failures += 1) {
        expect(await one.putOff(order.orderId, fault, after(now))).toBeNull();
        now += 600;
      }
      const parked = { since: after(now), failures: 12, reason: fault.reason };
      expect(await one.putOff(order.orderId, fault, after(now))).toEqual(parked);
      return { order, parked, now };
    }

    test('is no longer due but listed, until it is resumed', async () => {
      const [one, other] = open();
      const { order, parked, now } = await parkedOrder(one);
      expect(await idsDue(other, after(now + 99_999), 10)).toEqual([]);
      expect(await other.listWithCases(null, 10)).toEqual([{ since: parked.since, order, parked }]);
      expect(await other.findParked(order.orderId)).toEqual(parked);
      expect(await one.putOff(order.orderId, fault, after(now + 1))).toBeNull();
      expect(await other.resume(order.orderId, after(now + 10))).toBe('resumed');
      expect(await idsDue(one, after(now + 9), 10)).toEqual([]);
      expect(await idsDue(one, after(now + 10), 10)).toEqual([order.orderId]);
      expect(await one.listWithCases(null, 10)).toEqual([]);
      expect(await one.resume(order.orderId, after(now + 10))).toBe('not_parked');
      expect(await one.findParked('ord_none')).toBeNull();
      // The order's failures are counted from zero again.
      expect(await one.putOff(order.orderId, fault, after(now + 10))).toBeNull();
    });

    test('of a full order is parked at once, even if the order is not due', async () => {
      const [one, other] = open();
      const order = newOrder({ expiresAt: after(1_000) });
      await one.insert(order);
      const full = { kind: 'no_room', reason: 'full' } as const;
      const parked = { since: after(10), failures: 1, reason: full.reason };
      expect(await one.putOff(order.orderId, full, after(10))).toEqual(parked);
      expect(await idsDue(other, after(99_999), 10)).toEqual([]);
      expect(await other.listWithCases(null, 10)).toEqual([{ since: parked.since, order, parked }]);
      expect(await other.putOff(order.orderId, { ...full, reason: 'still full' }, after(20))).toBeNull();
      expect(await one.findParked(order.orderId)).toEqual(parked);
      expect(await one.putOff('ord_none', full, after(20))).toBeNull();
    });

    test('of a full order is parked only once its events are relayed', async () => {
      const [one, other] = open();
      const order = failed();
      await one.insert(order);
      const full = { kind: 'no_room', reason: 'full' } as const;
      expect(await one.putOff(order.orderId, full, after(100))).toBeNull();
      expect(await idsDue(other, after(100), 10)).toEqual([order.orderId]);
      expect(await other.listWithCases(null, 10)).toEqual([]);
      await one.forgetRelayedEvents(order, order.lastSequence);
      expect(await one.putOff(order.orderId, full, after(200))).toMatchObject({ since: after(200) });
    });

    test('of a full order is due again at its next step once it was resumed', async () => {
      const [one, other] = open();
      const order = newOrder({ expiresAt: after(1_000) });
      await one.insert(order);
      await one.putOff(order.orderId, { kind: 'no_room', reason: 'full' }, after(10));
      expect(await other.resume(order.orderId, after(20))).toBe('resumed');
      expect(await one.listWithCases(null, 10)).toEqual([]);
      expect(await one.firstToAttend()).toEqual({ order, at: after(1_000) });
      expect(await idsDue(one, after(1_000), 10)).toEqual([order.orderId]);
    });

    test('of a full order is parked even if its processing failed before', async () => {
      const [one] = open();
      const order = newOrder({ expiresAt: after(0) });
      await one.insert(order);
      await one.putOff(order.orderId, fault, after(0));
      expect(await one.putOff(order.orderId, { kind: 'no_room', reason: 'full' }, after(1))).toMatchObject({
        failures: 2,
      });
    });

    test('resumes by itself when the order changes', async () => {
      const [one, other] = open();
      const { order, now } = await parkedOrder(one);
      expect(await other.save(next(order), order.version)).toBe('saved');
      expect(await idsDue(one, after(now), 10)).toEqual([order.orderId]);
      expect(await one.listWithCases(null, 10)).toEqual([]);
    });
  });
}
