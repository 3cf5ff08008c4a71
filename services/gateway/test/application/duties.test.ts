import { describe, expect, test } from 'vitest';
import { attemptIdOf } from '../../src/domain/order/order-identifiers.ts';
import { TemporarilyUnavailable } from '../../src/ports/temporarily-unavailable.ts';
import { loggedEvent } from '../builders/events.ts';
import { latest, succeeded } from '../builders/orders.ts';
import { start } from '../builders/times.ts';
import { newSurroundings } from '../in-memory/surroundings.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

const BATCH = 200;
const brokenOrder = `ord_${'b'.repeat(32)}`;

/** Makes a port's lookup fail for some IDs. Returns the IDs that are looked up. */
function failFor<Name extends string>(
  port: { [name in Name]: (id: string) => Promise<unknown> },
  name: Name,
  isBroken: (id: string) => boolean,
): string[] {
  const looks: string[] = [];
  const lookUp = port[name].bind(port);
  port[name] = async (id) => {
    if (!isBroken(id)) return lookUp(id);
    looks.push(id);
    throw new Error('broken');
  };
  return looks;
}

describe('a recurring duty', () => {
  test('a recurring background task reports an order whose work fails, and continues with the other orders (fault 12)', async () => {
    const surroundings = newSurroundings();
    const { orders } = surroundings;
    const gateway = new TestGateway(surroundings);
    const merchant = await gateway.merchant();
    // Create more broken orders than the duty processes at once. They are due before the sound order.
    const created = [];
    for (let number = 1; number <= 11; number += 1) {
      created.push(await gateway.created(merchant, { merchantTransactionId: `T${number}` }));
    }
    const sound = created.pop();
    const broken = new Set(created.map(({ orderId }) => orderId));
    const find = orders.find.bind(orders);
    orders.find = async (orderId) => {
      if (broken.has(orderId)) throw new Error('broken order');
      return find(orderId);
    };
    await gateway.attendAfter(1800);
    expect((await gateway.order(sound?.orderId ?? '')).state).toBe('CLOSE');
    expect(surroundings.alerts.raised).toHaveLength(10);
    expect(surroundings.alerts.raised[0]).toMatchObject({ kind: 'duty_failed', duty: 'attend-orders' });
  });

  test('orders whose work always fails are postponed, so that many such orders do not block the others (fault 12)', async () => {
    const surroundings = newSurroundings();
    const gateway = new TestGateway(surroundings);
    const merchant = await gateway.merchant();
    const orderIds = [];
    for (let number = 1; number <= BATCH + 1; number += 1) {
      const { orderId } = await gateway.created(merchant, { merchantTransactionId: `T${number}` });
      orderIds.push(orderId);
    }
    const sound = orderIds.at(-1) ?? '';
    const looks = failFor(surroundings.orders, 'find', (orderId) => orderId !== sound);
    await gateway.attendAfter(1800);
    expect((await gateway.order(sound)).state).toBe('INIT');
    await gateway.attendAfter(1);
    expect((await gateway.order(sound)).state).toBe('CLOSE');
    expect(surroundings.alerts.raised).toHaveLength(BATCH);
    expect(surroundings.alerts.raised[0]).toMatchObject({ kind: 'duty_failed', item: orderIds[0] });
    // Each broken order is retried after 5 s and then after longer waits. Each failure raises an alert.
    looks.length = 0;
    await gateway.attendAfter(3.9);
    expect(looks).toEqual([]);
    await gateway.attendAfter(0.1);
    expect(looks).toHaveLength(BATCH);
    expect(surroundings.alerts.raised).toHaveLength(2 * BATCH);
    await gateway.attendAfter(9.9);
    expect(looks).toHaveLength(BATCH);
    await gateway.attendAfter(0.1);
    expect(looks).toHaveLength(2 * BATCH);
  });

  test('fault 12: if the work on an order always fails, it is stopped, the stop is reported once, and the work continues when an operator resumes it', async () => {
    const surroundings = newSurroundings();
    const { orders, alerts, clock } = surroundings;
    const gateway = new TestGateway(surroundings);
    const merchant = await gateway.merchant();
    const { orderId } = await gateway.created(merchant);
    const find = orders.find.bind(orders);
    orders.find = async () => {
      throw new Error('a broken order');
    };
    for (let looks = 0; looks < 20; looks += 1) await gateway.attendAfter(1800);
    expect(alerts.kinds.filter((kind) => kind === 'duty_failed')).toHaveLength(12);
    expect(alerts.raised.filter(({ kind }) => kind === 'work_parked')).toEqual([
      { kind: 'work_parked', duty: 'attend-orders', item: orderId, reason: 'a broken order' },
    ]);
    orders.find = find;
    await gateway.attendAfter(1800);
    expect((await gateway.order(orderId)).state).toBe('INIT');
    await orders.resume(orderId, clock.now());
    await gateway.attendAfter(0);
    expect((await gateway.order(orderId)).state).toBe('CLOSE');
  });

  test('parks nothing during a database outage, however long', async () => {
    const surroundings = newSurroundings();
    const { orders, alerts } = surroundings;
    const gateway = new TestGateway(surroundings);
    const { orderId } = await gateway.created(await gateway.merchant());
    const find = orders.find.bind(orders);
    orders.find = async () => {
      throw new TemporarilyUnavailable('the database is away');
    };
    for (let looks = 0; looks < 30; looks += 1) await gateway.attendAfter(1800);
    expect(new Set(alerts.kinds)).toEqual(new Set(['duty_failed']));
    orders.find = find;
    await gateway.attendAfter(5);
    expect((await gateway.order(orderId)).state).toBe('CLOSE');
  });

  test('postpones callbacks that cannot be applied', async () => {
    const surroundings = newSurroundings();
    const gateway = new TestGateway(surroundings);
    const order = await gateway.submitted(await gateway.merchant());
    const { attemptId } = latest(order);
    const receivedAt = surroundings.clock.realNow();
    const result = succeeded();
    for (let number = 0; number <= BATCH; number += 1) {
      const isLast = number === BATCH;
      await surroundings.inbox.keep({
        callbackId: `evt_${number}`,
        channelId: 'Sandbox',
        notification: {
          kind: 'payment',
          attemptId: isLast ? attemptId : attemptIdOf(brokenOrder, 1),
          result,
        },
        receivedAt: new Date(receivedAt.getTime() + number),
      });
    }
    failFor(surroundings.orders, 'find', (orderId) => orderId === brokenOrder);
    await gateway.attendAfter(4);
    expect((await gateway.order(order.orderId)).state).toBe('PAYING');
    await gateway.attendAfter(1);
    expect((await gateway.order(order.orderId)).state).toBe('PAY_SUCCESS');
    expect(surroundings.alerts.raised).toHaveLength(BATCH);
    expect(surroundings.alerts.raised[0]).toMatchObject({ duty: 'apply-callbacks', item: 'Sandbox evt_0' });
  });

  test.each(['is not there', 'cannot be read'])('postpones events whose merchant %s', async (what) => {
    const surroundings = newSurroundings();
    const { events, merchants, sender } = surroundings;
    const gateway = new TestGateway(surroundings);
    const merchant = await gateway.merchant();
    const orderOf = (index: number) => `ord_${index.toString(16).padStart(32, '0')}`;
    for (let index = 0; index <= BATCH; index += 1) {
      const merchantId = index === BATCH ? merchant.merchantId : 'mer_broken';
      const delivery = { nextTryAt: new Date(start.getTime() + index) };
      await events.append(loggedEvent(orderOf(index), 1, { merchantId, delivery }));
    }
    if (what === 'cannot be read') failFor(merchants, 'find', (merchantId) => merchantId === 'mer_broken');
    await gateway.attendAfter(1);
    expect(sender.sent).toHaveLength(1);
    expect(surroundings.alerts.raised).toHaveLength(BATCH);
  });

  test('reports when it cannot even read what is due', async () => {
    const surroundings = newSurroundings();
    surroundings.orders.listDue = async () => {
      throw new Error('down');
    };
    const gateway = new TestGateway(surroundings);
    await gateway.attendAfter(1);
    expect(surroundings.alerts.raised).toMatchObject([{ kind: 'duty_failed', duty: 'attend-orders' }]);
  });

  test('does no work twice', async () => {
    const gateway = new TestGateway();
    const order = await gateway.paid(await gateway.merchant());
    await gateway.attendAfter(1);
    await gateway.attendAfter(100_000);
    expect(await gateway.order(order.orderId)).toEqual({ ...order, outbox: [] });
    expect(gateway.surroundings.sender.sent).toHaveLength(2);
  });
});
