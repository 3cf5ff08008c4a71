import { describe, expect, test, vi } from 'vitest';
import { momentOf } from '../../src/ports/clock.ts';
import { loggedEvent, orderA } from '../builders/events.ts';
import { acknowledged } from '../in-memory/scripted-webhook-sender.ts';
import { newSurroundings } from '../in-memory/surroundings.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

describe('a receiver that is slow', () => {
  test('fault 44: a slow receiver is sent at most sixteen webhooks at once and does not slow other merchants', async () => {
    const surroundings = newSurroundings();
    const gateway = new TestGateway(surroundings);
    const [slow, quick] = [await gateway.merchant(), await gateway.merchant()];
    const { promise: silence, resolve: answer } = Promise.withResolvers<typeof acknowledged>();
    let atOnce = 0;
    let mostAtOnce = 0;
    surroundings.sender.receive(slow.webhook.url, async () => {
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      const answered = await silence;
      atOnce -= 1;
      return answered;
    });
    const orderOf = (index: number) => `ord_${index.toString(16).padStart(32, '0')}`;
    for (let index = 0; index < 30; index += 1) {
      await surroundings.events.append(loggedEvent(orderOf(index), 1, { merchantId: slow.merchantId }));
    }
    await gateway.alarmClock.ring();
    await surroundings.events.append(loggedEvent(orderA, 1, { merchantId: quick.merchantId }));
    await gateway.alarmClock.ring();
    await expect
      .poll(async () => (await surroundings.events.listOfOrder(orderA))[0]?.delivery.state)
      .toBe('delivered');
    expect(mostAtOnce).toBe(16);
    expect(gateway.deliver.saturatedMerchants).toEqual([slow.merchantId]);
    answer(acknowledged);
    await gateway.settle();
    expect(mostAtOnce).toBe(16);
    expect(surroundings.sender.sent).toHaveLength(31);
    expect(gateway.deliver.saturatedMerchants).toEqual([]);
  });
});

describe('many due events', () => {
  const orderOf = (index: number) => `ord_${index.toString(16).padStart(32, '0')}`;

  test('are all delivered in one run of the duty', async () => {
    const surroundings = newSurroundings();
    const gateway = new TestGateway(surroundings);
    const { merchantId } = await gateway.merchant();
    for (let index = 0; index < 650; index += 1) {
      await surroundings.events.append(loggedEvent(orderOf(index), 1, { merchantId }));
    }
    await gateway.alarmClock.ring();
    await gateway.settle();
    expect(new Set(surroundings.sender.sent.map(({ headers }) => headers['webhook-id'])).size).toBe(650);
    expect(surroundings.sender.sent).toHaveLength(650);
  });

  test('are all delivered in one run if each order has several', async () => {
    const surroundings = newSurroundings();
    const gateway = new TestGateway(surroundings);
    const { merchantId } = await gateway.merchant();
    for (let index = 0; index < 325; index += 1) {
      await surroundings.events.append(loggedEvent(orderOf(index), 1, { merchantId }));
      await surroundings.events.append(loggedEvent(orderOf(index), 2, { merchantId }));
    }
    await gateway.alarmClock.ring();
    await gateway.settle();
    expect(surroundings.sender.sent).toHaveLength(650);
  });

  test('end the run if the database refuses to lease them', async () => {
    const surroundings = newSurroundings();
    const gateway = new TestGateway(surroundings);
    const { merchantId } = await gateway.merchant();
    for (let index = 0; index < 650; index += 1) {
      await surroundings.events.append(loggedEvent(orderOf(index), 1, { merchantId }));
    }
    const take = vi.spyOn(surroundings.deliveries, 'take').mockRejectedValue(new Error('disk full'));
    const postpone = vi.spyOn(surroundings.deliveries, 'postpone').mockRejectedValue(new Error('disk full'));
    await gateway.alarmClock.ring();
    await gateway.settle();
    expect(take.mock.calls.length).toBeLessThanOrEqual(200);
    expect(surroundings.sender.sent).toEqual([]);
    take.mockRestore();
    postpone.mockRestore();
  });

  test('of receivers that hang let the run end, and the others get their events', async () => {
    const surroundings = newSurroundings();
    const gateway = new TestGateway(surroundings);
    const [hanging, quick] = [await gateway.merchant(), await gateway.merchant()];
    const { promise: silence, resolve: answer } = Promise.withResolvers<typeof acknowledged>();
    surroundings.sender.receive(hanging.webhook.url, () => silence);
    for (let index = 0; index < 900; index += 1) {
      const { merchantId } = index < 450 ? hanging : quick;
      await surroundings.events.append(loggedEvent(orderOf(index), 1, { merchantId }));
    }
    await gateway.alarmClock.ring();
    const sentTo = (url: string) => surroundings.sender.sent.filter((message) => message.url === url).length;
    await expect.poll(() => sentTo(quick.webhook.url)).toBe(450);
    expect(sentTo(hanging.webhook.url)).toBe(16);
    gateway.deliver.stop();
    answer(acknowledged);
    await gateway.settle();
  });
});

describe('a process that stops', () => {
  test('finishes running attempts and leaves waiting ones to others, due at once', async () => {
    const surroundings = newSurroundings();
    const { events, deliveries, sender, clock } = surroundings;
    const gateway = new TestGateway(surroundings);
    const merchant = await gateway.merchant();
    const { promise: silence, resolve: answer } = Promise.withResolvers<typeof acknowledged>();
    sender.receive(merchant.webhook.url, () => silence);
    const orderIds = Array.from({ length: 40 }, (_, index) => `ord_${index.toString(16).padStart(32, '0')}`);
    for (const [index, orderId] of orderIds.entries()) {
      // Half of the events wait in the log. This process has appended the others, and leases them.
      const isLeased = index % 2 === 0;
      const delivery = isLeased ? gateway.deliver.firstLease() : { nextTryAt: clock.now() };
      const event = loggedEvent(orderId, 1, { merchantId: merchant.merchantId, delivery });
      await events.append(event);
      gateway.deliver.deliverSoon(orderId, isLeased ? event : undefined);
    }
    await expect.poll(() => sender.sent.length).toBe(16);
    gateway.deliver.stop();
    answer(acknowledged);
    await gateway.settle();
    expect(sender.sent).toHaveLength(16);
    expect((await deliveries.listOrdersDue(momentOf(clock), 100, [])).orders).toHaveLength(24);
    gateway.deliver.deliverSoon(orderIds.at(-1) ?? '');
    await gateway.settle();
    expect(sender.sent).toHaveLength(16);
    await new TestGateway(surroundings).attendAfter(0);
    expect(sender.sent).toHaveLength(40);
  });
});
