import { describe, expect, test } from 'vitest';
import { LoggedEvents } from '../../src/application/events/logged-events.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { latest, paid, succeeded } from '../builders/orders.ts';
import { after } from '../builders/times.ts';
import { cards } from '../in-memory/fake-channel.ts';
import { newSurroundings } from '../in-memory/surroundings.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

/** An order with two events, which were stored at the given times. */
function orderWithEventsAt(...seconds: readonly number[]): PaymentOrder {
  const order = paid();
  return {
    ...order,
    outbox: order.outbox.map((event, at) => ({ ...event, recordedAt: after(seconds[at] ?? 0) })),
  };
}

describe('events that this process has copied to the log', () => {
  test('leave the outbox with the next write of the order, without a separate write', async () => {
    const surroundings = newSurroundings();
    const { orders } = surroundings;
    const forgetting: number[] = [];
    const { promise: removal, resolve } = Promise.withResolvers<void>();
    const forget = orders.forgetRelayedEvents.bind(orders);
    orders.forgetRelayedEvents = async (...args) => {
      forgetting.push(args[0].version);
      await removal;
      return forget(...args);
    };
    const gateway = new TestGateway(surroundings);
    const { orderId } = await gateway.opened(await gateway.merchant());
    const opened = await gateway.order(orderId);
    await gateway.submit.execute(opened, cards.succeeds);
    await expect.poll(() => forgetting).toHaveLength(1);
    expect((await gateway.order(orderId)).outbox.map(({ sequence }) => sequence)).toEqual([1]);
    await gateway.receiveCallback.apply({
      callbackId: 'evt_1',
      channelId: 'Sandbox',
      notification: { kind: 'payment', attemptId: latest(opened).attemptId, result: succeeded() },
      receivedAt: surroundings.clock.realNow(),
    });
    expect((await gateway.order(orderId)).outbox.map(({ sequence }) => sequence)).toEqual([2]);
    resolve();
    await gateway.settle();
    expect((await gateway.order(orderId)).outbox).toEqual([]);
    expect(await gateway.types(orderId)).toEqual(['order.payment.processing', 'order.payment.succeeded']);
  });

  test('are recognised in the order, whichever instance has read it', () => {
    const logged = new LoggedEvents();
    const order = orderWithEventsAt(1, 2);
    logged.note(order.orderId, order.outbox[0] as PaymentOrder['outbox'][0]);
    expect(logged.others(order).map(({ sequence }) => sequence)).toEqual([2]);
    expect(logged.others({ ...order, orderId: 'ord_other' })).toHaveLength(2);
  });

  test('leave the outbox together with the earlier ones that a process with a faster clock stored', () => {
    const logged = new LoggedEvents();
    const order = orderWithEventsAt(31, 2);
    for (const event of order.outbox) logged.note(order.orderId, event);
    expect(logged.others(order)).toEqual([]);
  });

  test('are not mistaken for events with the same numbers that happen after the database was restored', () => {
    const logged = new LoggedEvents();
    const order = orderWithEventsAt(1, 2);
    for (const event of order.outbox) logged.note(order.orderId, event);
    expect(logged.others(order)).toEqual([]);
    expect(logged.others(orderWithEventsAt(60, 61)).map(({ sequence }) => sequence)).toEqual([1, 2]);
  });

  test('are not recognised if it is unknown when they were stored', () => {
    const logged = new LoggedEvents();
    const order = paid();
    for (const event of order.outbox) logged.note(order.orderId, event);
    expect(logged.others(order)).toEqual(order.outbox);
  });
});
