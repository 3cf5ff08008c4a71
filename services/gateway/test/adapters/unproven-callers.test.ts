import Router from '@koa/router';
import Koa, { type Context } from 'koa';
import pino from 'pino';
import { Registry } from 'prom-client';
import { describe, expect, test, vi } from 'vitest';
import { exactPaths } from '../../src/adapters/inbound/http/app.ts';
import { channelCallbackRoute } from '../../src/adapters/inbound/http/callback/channel-callback-route.ts';
import { GuessAlerts } from '../../src/adapters/inbound/http/guess-alerts.ts';
import { answerErrors } from '../../src/adapters/inbound/http/middleware/answer-errors.ts';
import { authenticateMerchants } from '../../src/adapters/inbound/http/middleware/authenticate-merchants.ts';
import { RefusedError } from '../../src/adapters/inbound/http/refused-error.ts';
import { UnprovenCallers } from '../../src/adapters/inbound/http/unproven-callers.ts';
import { untraced } from '../../src/adapters/outbound/tracing/untraced.ts';
import type { ReceiveCallback } from '../../src/application/channels/receive-callback.ts';
import { AuthenticateMerchant } from '../../src/application/merchants/authenticate-merchant.ts';
import { InMemoryMerchants } from '../in-memory/in-memory-merchants.ts';
import { InMemoryNonces } from '../in-memory/in-memory-nonces.ts';
import { RecordedAlerts } from '../in-memory/recorded-alerts.ts';
import { SettableClock } from '../in-memory/settable-clock.ts';
import { LoopbackServer } from '../support/loopback-server.ts';

const burst = 5;
const size = { perSecond: 0.001, burst };
const shop = { address: '203.0.113.7', claim: 'mer_shop' };
const forger = { address: '198.51.100.9', claim: 'mer_shop' };

function limits(claim: typeof size | null = size) {
  const alerts = new RecordedAlerts();
  const callers = new UnprovenCallers(
    { network: size, claim },
    new GuessAlerts({ alerts, metrics: new Registry() }, 'merchant_signatures'),
  );
  const call = async (caller: typeof shop, outcome: 'genuine' | 'forged') => {
    try {
      return await callers.verify(
        caller,
        async () => outcome,
        (found) => found === 'genuine',
      );
    } catch (error) {
      if (error instanceof RefusedError) return error.refusal.name;
      throw error;
    }
  };
  const times = async (count: number, caller: typeof shop, outcome: 'genuine' | 'forged') =>
    Promise.all(Array.from({ length: count }, () => call(caller, outcome)));
  return { alerts, callers, call, times };
}

describe('callers that have not proved who they are', () => {
  test('if callers forge signatures too often, the gateway refuses their calls without checking them, and alerts operators (fault 66)', async () => {
    const { alerts, times } = limits();
    const outcomes = await times(1_000, forger, 'forged');
    expect(outcomes.filter((outcome) => outcome === 'forged')).toHaveLength(burst);
    expect(outcomes.filter((outcome) => outcome === 'RATE_LIMITED')).toHaveLength(1_000 - burst);
    expect(alerts.raised).toEqual([
      { kind: 'guesses_refused', what: 'merchant_signatures', address: forger.address, refused: 1 },
    ]);
  });

  test('callers that forge one merchant’s signature share one limit, whatever networks they call from (fault 66)', async () => {
    const { call, times } = limits();
    // Only failures after the first one of a network count for the claim.
    for (let host = 0; host < burst; host += 1) {
      const outcomes = await times(2, { ...forger, address: `198.51.100.${host}` }, 'forged');
      expect(outcomes).toEqual(['forged', 'forged']);
    }
    expect(await call({ ...forger, address: '192.0.2.1' }, 'forged')).toBe('forged');
    expect(await call({ ...forger, address: '192.0.2.1' }, 'forged')).toBe('RATE_LIMITED');
    expect(await call({ address: '192.0.2.1', claim: 'mer_other' }, 'genuine')).toBe('genuine');
  });

  test('callers that forge signatures do not lock out a merchant that has called from its address before (fault 66)', async () => {
    const { call, times } = limits();
    expect(await call(shop, 'genuine')).toBe('genuine');
    await times(100, forger, 'forged');
    await times(100, { ...shop, claim: 'mer_guess' }, 'forged');
    expect(await call({ ...shop, claim: 'mer_new' }, 'genuine')).toBe('RATE_LIMITED');
    expect(await call(shop, 'genuine')).toBe('genuine');
  });

  test('callers that forge signatures do not lock out a merchant that calls from an address for the first time (fault 66)', async () => {
    const { call, times } = limits();
    for (let host = 0; host < 20; host += 1) {
      await times(2 * burst, { ...forger, address: `198.51.100.${host}` }, 'forged');
    }
    expect(await call(shop, 'genuine')).toBe('genuine');
  });

  test('have no limit while their calls are genuine', async () => {
    const { alerts, call } = limits();
    for (let count = 0; count < 20 * burst; count += 1) expect(await call(shop, 'genuine')).toBe('genuine');
    expect(alerts.raised).toEqual([]);
  });

  test('lose no tokens by a call that could not be checked', async () => {
    const { callers, call } = limits();
    const away = () => Promise.reject(new Error('away'));
    for (let count = 0; count < 2 * burst; count += 1) {
      await expect(callers.verify(shop, away, () => true)).rejects.toThrow('away');
    }
    expect(await call(shop, 'forged')).toBe('forged');
  });

  test('are limited only by their networks if their claim has no limit', async () => {
    const { call, times } = limits(null);
    expect(await times(burst + 1, forger, 'forged')).toContain('RATE_LIMITED');
    expect(await call(shop, 'forged')).toBe('forged');
  });
});

test('a callback that has neither a signature nor an effect does not prove who sent it, so such callbacks are rate-limited (fault 66)', async () => {
  const { callers } = limits();
  const receive = (isProven: boolean) => {
    const router = new Router(exactPaths);
    const received = { kind: 'received', isProven, acknowledgement: '[accepted]' } as const;
    const receiveCallback = { execute: async () => received } as unknown as ReceiveCallback;
    channelCallbackRoute(router, receiveCallback, callers);
    const app = new Koa();
    app.use(answerErrors(pino({ level: 'silent' }), new RecordedAlerts()));
    app.use(router.routes());
    return LoopbackServer.start(app.callback());
  };
  const callback = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
  const statuses = async (isProven: boolean, count: number) => {
    const server = await receive(isProven);
    const found = new Set<number>();
    for (let call = 0; call < count; call += 1) {
      found.add((await fetch(`${server.url}/api/webhook/Adyen`, callback)).status);
    }
    await server.stop();
    return [...found];
  };
  expect(await statuses(true, 3 * burst)).toEqual([200]);
  expect(await statuses(false, burst)).toEqual([200]);
  expect(await statuses(false, 1)).toEqual([429]);
});

test('if one caller makes a thousand calls with unknown merchant IDs, the rate limit keeps most of them from the database (fault 66)', async () => {
  const merchants = new InMemoryMerchants();
  const find = vi.spyOn(merchants, 'find');
  const clock = new SettableClock();
  const authenticate = new AuthenticateMerchant({
    merchants,
    nonces: new InMemoryNonces(),
    clock,
    environment: 'production',
  });
  const middleware = authenticateMerchants(authenticate, limits().callers, untraced);
  for (let count = 0; count < 1_000; count += 1) {
    const headers: Record<string, string> = {
      'X-Merchant-Id': `mer_${count}`,
      'X-Timestamp': String(clock.realNow().getTime()),
      'X-Nonce': `nonce-${count}-of-a-guess`,
      'X-Signature': 'AAAA',
    };
    const get = (name: string) => headers[name] ?? '';
    const ctx = {
      method: 'GET',
      ip: forger.address,
      req: { url: '/' },
      state: {},
      get,
    } as unknown as Context;
    await expect(middleware(ctx, async () => {})).rejects.toThrow(RefusedError);
  }
  expect(find).toHaveBeenCalledTimes(burst);
});
