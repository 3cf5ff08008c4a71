import { describe, expect, test, vi } from 'vitest';
import { OpenCheckout } from '../../src/application/checkout/open-checkout.ts';
import { RecentOrders } from '../../src/application/recent-orders.ts';
import { issueSession } from '../../src/domain/checkout-session.ts';
import { changed } from '../../src/domain/order/order-transition.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import type { OrderRepository } from '../../src/ports/order-repository.ts';
import { TemporarilyUnavailable } from '../../src/ports/temporarily-unavailable.ts';
import { latest, newOrder } from '../builders/orders.ts';
import { cards } from '../in-memory/fake-channel.ts';
import { outcomeOf } from '../in-memory/requests.ts';
import { newSurroundings, type Surroundings } from '../in-memory/surroundings.ts';
import { sessionKeys, TestGateway } from '../in-memory/test-gateway.ts';

const described = (text: string) => (current: PaymentOrder) => changed({ ...current, description: text });

/** Two instances over the same stores, and a count of the orders that the first one reads. */
function twoInstances() {
  const surroundings = newSurroundings();
  const reads: string[] = [];
  const find: OrderRepository['find'] = (orderId) => {
    reads.push(orderId);
    return surroundings.orders.find(orderId);
  };
  const orders = new Proxy(surroundings.orders, {
    get: (target, key) => {
      const value: unknown = key === 'find' ? find : Reflect.get(target, key, target);
      return typeof value === 'function' && key !== 'find' ? value.bind(target) : value;
    },
  });
  const one = new TestGateway({ ...surroundings, orders }, { isImpatient: true });
  return { one, other: new TestGateway(surroundings), reads, orders };
}

/** Opens the order as a call that changes it does, on an instance. */
async function openedToChange(gateway: TestGateway, { orderId, expiresAt }: PaymentOrder) {
  const { orders, clock } = gateway.surroundings;
  const open = new OpenCheckout({ orders, recent: gateway.recent, sessionKeys, clock });
  const opened = await open.executeToChange(orderId, issueSession(orderId, expiresAt, sessionKeys));
  if (opened.kind === 'refused') throw new Error(opened.detail);
  return opened.order;
}

describe('an order that this process has just written', () => {
  test('is opened, submitted and changed again without a read', async () => {
    const { one, reads } = twoInstances();
    const order = await one.created(await one.merchant());
    reads.length = 0;
    await one.initialise.execute(await openedToChange(one, order), 'card');
    const opened = await openedToChange(one, order);
    await one.submit.execute(opened, cards.succeeds, { attemptId: latest(opened).attemptId });
    await one.change.apply(order.orderId, 'refund_requested', described('x'));
    expect(reads).toEqual([]);
    expect(await one.order(order.orderId)).toMatchObject({ description: 'x', state: 'PAYING' });
  });

  test('is refused as the stored order says, if another instance has paid it meanwhile', async () => {
    const { one, other } = twoInstances();
    const order = await one.created(await one.merchant());
    await other.initialise.execute(order, 'card');
    await other.submit.execute(await other.order(order.orderId), cards.succeeds);
    const { attemptId } = latest(await other.order(order.orderId));
    await other.result(attemptId, other.surroundings.channel.settle(attemptId));
    const outdated = await openedToChange(one, order);
    expect(outdated.state).toBe('INIT');
    expect(outcomeOf(await one.initialise.execute(outdated, 'card'))).toBe('ORDER_ALREADY_PAID');
    const submitted = await one.submit.execute(outdated, cards.succeeds, { attemptId });
    expect(submitted).toMatchObject({ kind: 'submitted', attemptId });
    expect(one.surroundings.channel.payments.get(attemptId)?.charges).toBe(1);
  });

  test('is charged once if two instances remember it and both submit it', async () => {
    const { one, other } = twoInstances();
    const order = await one.opened(await one.merchant());
    const { attemptId } = latest(order);
    await other.submit.execute(order, cards.succeeds, { attemptId });
    const outdated = await openedToChange(one, order);
    expect(latest(outdated).state).toBe('OPEN');
    await one.submit.execute(outdated, cards.succeeds, { attemptId });
    expect(one.surroundings.channel.payments.get(attemptId)?.charges).toBe(1);
  });

  test('is refused as the stored order says, if its merchant takes no payments', async () => {
    const { one, other } = twoInstances();
    const merchant = await one.merchant();
    const { merchants } = one.surroundings;
    const order = await one.created(merchant);
    await other.paid(merchant);
    expect((await openedToChange(one, order)).state).toBe('INIT');
    await merchants.save({ ...merchant, state: 'disabled' });
    const answer = await one.initialise.execute(await openedToChange(one, order), 'card');
    expect(outcomeOf(answer)).toBe('ORDER_ALREADY_PAID');
  });

  test('is not used to decide that nothing changes', async () => {
    const { one, other } = twoInstances();
    const { orderId } = await one.created(await one.merchant());
    await other.change.apply(orderId, 'refund_requested', described('x'));
    const seen = await one.change.decide(orderId, 'refund_requested', ({ description }) => ({
      verdict: description,
    }));
    expect(seen).toMatchObject({ verdict: 'x' });
    const thrown = one.change.decide(orderId, 'refund_requested', ({ description }) => {
      throw new Error(`saw ${description}`);
    });
    await expect(thrown).rejects.toThrow('saw x');
  });

  test('is not written again if somebody has deleted it', async () => {
    const surroundings = newSurroundings();
    const deleted: Partial<Surroundings['orders']> = {
      find: async () => undefined,
      save: async () => 'conflict',
    };
    let isDeleted = false;
    const orders = new Proxy(surroundings.orders, {
      get: (target, key) => {
        const value: unknown = Reflect.get(isDeleted && key in deleted ? deleted : target, key, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const gateway = new TestGateway({ ...surroundings, orders });
    const order = await gateway.opened(await gateway.merchant());
    const { attemptId } = latest(order);
    isDeleted = true;
    const known = await openedToChange(gateway, order);
    const submitted = await gateway.submit.execute(known, cards.succeeds, { attemptId });
    expect(outcomeOf(submitted)).toBe('SESSION_INVALID');
    expect(gateway.recent.find(order.orderId)).toBeUndefined();
    expect(outcomeOf(await gateway.initialise.execute(known, 'card'))).toBe('SESSION_INVALID');
    expect(gateway.surroundings.channel.payments.get(attemptId)?.charges ?? 0).toBe(0);
  });

  test('is not used for a second after a write was lost, because requests may come to instances at random', async () => {
    const { one, other, reads } = twoInstances();
    const merchant = await one.merchant();
    const first = await one.created(merchant);
    const second = await one.created(merchant, { merchantTransactionId: 'T2' });
    await other.change.apply(first.orderId, 'refund_requested', described('other'));
    await one.change.apply(first.orderId, 'refund_requested', described('x'));
    expect(await one.order(first.orderId)).toMatchObject({ description: 'x', version: 3 });
    reads.length = 0;
    await one.change.apply(second.orderId, 'refund_requested', described('y'));
    expect(reads).toEqual([second.orderId]);
  });

  test('is read again after a write that failed, because nobody knows whether it was stored', async () => {
    const { one, orders, reads } = twoInstances();
    const { orderId } = await one.created(await one.merchant());
    const { save } = one.surroundings.orders;
    one.surroundings.orders.save = async (...args) => {
      await save.apply(orders, args);
      throw new TemporarilyUnavailable('the answer is lost');
    };
    const lost = one.change.apply(orderId, 'refund_requested', described('x'));
    await expect(lost).rejects.toBeInstanceOf(TemporarilyUnavailable);
    one.surroundings.orders.save = save;
    reads.length = 0;
    await one.change.apply(orderId, 'refund_requested', (current) =>
      changed({ ...current, description: `${current.description}y` }),
    );
    expect(reads).toEqual([orderId]);
    expect(await one.order(orderId)).toMatchObject({ description: 'xy' });
  });
});

describe('the memory of written orders', () => {
  test('keeps the later version', () => {
    const recent = new RecentOrders();
    const order = newOrder();
    recent.note({ ...order, version: 3 });
    recent.note({ ...order, version: 2 });
    expect(recent.find(order.orderId)?.version).toBe(3);
    expect(recent.latest(order.orderId, { ...order, version: 4 })?.version).toBe(4);
    expect(recent.latest(order.orderId, { ...order, version: 2 })?.version).toBe(3);
  });

  test('keeps no order for more than a minute, so that a paused process has forgotten it', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const recent = new RecentOrders();
      recent.note(newOrder());
      vi.advanceTimersByTime(59_999);
      expect(recent.find(newOrder().orderId)).toBeDefined();
      vi.advanceTimersByTime(1);
      expect(recent.find(newOrder().orderId)).toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
  });

  test('is used again after a pause', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const recent = new RecentOrders();
      recent.note(newOrder());
      recent.wasOutdated();
      expect(recent.find(newOrder().orderId)).toBeUndefined();
      vi.advanceTimersByTime(1_000);
      expect(recent.find(newOrder().orderId)).toBeDefined();
    } finally {
      vi.useRealTimers();
    }
  });

  test('keeps no order that has changed often, because it may be large', () => {
    const recent = new RecentOrders();
    recent.note({ ...newOrder(), version: 19 });
    recent.note({ ...newOrder(), version: 20 });
    expect(recent.find(newOrder().orderId)).toBeUndefined();
  });
});
