import { generateWebhookSecret, hasWebhookSignature } from '@kassa/contracts';
import { describe, expect, test } from 'vitest';
import { newWebhookEndpoint } from '../../src/domain/merchant/webhook-endpoint.ts';
import { TemporarilyUnavailable } from '../../src/ports/temporarily-unavailable.ts';
import { loggedEvent, orderA } from '../builders/events.ts';
import { after, at, start } from '../builders/times.ts';
import { withEvents } from '../in-memory/gateway-with-events.ts';
import { answered } from '../in-memory/scripted-webhook-sender.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

describe('a delivery attempt', () => {
  test('fault 47: each attempt to deliver an event has the same webhook-id, and one signature for each of the two secrets', async () => {
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

  test('that is not answered is recorded with the error and repeated', async () => {
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

  test('if a process dies before it records an attempt to deliver a webhook, the webhook is sent again after the lease of the process has ended (fault 3)', async () => {
    const { gateway, sender, deliveries } = await withEvents([1]);
    await deliveries.take(loggedEvent(orderA, 1).eventId, at(0), after(25));
    await gateway.attendAfter(24);
    expect(sender.sent).toEqual([]);
    await gateway.attendAfter(1);
    expect(sender.sent).toHaveLength(1);
  });

  test('a process that was paused until its lease had ended does not overwrite later delivery attempts (fault 11)', async () => {
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

  test('under a lease is not made a second time because the business clock was moved', async () => {
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
    // Moving the clock does not count as a failed attempt, so the next attempt is due in five seconds.
    expect(event?.delivery).toMatchObject({
      failures: 1,
      nextTryAt: new Date(clock.now().getTime() + 5_000),
    });
  });

  test('fault 44: an event is sent thirteen times over more than 75 hours and then given up with an alert', async () => {
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
    expect(alerts.kinds).toEqual([
      'webhook_switched_off',
      ...['webhook_failed', 'event_given_up'],
      ...['webhook_failed', 'event_given_up'],
    ]);
    expect((await events.listOfOrder(orderA)).map(({ delivery }) => delivery.state)).toEqual([
      'failed',
      'failed',
    ]);
  });

  test('answered with 410 whose endpoint could not be switched off is made again, and announced then', async () => {
    const { gateway, sender, merchants, alerts, events } = await withEvents([1], () => answered(410));
    const switchOff = merchants.switchWebhookOff.bind(merchants);
    merchants.switchWebhookOff = async () => {
      throw new TemporarilyUnavailable('down');
    };
    await gateway.attendAfter(0);
    expect(alerts.kinds).toEqual(['duty_failed']);
    expect((await events.listOfOrder(orderA))[0]?.delivery).toMatchObject({ state: 'pending', tries: [] });
    merchants.switchWebhookOff = switchOff;
    await gateway.attendAfter(30);
    expect(sender.sent).toHaveLength(2);
    expect(alerts.kinds.slice(1)).toEqual(['webhook_switched_off', 'webhook_failed', 'event_given_up']);
  });
});

describe('a fault within the gateway', () => {
  test.each([
    ['the merchant is gone', 'the merchant does not exist'],
    ['its secrets cannot be read', 'the gateway could not prepare the webhook'],
  ])('counts as a failed attempt and ends in the operator’s list: %s', async (what, error) => {
    const { gateway, events, deliveries, merchants, sender, clock, alerts } = await withEvents([1]);
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
    const [failed] = await deliveries.listFailed(null, null, 10);
    expect(failed?.delivery).toMatchObject({ state: 'failed', failures: 13 });
    expect(failed?.delivery.tries.at(-1)).toMatchObject({ httpStatus: null, error });
    // Only the operator's alert contains the internal reason.
    const reason = what === 'the merchant is gone' ? error : 'no key decrypts it';
    expect(alerts.raised[0]).toMatchObject({ kind: 'webhook_failed', reason });
  });

  test('is not counted while the database does not answer', async () => {
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
