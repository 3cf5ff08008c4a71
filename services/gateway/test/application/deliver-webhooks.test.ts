import { generateWebhookSecret, hasWebhookSignature } from '@kassa/contracts';
import { describe, expect, test } from 'vitest';
import { TemporarilyUnavailable } from '../../src/application/temporarily-unavailable.ts';
import type { Merchant } from '../../src/domain/merchant/merchant.ts';
import { newWebhookEndpoint } from '../../src/domain/merchant/webhook-endpoint.ts';
import { momentOf } from '../../src/ports/clock.ts';
import type { WebhookMessage } from '../../src/ports/webhook-sender.ts';
import { loggedEvent } from '../builders/events.ts';
import { after, at, start } from '../builders/times.ts';
import { acknowledged, answered, type Receiver } from '../in-memory/scripted-webhook-sender.ts';
import { newSurroundings, TestGateway } from '../in-memory/test-gateway.ts';

const orderA = `ord_${'a'.repeat(32)}`;
const orderB = `ord_${'b'.repeat(32)}`;

/** A gateway with events in its log and a receiver. */
async function withEvents(
  sequences: readonly number[],
  receiver: Receiver = () => acknowledged,
  overrides: Partial<Merchant> = {},
) {
  const surroundings = newSurroundings();
  const gateway = new TestGateway(surroundings);
  const merchant = await gateway.merchant(overrides);
  surroundings.sender.receive(merchant.webhook.url, receiver);
  for (const sequence of sequences) {
    await surroundings.events.append(loggedEvent(orderA, sequence, { merchantId: merchant.merchantId }));
  }
  return { gateway, merchant, ...surroundings };
}

function sequenceOf({ body }: WebhookMessage): number {
  return (JSON.parse(body) as { sequence: number }).sequence;
}

describe('events of one order', () => {
  test('are delivered in order of sequence, each after the one before', async () => {
    const { gateway, sender, events } = await withEvents([1, 2, 3]);
    await gateway.attendAfter(0);
    expect(sender.sent.map(sequenceOf)).toEqual([1, 2, 3]);
    expect((await events.listPendingOfOrder(orderA)).length).toBe(0);
  });

  test('wait for one that fails, until it has failed three times', async () => {
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

  test('go on as soon as the one before is acknowledged on a later try', async () => {
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

  test('wait a second, not a lease, for one that another instance has in hand', async () => {
    const { gateway, sender, events } = await withEvents([1, 2]);
    const inHand = loggedEvent(orderA, 1);
    await events.take(inHand.eventId, at(0), after(25));
    await gateway.attendAfter(0);
    expect(sender.sent).toEqual([]);
    const ended = { at: start, durationMs: 900, httpStatus: 200, error: null, answer: '' };
    const delivered = { state: 'delivered', failures: 0, nextTryAt: null } as const;
    await events.recordTry(inHand.eventId, after(25), delivered, ended);
    await gateway.attendAfter(1);
    expect(sender.sent.map(sequenceOf)).toEqual([2]);
  });

  test('are sent once by two instances that look at the same time', async () => {
    const { gateway, sender, ...surroundings } = await withEvents([1, 2, 3]);
    const other = new TestGateway({ ...surroundings, sender });
    for (let second = 0; second < 5; second += 1) {
      await Promise.all([gateway.attendAfter(1), other.attendAfter(0)]);
    }
    expect(sender.sent.map(sequenceOf)).toEqual([1, 2, 3]);
  });

  test('appended while an earlier one is slow are not sent under a lease that is nearly over', async () => {
    const { gateway, sender, events, merchant, clock } = await withEvents([]);
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
    const take = events.take.bind(events);
    events.take = (eventId, ...rest) => {
      takes.push(eventId);
      return take(eventId, ...rest);
    };
    await gateway.settle();
    expect(sender.sent.map(sequenceOf)).toEqual([1, 2]);
    expect(takes).toEqual([leased(2).eventId]);
  });
});

describe('a try', () => {
  test('fault 47: bears the same webhook-id each time, and a signature under each of two secrets', async () => {
    const secrets = [generateWebhookSecret(), generateWebhookSecret()] as const;
    const { gateway, sender } = await withEvents([1], () => answered(500), {
      webhook: {
        ...newWebhookEndpoint('https://rotating.example/hook', secrets[0]),
        secrets,
        previousSecretEndsAt: after(60),
      },
    });
    await gateway.attendAfter(0);
    await gateway.attendAfter(5);
    expect(sender.sent).toHaveLength(2);
    for (const { headers, body } of sender.sent) {
      const id = headers['webhook-id'] ?? '';
      const timestamp = headers['webhook-timestamp'] ?? '';
      expect(id).toBe(loggedEvent(orderA, 1).eventId);
      for (const secret of secrets) {
        expect(
          hasWebhookSignature({ id, timestamp, body }, headers['webhook-signature'] ?? '', [secret]),
        ).toBe(true);
      }
    }
    expect(sender.sent[0]?.headers['webhook-timestamp']).not.toBe(
      sender.sent[1]?.headers['webhook-timestamp'],
    );
  });

  test.each([
    [200, 'delivered'],
    [201, 'delivered'],
    [204, 'delivered'],
    [299, 'delivered'],
    [302, 'pending'],
    [400, 'pending'],
    [404, 'pending'],
    [429, 'pending'],
    [500, 'pending'],
    [410, 'failed'],
  ])('answered with %i leaves the event %s', async (status, state) => {
    const { gateway, events } = await withEvents([1], () => answered(status));
    await gateway.attendAfter(0);
    const [event] = await events.listOfOrder(orderA);
    expect(event?.delivery.state).toBe(state);
    expect(event?.delivery.tries).toMatchObject([{ httpStatus: status }]);
  });

  test('that is not answered is noted with the error and tried again', async () => {
    const { gateway, events } = await withEvents([1], () => ({ kind: 'not_answered', error: 'no route' }));
    await gateway.attendAfter(0);
    const [event] = await events.listOfOrder(orderA);
    expect(event?.delivery).toMatchObject({
      state: 'pending',
      failures: 1,
      nextTryAt: after(5),
      tries: [{ httpStatus: null, error: 'no route' }],
    });
  });

  test('waits as long as the receiver asks', async () => {
    const { gateway, events } = await withEvents([1], () => answered(429, 90));
    await gateway.attendAfter(0);
    expect((await events.listOfOrder(orderA))[0]?.delivery.nextTryAt).toEqual(after(90));
  });

  test('that died before it was noted is made again after the lease (fault 3)', async () => {
    const { gateway, sender, events } = await withEvents([1]);
    await events.take(loggedEvent(orderA, 1).eventId, at(0), after(25));
    await gateway.attendAfter(24);
    expect(sender.sent).toEqual([]);
    await gateway.attendAfter(1);
    expect(sender.sent).toHaveLength(1);
  });

  test('of a process that paused past its lease does not undo what came after (fault 11)', async () => {
    const { promise: pause, resolve: goOn } = Promise.withResolvers<void>();
    let tries = 0;
    const { gateway, events, ...surroundings } = await withEvents([1], async () => {
      tries += 1;
      if (tries === 1) await pause;
      return answered(500);
    });
    const other = new TestGateway({ ...surroundings, events });
    await gateway.alarmClock.ring();
    await expect.poll(() => tries).toBe(1);
    for (const seconds of [25, 5, 30]) await other.attendAfter(seconds);
    const [before] = await events.listOfOrder(orderA);
    expect(before?.delivery.failures).toBe(3);
    goOn();
    await gateway.settle();
    expect(await events.listOfOrder(orderA)).toEqual([before]);
  });

  test('in hand is not made a second time because the business clock was moved', async () => {
    const { promise: silence, resolve: answer } = Promise.withResolvers<void>();
    const { gateway, events, sender, clock, ...surroundings } = await withEvents([1], async () => {
      await silence;
      return answered(500);
    });
    const other = new TestGateway({ ...surroundings, events, sender, clock });
    await gateway.alarmClock.ring();
    await expect.poll(() => sender.sent.length).toBe(1);
    clock.move(80 * 3600);
    await other.attendAfter(1);
    expect(sender.sent).toHaveLength(1);
    answer();
    await gateway.settle();
    const [event] = await events.listOfOrder(orderA);
    // The move was no step of the ladder: the next try is due five seconds from now.
    expect(event?.delivery).toMatchObject({
      failures: 1,
      nextTryAt: new Date(clock.now().getTime() + 5_000),
    });
  });

  test('fault 44: is made thirteen times over more than 75 hours, then the event is given up with an alert', async () => {
    const { gateway, sender, events, alerts, clock } = await withEvents([1], () => answered(500));
    const sentAt: number[] = [];
    for (let looks = 0; looks < 40; looks += 1) {
      const before = sender.sent.length;
      await gateway.attendAfter(0);
      if (sender.sent.length > before) sentAt.push((clock.now().getTime() - start.getTime()) / 1000);
      const [event] = await events.listOfOrder(orderA);
      if (event?.delivery.nextTryAt == null) break;
      clock.set(event.delivery.nextTryAt);
    }
    expect(sentAt).toHaveLength(13);
    expect(sentAt.at(-1)).toBeGreaterThan(75 * 3600);
    expect((await events.listOfOrder(orderA))[0]?.delivery).toMatchObject({ state: 'failed', failures: 13 });
    expect(alerts.kinds).toEqual([...Array.from({ length: 13 }, () => 'webhook_failed'), 'event_given_up']);
  });

  test('answered with 410 switches the endpoint off: later events are not sent', async () => {
    const { gateway, sender, merchants, merchant, alerts, events } = await withEvents([1, 2], () =>
      answered(410),
    );
    await gateway.attendAfter(0);
    expect((await merchants.find(merchant.merchantId))?.webhook.isSwitchedOff).toBe(true);
    expect(sender.sent).toHaveLength(1);
    expect(alerts.kinds).toContain('webhook_switched_off');
    expect((await events.listOfOrder(orderA)).map(({ delivery }) => delivery.state)).toEqual([
      'failed',
      'failed',
    ]);
  });
});

describe('events that are sent again by hand', () => {
  /** Four events of an order of which the first two were given up; the third was delivered. */
  async function withOldFailures(receiver: Receiver) {
    const bench = await withEvents([1, 2, 3]);
    const { events } = bench;
    for (const sequence of [1, 2, 3]) {
      const { eventId } = loggedEvent(orderA, sequence);
      await events.take(eventId, momentOf(bench.clock), after(25));
      const state = sequence === 3 ? 'delivered' : 'failed';
      const tried = { at: start, durationMs: 9, httpStatus: 500, error: null, answer: '' };
      await events.recordTry(eventId, after(25), { state, failures: 13, nextTryAt: null }, tried);
    }
    bench.sender.receive(bench.merchant.webhook.url, receiver);
    await events.append(loggedEvent(orderA, 4, { merchantId: bench.merchant.merchantId }));
    const ids = [1, 2].map((sequence) => loggedEvent(orderA, sequence).eventId);
    await events.deliverAnew(ids, bench.clock.now());
    return bench;
  }

  test('go in their order and hold up no newer event, nor does one that keeps failing', async () => {
    const { gateway, sender } = await withOldFailures((message) =>
      sequenceOf(message) === 1 ? answered(500) : acknowledged,
    );
    await gateway.attendAfter(0);
    expect(sender.sent.map(sequenceOf)).toEqual([1, 4]);
    await gateway.attendAfter(5);
    await gateway.attendAfter(30);
    expect(sender.sent.map(sequenceOf)).toEqual([1, 4, 1, 1, 2]);
  });

  test('begin the ladder anew and keep the tries that were made before', async () => {
    const { gateway, events } = await withOldFailures(() => answered(500));
    await gateway.attendAfter(0);
    const [first] = await events.listOfOrder(orderA);
    expect(first?.delivery).toMatchObject({ state: 'pending', failures: 1, nextTryAt: after(5) });
    expect(first?.delivery.tries).toHaveLength(2);
  });
});

describe('a fault of our own', () => {
  test.each([
    ['the merchant is gone', 'the merchant is not there'],
    ['its secrets can not be read', 'the gateway could not prepare the webhook'],
  ])('counts as a failed try and ends in the operator’s list: %s', async (what, error) => {
    const { gateway, events, merchants, sender, clock, alerts } = await withEvents([1]);
    merchants.find = async () => {
      if (what === 'the merchant is gone') return undefined;
      throw new Error('no key decrypts it');
    };
    for (let looks = 0; looks < 20; looks += 1) {
      await gateway.attendAfter(0);
      const [event] = await events.listOfOrder(orderA);
      if (event?.delivery.nextTryAt == null) break;
      clock.set(event.delivery.nextTryAt);
    }
    expect(sender.sent).toEqual([]);
    const [failed] = await events.listFailed(null, null, 10);
    expect(failed?.delivery).toMatchObject({ state: 'failed', failures: 13 });
    expect(failed?.delivery.tries.at(-1)).toMatchObject({ httpStatus: null, error });
    // What went wrong inside is for the operator alone.
    const reason = what === 'the merchant is gone' ? error : 'no key decrypts it';
    expect(alerts.raised[0]).toMatchObject({ kind: 'webhook_failed', reason });
  });

  test('is not counted while the database does not answer: that is nobody’s failed try', async () => {
    const { gateway, events, merchants, sender } = await withEvents([1]);
    const find = merchants.find.bind(merchants);
    merchants.find = async () => {
      throw new TemporarilyUnavailable('down');
    };
    await gateway.attendAfter(0);
    expect((await events.listOfOrder(orderA))[0]?.delivery).toMatchObject({ state: 'pending', failures: 0 });
    merchants.find = find;
    await gateway.attendAfter(30);
    expect(sender.sent).toHaveLength(1);
  });
});

describe('a receiver that is slow', () => {
  test('fault 44: has sixteen tries at once and does not slow other merchants', async () => {
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

describe('a process that stops', () => {
  test('ends the tries that run and leaves those that wait to others, due at once', async () => {
    const surroundings = newSurroundings();
    const { events, sender, clock } = surroundings;
    const gateway = new TestGateway(surroundings);
    const merchant = await gateway.merchant();
    const { promise: silence, resolve: answer } = Promise.withResolvers<typeof acknowledged>();
    sender.receive(merchant.webhook.url, () => silence);
    const orderIds = Array.from({ length: 40 }, (_, index) => `ord_${index.toString(16).padStart(32, '0')}`);
    for (const [index, orderId] of orderIds.entries()) {
      // Half of them wait in the log, the others were appended here under a lease.
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
    expect(await events.listOrdersDue(momentOf(clock), 100, [])).toHaveLength(24);
    gateway.deliver.deliverSoon(orderIds.at(-1) ?? '');
    await gateway.settle();
    expect(sender.sent).toHaveLength(16);
    await new TestGateway(surroundings).attendAfter(0);
    expect(sender.sent).toHaveLength(40);
  });
});
