import { describe, expect, test } from 'vitest';
import { momentOf } from '../../src/ports/clock.ts';
import { loggedEvent, orderA, orderB } from '../builders/events.ts';
import { after, at, start } from '../builders/times.ts';
import { sequenceOf, withEvents } from '../in-memory/gateway-with-events.ts';
import { acknowledged, answered, type Receiver } from '../in-memory/scripted-webhook-sender.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

describe('events of one order', () => {
  test('are delivered by sequence, each after the previous one', async () => {
    const { gateway, sender, deliveries } = await withEvents([1, 2, 3]);
    await gateway.attendAfter(0);
    expect(sender.sent.map(sequenceOf)).toEqual([1, 2, 3]);
    expect((await deliveries.listPendingOfOrder(orderA)).length).toBe(0);
  });

  test('wait for a failing event until it has failed three times', async () => {
    const { gateway, sender } = await withEvents([1, 2], (message) =>
      sequenceOf(message) === 1 ? answered(500) : acknowledged,
    );
    await gateway.attendAfter(0);
    expect(sender.sent.map(sequenceOf)).toEqual([1]);
    await gateway.attendAfter(4.9);
    expect(sender.sent.map(sequenceOf)).toEqual([1]);
    await gateway.attendAfter(0.1);
    expect(sender.sent.map(sequenceOf)).toEqual([1, 1]);
    await gateway.attendAfter(29.9);
    expect(sender.sent.map(sequenceOf)).toEqual([1, 1]);
    await gateway.attendAfter(0.1);
    expect(sender.sent.map(sequenceOf)).toEqual([1, 1, 1, 2]);
    await gateway.attendAfter(120);
    expect(sender.sent.map(sequenceOf)).toEqual([1, 1, 1, 2, 1]);
  });

  test('continue as soon as the previous one is acknowledged on a later attempt', async () => {
    let fails = 1;
    const { gateway, sender } = await withEvents([1, 2, 3], () => {
      fails -= 1;
      return fails >= 0 ? answered(503) : acknowledged;
    });
    await gateway.attendAfter(0);
    await gateway.attendAfter(5);
    expect(sender.sent.map(sequenceOf)).toEqual([1, 1, 2, 3]);
  });

  test('do not wait for other orders', async () => {
    const { gateway, sender, events, merchant } = await withEvents([1], () => answered(500));
    await events.append(loggedEvent(orderB, 1, { merchantId: merchant.merchantId }));
    await gateway.attendAfter(0);
    expect(sender.sent.map(({ headers }) => headers['webhook-id'])).toEqual([
      loggedEvent(orderA, 1).eventId,
      loggedEvent(orderB, 1).eventId,
    ]);
  });

  test('wait a second, not a lease, for an event that another instance has leased', async () => {
    const { gateway, sender, deliveries } = await withEvents([1, 2]);
    const inHand = loggedEvent(orderA, 1);
    await deliveries.take(inHand.eventId, at(0), after(25));
    await gateway.attendAfter(0);
    expect(sender.sent).toEqual([]);
    const ended = { at: start, durationMs: 900, httpStatus: 200, error: null, answer: '' };
    const delivered = { state: 'delivered', failures: 0, nextTryAt: null } as const;
    await deliveries.recordTry(inHand.eventId, after(25), delivered, ended);
    await gateway.attendAfter(1);
    expect(sender.sent.map(sequenceOf)).toEqual([2]);
  });

  test('are sent once if two instances process them at the same time', async () => {
    const { gateway, sender, ...surroundings } = await withEvents([1, 2, 3]);
    const other = new TestGateway({ ...surroundings, sender });
    for (let second = 0; second < 5; second += 1) {
      await Promise.all([gateway.attendAfter(1), other.attendAfter(0)]);
    }
    expect(sender.sent.map(sequenceOf)).toEqual([1, 2, 3]);
  });

  test('appended while an earlier one is slow are not sent under a nearly expired lease', async () => {
    const { gateway, sender, events, deliveries, merchant, clock } = await withEvents([]);
    const delivery = gateway.deliver.firstLease();
    const leased = (sequence: number) =>
      loggedEvent(orderA, sequence, {
        merchantId: merchant.merchantId,
        delivery,
      });
    sender.receive(merchant.webhook.url, (message) => {
      if (sequenceOf(message) === 1) clock.pass(12);
      return acknowledged;
    });
    await events.append(leased(1));
    await events.append(leased(2));
    gateway.deliver.deliverSoon(orderA, leased(1));
    gateway.deliver.deliverSoon(orderA, leased(2));
    const takes: string[] = [];
    const take = deliveries.take.bind(deliveries);
    deliveries.take = (eventId, ...rest) => {
      takes.push(eventId);
      return take(eventId, ...rest);
    };
    await gateway.settle();
    expect(sender.sent.map(sequenceOf)).toEqual([1, 2]);
    expect(takes).toEqual([leased(2).eventId]);
  });
});

describe('events that are resent by hand', () => {
  /** Creates four events of an order. The first two were given up, and the third was delivered. */
  async function withOldFailures(receiver: Receiver) {
    const bench = await withEvents([1, 2, 3]);
    const { events, deliveries } = bench;
    for (const sequence of [1, 2, 3]) {
      const { eventId } = loggedEvent(orderA, sequence);
      await deliveries.take(eventId, momentOf(bench.clock), after(25));
      const state = sequence === 3 ? 'delivered' : 'failed';
      const tried = { at: start, durationMs: 9, httpStatus: 500, error: null, answer: '' };
      await deliveries.recordTry(eventId, after(25), { state, failures: 13, nextTryAt: null }, tried);
    }
    bench.sender.receive(bench.merchant.webhook.url, receiver);
    await events.append(loggedEvent(orderA, 4, { merchantId: bench.merchant.merchantId }));
    const ids = [1, 2].map((sequence) => loggedEvent(orderA, sequence).eventId);
    await deliveries.deliverAnew(ids, bench.clock.now());
    return bench;
  }

  test('keep their order and delay no newer event, even if one keeps failing', async () => {
    const { gateway, sender } = await withOldFailures((message) =>
      sequenceOf(message) === 1 ? answered(500) : acknowledged,
    );
    await gateway.attendAfter(0);
    expect(sender.sent.map(sequenceOf)).toEqual([1, 4]);
    await gateway.attendAfter(5);
    await gateway.attendAfter(30);
    expect(sender.sent.map(sequenceOf)).toEqual([1, 4, 1, 1, 2]);
  });

  test('start the retry schedule again and keep the earlier attempts', async () => {
    const { gateway, events } = await withOldFailures(() => answered(500));
    await gateway.attendAfter(0);
    const [first] = await events.listOfOrder(orderA);
    expect(first?.delivery).toMatchObject({ state: 'pending', failures: 1, nextTryAt: after(5) });
    expect(first?.delivery.tries).toHaveLength(2);
  });
});
