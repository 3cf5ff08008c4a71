import { describe, expect, test } from 'vitest';
import { changed } from '../../src/domain/order/order-transition.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { TemporarilyUnavailable } from '../../src/ports/temporarily-unavailable.ts';
import { newSurroundings } from '../in-memory/surroundings.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

/** Creates an order, and functions that hold back writes and release them. */
async function order() {
  const surroundings = newSurroundings();
  const gateway = new TestGateway(surroundings);
  const { orderId } = await gateway.created(await gateway.merchant());
  const { orders } = surroundings;
  const save = orders.save.bind(orders);
  let saves = 0;
  let gate: Promise<void> = Promise.resolve();
  orders.save = async (...args) => {
    saves += 1;
    await gate;
    return save(...args);
  };
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    return resolve;
  };
  return { gateway, orders, orderId, hold, saves: () => saves, current: () => gateway.order(orderId) };
}

function describedAs(text: string) {
  return (current: PaymentOrder) =>
    changed({ ...current, description: `${current.description ?? ''}${text}` });
}

describe('decisions about one order', () => {
  test('that wait for a write build on each other’s results and are written together', async () => {
    const at = await order();
    const letThrough = at.hold();
    const changes = ['a', 'b', 'c', 'd'].map((text) =>
      at.gateway.change.apply(at.orderId, 'refund_requested', describedAs(text)),
    );
    letThrough();
    const done = await Promise.all(changes);
    expect(at.saves()).toBe(2);
    const stored = await at.current();
    expect(stored).toMatchObject({ description: 'abcd', version: 5 });
    expect(stored.history.map(({ version }) => version)).toEqual([1, 5]);
    expect(stored.history.at(-1)).toMatchObject({ times: 4 });
    // Each caller gets the order as it is stored, so that the caller's next decision is based on it.
    expect(done.slice(1).map((change) => change.kind === 'done' && change.order)).toEqual(
      Array.from({ length: 3 }, () => stored),
    );
  });

  test('each get their own verdict, and one that throws has changed nothing', async () => {
    const at = await order();
    const letThrough = at.hold();
    const first = at.gateway.change.apply(at.orderId, 'refund_requested', describedAs('a'));
    const verdicts = Promise.allSettled([
      at.gateway.change.decide(at.orderId, 'refund_requested', () => ({ verdict: 'refused' })),
      at.gateway.change.decide(at.orderId, 'refund_requested', () => {
        throw new Error('a fault');
      }),
      at.gateway.change.apply(at.orderId, 'refund_requested', describedAs('b')),
    ]);
    letThrough();
    await first;
    expect(await verdicts).toMatchObject([
      { status: 'fulfilled', value: { verdict: 'refused' } },
      { status: 'rejected', reason: { message: 'a fault' } },
      { status: 'fulfilled', value: { verdict: 'changed' } },
    ]);
    expect(await at.current()).toMatchObject({ description: 'ab' });
  });

  test('all fail with the write that they share, and the next ones continue', async () => {
    const at = await order();
    const letThrough = at.hold();
    const first = at.gateway.change.apply(at.orderId, 'refund_requested', describedAs('a'));
    await expect.poll(at.saves).toBe(1);
    const { save } = at.orders;
    const shared = Promise.allSettled(
      ['b', 'c'].map((text) => at.gateway.change.apply(at.orderId, 'refund_requested', describedAs(text))),
    );
    at.orders.save = async () => {
      throw new TemporarilyUnavailable('the database is away');
    };
    letThrough();
    await first;
    expect((await shared).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    at.orders.save = save;
    await at.gateway.change.apply(at.orderId, 'refund_requested', describedAs('d'));
    expect(await at.current()).toMatchObject({ description: 'ad' });
  });

  test('are made again on the version that another instance wrote meanwhile', async () => {
    const at = await order();
    const other = new TestGateway(at.gateway.surroundings);
    const known = await at.current();
    await other.change.apply(at.orderId, 'refund_requested', describedAs('x'));
    const change = await at.gateway.change.apply(known, 'refund_requested', describedAs('a'));
    expect(change).toMatchObject({ verdict: 'changed', order: { description: 'xa', version: 3 } });
  });

  test('that change nothing are made on the stored order', async () => {
    const at = await order();
    const known = await at.current();
    await at.gateway.change.apply(at.orderId, 'refund_requested', describedAs('x'));
    const seen = await at.gateway.change.decide(known, 'refund_requested', (current) => ({
      verdict: current.description,
    }));
    expect(seen).toMatchObject({ verdict: 'x' });
  });

  test('end when other writers win every time', async () => {
    const at = await order();
    at.orders.save = async () => 'conflict';
    await expect(
      at.gateway.change.apply(at.orderId, 'refund_requested', describedAs('a')),
    ).rejects.toBeInstanceOf(TemporarilyUnavailable);
  });

  test('report an order that does not exist', async () => {
    const at = await order();
    expect(await at.gateway.change.apply('ord_none', 'refund_requested', describedAs('a'))).toEqual({
      kind: 'order_not_found',
    });
  });
});
