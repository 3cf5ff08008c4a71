import { describe, expect, test } from 'vitest';
import { newSurroundings, TestGateway } from '../in-memory/test-gateway.ts';

describe('a recurring duty', () => {
  test('reports what fails and goes on with its neighbours (fault 12)', async () => {
    const surroundings = newSurroundings();
    const { orders } = surroundings;
    const gateway = new TestGateway(surroundings);
    const merchant = await gateway.merchant();
    // More broken ones than are attended at once, in front of the sound one.
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

  test('reports when it can not even look', async () => {
    const surroundings = newSurroundings();
    surroundings.orders.listDue = async () => {
      throw new Error('down');
    };
    const gateway = new TestGateway(surroundings);
    await gateway.attendAfter(1);
    expect(surroundings.alerts.raised).toMatchObject([{ kind: 'duty_failed', duty: 'attend-orders' }]);
  });

  test('finds nothing to do twice', async () => {
    const gateway = new TestGateway();
    const order = await gateway.paid(await gateway.merchant());
    await gateway.attendAfter(1);
    await gateway.attendAfter(100_000);
    expect(await gateway.order(order.orderId)).toEqual({ ...order, outbox: [] });
    expect(gateway.surroundings.sender.sent).toHaveLength(2);
  });
});
