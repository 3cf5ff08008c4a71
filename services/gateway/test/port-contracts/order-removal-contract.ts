import { expect, test } from 'vitest';
import { type Tombstone, tombstoneOf } from '../../src/domain/archive/tombstone.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { moneyMovesOf, type OrderMoney } from '../../src/domain/settlement/money-moves.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import type { OldOrders, OrderRemoval } from '../../src/ports/old-orders.ts';
import { OrderArchived } from '../../src/ports/order-archived.ts';
import type { OrderRepository } from '../../src/ports/order-repository.ts';
import { idsOf, loggedEvent } from '../builders/events.ts';
import { disputed, newOrder, opened, paid, submitted, withRefund } from '../builders/orders.ts';
import { after, start } from '../builders/times.ts';

interface StoredPorts {
  readonly oldOrders: OldOrders & OrderRemoval;
  readonly orders: OrderRepository;
  readonly events: EventLog;
}

const place = { archive: '2026', manifestSha256: 'a'.repeat(64), removedAt: after(9_000) };
const span = { from: start, before: after(86_400) };

/** The contract of every `OrderRemoval`, and of every `OrderRepository` about orders that were removed. */
export function orderRemovalContract(open: () => StoredPorts): void {
  const settled = (): PaymentOrder => {
    const order = withRefund(paid(), { number: 'R1', amountMinor: 3_000, state: 'SUCCESS' });
    const attempts = order.attempts.map((attempt) => ({ ...attempt, paymentReference: 'ch_1' }));
    const [attempt] = attempts;
    const quarantine = [
      {
        attemptId: attempt?.attemptId ?? '',
        reported: order.amount,
        receivedAt: after(100),
        paymentReference: 'ch_2',
      },
      {
        attemptId: attempt?.attemptId ?? '',
        reported: order.amount,
        receivedAt: after(200),
        subject: { kind: 'dispute', channelReference: 'dp_2', result: 'lost' } as const,
      },
    ];
    return { ...order, attempts, quarantine, outbox: [] };
  };
  const removed = async (ports: StoredPorts, order = settled()): Promise<Tombstone> => {
    await ports.orders.insert(order);
    const tombstone = tombstoneOf(order, place);
    expect(await ports.oldOrders.replace(order, tombstone)).toBe('replaced');
    return tombstone;
  };
  const tombstoneIn = async (reading: Promise<unknown>): Promise<Tombstone> => {
    const error = await reading.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(OrderArchived);
    return (error as OrderArchived).tombstone;
  };

  test('a removed order is found as its tombstone, by its ID and by its payments', async () => {
    const ports = open();
    const tombstone = await removed(ports);
    const { orderId } = tombstone;
    expect(await tombstoneIn(ports.orders.find(orderId))).toEqual(tombstone);
    for (const reference of ['ch_1', 'ch_2']) {
      expect(await tombstoneIn(ports.orders.findByPayment('Sandbox', reference))).toEqual(tombstone);
    }
    expect(await ports.orders.findByPayment('Adyen', 'ch_1')).toBeUndefined();
    const opening = tombstone.attempts[0]?.opening?.channelReference ?? '';
    expect(await tombstoneIn(ports.orders.findByOpening('Sandbox', opening))).toEqual(tombstone);
    expect(await ports.orders.findByOpening('Adyen', opening)).toBeUndefined();
    const other = newOrder({ merchantTransactionId: 'T2' }).orderId;
    expect(await ports.oldOrders.find([orderId, other])).toEqual({ orders: [], tombstones: [tombstone] });
  });

  test('the ID of a removed order cannot be used again, and a change of the order that was decided before its removal is not written (fault 94)', async () => {
    const ports = open();
    const order = settled();
    const tombstone = await removed(ports, order);
    expect(await ports.orders.insert(newOrder())).toBe('exists');
    expect(await ports.orders.save({ ...order, version: order.version + 1 }, order.version)).toBe('conflict');
    const both = [
      ports.orders.save({ ...order, version: order.version + 1 }, order.version),
      ports.orders.save({ ...order, orderId: 'ord_other', version: 2 }, 1),
    ];
    expect(await Promise.all(both)).toEqual(['conflict', 'conflict']);
    expect(await tombstoneIn(ports.orders.find(order.orderId))).toEqual(tombstone);
  });

  test.each([
    ['paid and refunded', settled],
    ['disputed', () => ({ ...disputed(paid()), outbox: [] })],
  ])('the money of a removed order stays in the books (fault 94): %s', async (_name, orderOf) => {
    const ports = open();
    const order = orderOf();
    await removed(ports, order);
    for (const merchantId of ['mer_1', null]) {
      const found: OrderMoney[] = [];
      for await (const each of ports.orders.withMoneyMoved({ merchantId, ...span })) found.push(each);
      expect(found.flatMap(moneyMovesOf)).toEqual(moneyMovesOf(order));
      expect(found[0]).not.toHaveProperty('place');
    }
  });

  test('no list has a removed order', async () => {
    const ports = open();
    const other = { ...paid(submitted(opened(newOrder({ merchantTransactionId: 'T2' })))), outbox: [] };
    await ports.orders.insert(other);
    await removed(ports);
    const { orders, oldOrders } = ports;
    const all = { from: null, before: null, state: null, after: null };
    const ids = (listed: readonly { readonly orderId: string }[]) => listed.map(({ orderId }) => orderId);
    expect(ids(await orders.listOfMerchant('mer_1', all, 10))).toEqual([other.orderId]);
    expect(ids(await orders.listOfMerchant('mer_1', { ...all, from: start }, 10))).toEqual([other.orderId]);
    expect(ids((await oldOrders.list(after(60), null, 10)).map(({ order }) => order))).toEqual([
      other.orderId,
    ]);
    const refunds = { from: null, before: after(9_000), state: null, origin: null, after: null };
    expect(await orders.listRefundsOf('mer_1', refunds, 10)).toEqual([]);
    expect(await orders.listDue(after(86_400 * 365), 10, [])).toEqual([]);
    expect((await orders.findOpenedAt('Sandbox', 'mer_1'))?.orderId).toBe(other.orderId);
    expect((await orders.findOpenedAt('Sandbox', null))?.orderId).toBe(other.orderId);
  });

  test('if all orders with payments at a channel were removed, one of these payments can still be found (fault 94)', async () => {
    const ports = open();
    const { orderId, attempts } = await removed(ports);
    for (const merchantId of ['mer_1', null]) {
      expect(await ports.orders.findOpenedAt('Sandbox', merchantId)).toMatchObject({ orderId, attempts });
    }
    expect(await ports.orders.findOpenedAt('Sandbox', 'mer_2')).toBeUndefined();
    expect(await ports.orders.findOpenedAt('Adyen', null)).toBeUndefined();
  });

  test('an order that has changed, or whose work is parked, stays', async () => {
    const { orders, oldOrders } = open();
    const order = settled();
    await orders.insert(order);
    const later = { ...order, version: order.version + 1 };
    await orders.save(later, order.version);
    expect(await oldOrders.replace(order, tombstoneOf(order, place))).toBe('changed');
    await orders.putOff(order.orderId, { kind: 'no_room', reason: 'full' }, after(90));
    expect(await oldOrders.replace(later, tombstoneOf(later, place))).toBe('changed');
    expect(await orders.find(order.orderId)).toEqual(later);
    expect(await oldOrders.find([order.orderId])).toMatchObject({
      orders: [{ order: later }],
      tombstones: [],
    });
  });

  test('of orders that are removed at once, one that has changed or is not stored stays as it is', async () => {
    const { orders, oldOrders } = open();
    const numbered = (merchantTransactionId: string): PaymentOrder => ({
      ...paid(submitted(opened(newOrder({ merchantTransactionId })))),
      outbox: [],
    });
    const [one, changed, absent] = [numbered('T1'), numbered('T2'), numbered('T3')];
    await orders.insert(one);
    const later = { ...changed, version: changed.version + 1 };
    await orders.insert(later);
    const replacements = [one, changed, absent].map((order) =>
      oldOrders.replace(order, tombstoneOf(order, place)),
    );
    expect(await Promise.all(replacements)).toEqual(['replaced', 'changed', 'changed']);
    const ids = [one, changed, absent].map(({ orderId }) => orderId);
    expect(await oldOrders.find(ids)).toMatchObject({
      orders: [{ order: later }],
      tombstones: [tombstoneOf(one, place)],
    });
  });

  test('the events of removed orders are removed, except those that are still to be delivered', async () => {
    const ports = open();
    const order = { ...settled(), lastSequence: 3 };
    const delivered = { delivery: { state: 'delivered', nextTryAt: null } } as const;
    const other = newOrder({ merchantTransactionId: 'T2' }).orderId;
    await ports.events.append(loggedEvent(order.orderId, 1, delivered));
    await ports.events.append(loggedEvent(order.orderId, 2));
    await ports.events.append(
      loggedEvent(order.orderId, 3, { delivery: { state: 'failed', nextTryAt: null } }),
    );
    await ports.events.append(loggedEvent(other, 1, delivered));
    const tombstone = await removed(ports, order);
    for (let times = 0; times < 2; times += 1) {
      await ports.oldOrders.removeEvents([tombstone]);
      expect(idsOf(await ports.events.listOfOrder(order.orderId))).toEqual([
        `evt_${order.orderId.slice(4)}_2`,
      ]);
      expect(await ports.events.listOfOrder(other)).toHaveLength(1);
    }
  });
}
