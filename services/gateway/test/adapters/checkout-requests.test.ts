import { randomBytes } from 'node:crypto';
import { SESSION_HEADER } from '@kassa/contracts';
import type { Context } from 'koa';
import { Registry } from 'prom-client';
import { describe, expect, test, vi } from 'vitest';
import { callerNetworkOf } from '../../src/adapters/inbound/http/caller-network.ts';
import { CheckoutRequests } from '../../src/adapters/inbound/http/checkout/checkout-request.ts';
import { GuessAlerts } from '../../src/adapters/inbound/http/guess-alerts.ts';
import { RefusedError } from '../../src/adapters/inbound/http/refused-error.ts';
import { TokenBuckets } from '../../src/adapters/inbound/http/token-buckets.ts';
import { untraced } from '../../src/adapters/outbound/tracing/untraced.ts';
import { OpenCheckout } from '../../src/application/checkout/open-checkout.ts';
import { RecentOrders } from '../../src/application/recent-orders.ts';
import { issueSession } from '../../src/domain/checkout-session.ts';
import { newOrder } from '../builders/orders.ts';
import { after } from '../builders/times.ts';
import { InMemoryOrders } from '../in-memory/in-memory-orders.ts';
import { RecordedAlerts } from '../in-memory/recorded-alerts.ts';
import { SettableClock } from '../in-memory/settable-clock.ts';

const burst = 3;

async function opened() {
  const orders = new InMemoryOrders();
  const order = newOrder();
  await orders.insert(order);
  const find = vi.spyOn(orders, 'find');
  const sessionKeys = [randomBytes(32)] as const;
  const clock = new SettableClock();
  const alerts = new RecordedAlerts();
  const size = { perSecond: 0.001, burst };
  const requests = new CheckoutRequests(
    new OpenCheckout({ orders, recent: new RecentOrders(), sessionKeys, clock }),
    {
      sessions: new TokenBuckets(size),
      strangers: new TokenBuckets(size),
      guesses: new GuessAlerts({ alerts, metrics: new Registry() }, 'checkout_sessions'),
      tracing: untraced,
    },
  );
  const said: Record<string, string> = {};
  const call = async (orderId: string, session: string, ip = '203.0.113.7') => {
    const get = (name: string) => (name === SESSION_HEADER ? session : '');
    const ctx = { ip, get, set: (headers: object) => Object.assign(said, headers) } as unknown as Context;
    try {
      return (await requests.openOrder(ctx, orderId)).orderId;
    } catch (error) {
      if (error instanceof RefusedError) return error.refusal.name;
      throw error;
    }
  };
  const session = issueSession(order.orderId, after(1800), sessionKeys);
  return { orderId: order.orderId, session, find, call, clock, alerts, said };
}

describe('a call of the Checkout API', () => {
  test('reads no order if it is beyond its session’s rate limit', async () => {
    const { orderId, session, find, call } = await opened();
    for (let count = 0; count < burst; count += 1) expect(await call(orderId, session)).toBe(orderId);
    expect(await call(orderId, session)).toBe('RATE_LIMITED');
    expect(find).toHaveBeenCalledTimes(burst);
  });

  test('a call with a guessed session reads no order, and the guesses from one network are rate-limited (fault 41)', async () => {
    const { orderId, find, call } = await opened();
    const unknown = `ord_${'0'.repeat(32)}`;
    const guesses = [orderId, unknown, orderId, unknown, orderId].map((id) => call(id, 'guess'));
    expect(await Promise.all(guesses)).toEqual([
      ...Array(burst).fill('SESSION_INVALID'),
      'RATE_LIMITED',
      'RATE_LIMITED',
    ]);
    expect(await call(orderId, 'guess', '203.0.113.8')).toBe('SESSION_INVALID');
    expect(find).not.toHaveBeenCalled();
  });

  test('if a caller guesses sessions beyond the limit, operators get an alert, at most one a minute (fault 66)', async () => {
    const { orderId, session, call, alerts } = await opened();
    for (let count = 0; count < burst; count += 1) await call(orderId, 'guess');
    expect(alerts.raised).toEqual([]);
    for (let count = 0; count < 5; count += 1) await call(orderId, 'guess');
    for (let count = 0; count <= burst; count += 1) await call(orderId, session);
    expect(alerts.raised).toEqual([
      { kind: 'guesses_refused', what: 'checkout_sessions', address: '203.0.113.7', refused: 1 },
    ]);
  });

  test('says how many calls are left', async () => {
    const { orderId, session, call, said } = await opened();
    await call(orderId, session);
    expect(said).toEqual({
      'RateLimit-Limit': '3',
      'RateLimit-Remaining': '2',
      'RateLimit-Reset': expect.stringMatching(/^(1000|999)$/),
    });
  });

  test('with a valid session is answered, even if somebody guesses sessions from the same network', async () => {
    const { orderId, session, call } = await opened();
    for (let count = 0; count <= burst; count += 1) await call(orderId, 'guess');
    expect(await call(orderId, session)).toBe(orderId);
  });

  test('with an expired session is limited by that session’s rate', async () => {
    const { orderId, session, find, call, clock } = await opened();
    clock.pass(1801 + 24 * 60 * 60);
    for (let count = 0; count < burst; count += 1)
      expect(await call(orderId, session)).toBe('SESSION_EXPIRED');
    expect(await call(orderId, session)).toBe('RATE_LIMITED');
    expect(await call(orderId, 'guess')).toBe('SESSION_INVALID');
    expect(find).not.toHaveBeenCalled();
  });
});

describe('the network of a caller', () => {
  test.each([
    ['203.0.113.7', '::ffff:203.0.113.7'],
    ['2001:db8:1:2::1', '2001:0DB8:1:2:ffff:ffff:ffff:ffff'],
  ])('is the same for %s and %s', (one, other) => {
    expect(callerNetworkOf(one)).toBe(callerNetworkOf(other));
  });

  test.each([
    ['203.0.113.7', '203.0.113.8'],
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['unknown', '203.0.113.7'],
  ])('differs between %s and %s', (one, other) => {
    expect(callerNetworkOf(one)).not.toBe(callerNetworkOf(other));
  });
});
