import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf } from './support/envelope-answer.ts';
import { GatewayBench, type Instance } from './support/gateway-bench.ts';
import type { MerchantAccount } from './support/merchant-account.ts';
import { TesterClock } from './support/tester-clock.ts';

const minute = 60;
const day = 86_400;

let bench: GatewayBench;
let other: Instance;
let merchant: MerchantAccount;
let clock: TesterClock;

beforeAll(async () => {
  bench = await GatewayBench.start();
  other = await bench.startAnother();
  merchant = await bench.onboard();
  clock = new TesterClock(bench);
});
afterAll(() => bench.stop());

function msBetween(earlier: string, later: string): number {
  return Date.parse(later) - Date.parse(earlier);
}

describe('the sandbox clock', () => {
  it('says that nothing is due if nothing waits', async () => {
    expect(await clock.show()).toMatchObject({ ahead_seconds: 0, next_due_at: null, next_due: null });
    expect((await clock.move({ to_next_due: true })).msg).toBe('NOTHING_DUE');
  });

  it('moves immediately on the instance that is called, and soon on the other', async () => {
    const before = await clock.show();
    const moved = await clock.advance(3 * day, other);
    expect(Math.round(moved.ahead_seconds)).toBe(3 * day);
    expect(msBetween(before.now, moved.now)).toBeGreaterThanOrEqual(3 * day * 1000);
    await expect
      .poll(async () => Math.round((await clock.show()).ahead_seconds), { interval: 20 })
      .toBe(3 * day);
  });

  it('adds up concurrent moves on both instances', async () => {
    const before = await clock.show();
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => clock.advance(7, index % 2 ? other : bench.main)),
    );
    await expect
      .poll(async () => Math.round((await clock.show()).ahead_seconds - before.ahead_seconds))
      .toBe(70);
  });

  it('moves to a moment, with any offset from UTC', async () => {
    const { now } = await clock.show();
    const moment = new Date(Date.parse(now) + 90_000);
    const moved = await clock.to(
      `${new Date(moment.getTime() + 7_200_000).toISOString().slice(0, -1)}+02:00`,
    );
    expect(msBetween(moment.toISOString(), moved.now)).toBeGreaterThanOrEqual(0);
    expect(msBetween(moment.toISOString(), moved.now)).toBeLessThan(minute * 1000);
  });

  it('does not go back, and says what time it shows', async () => {
    const { real_now } = await clock.show();
    const refused = await clock.move({ to: real_now });
    expect(refused.msg).toBe('CLOCK_ONLY_FORWARD');
    expect(refused.error?.detail).toContain(real_now);
  });

  it('does not go further than 400 days ahead, by one move or by several', async () => {
    const before = await clock.show();
    const refused = await clock.move({ advance_seconds: 400 * day });
    expect(refused.msg).toBe('CLOCK_TOO_FAR_AHEAD');
    expect(refused.error?.detail).toContain('400 days');
    const far = new Date(Date.now() + 401 * day * 1000).toISOString();
    expect((await clock.move({ to: far })).msg).toBe('CLOCK_TOO_FAR_AHEAD');
    expect((await clock.show()).ahead_seconds).toBeCloseTo(before.ahead_seconds, 0);
  });

  it.each<[unknown, readonly string[]]>([
    [{}, ['']],
    [{ advance_seconds: 60, to: '2030-01-01T00:00:00Z' }, ['']],
    [{ advance_seconds: 0 }, ['advance_seconds']],
    [{ advance_seconds: -60 }, ['advance_seconds']],
    [{ advance_seconds: 1.5 }, ['advance_seconds']],
    [{ advance_seconds: '60' }, ['advance_seconds']],
    [{ advance_seconds: 1e300 }, ['advance_seconds']],
    [{ to: '2026-02-30T00:00:00Z' }, ['to']],
    [{ to: 'tomorrow' }, ['to']],
    [{ to_next_due: false }, ['to_next_due']],
    [{ by: 60 }, ['by']],
    [[], ['']],
    [null, ['']],
  ])('refuses %j', async (body, fields) => {
    expect(refusalOf(await clock.move(body))).toEqual({ msg: 'INVALID_REQUEST', fields });
  });

  it('needs the operations token', async () => {
    const answer = await bench.admin('GET', '/admin/sandbox/clock', undefined, { token: 'wrong' });
    expect(answer.msg).toBe('OPERATOR_UNAUTHORISED');
  });

  it('shows the same time after a restart', async () => {
    const before = await clock.show();
    const again = await bench.startAnother();
    const after = await clock.show(again);
    expect(after.ahead_seconds).toBeCloseTo(before.ahead_seconds, 0);
  });

  it('gives orders their times, and leaves requests and nonces to real time', async () => {
    const { now } = await clock.show();
    // The other instance learns of a move of the clock a moment later.
    await expect.poll(async () => msBetween(now, (await clock.show(other)).now)).toBeGreaterThanOrEqual(0);
    // The timestamp of a request is real time, on both instances.
    const created = await merchant.create({}, { baseUrl: other.merchantUrl });
    expect(created.msg).toBe('success');
    const order = await merchant.query(String(created.data.order_id));
    expect(msBetween(now, order.created_at)).toBeGreaterThanOrEqual(0);
    expect(msBetween(order.created_at, order.expires_at)).toBe(30 * minute * 1000);
    const byBusinessTime = await merchant.create({}, { timestamp: String(Date.parse(now)) });
    expect(byBusinessTime.msg).toBe('TIMESTAMP_EXPIRED');
  });

  it('lets the consumer’s page count from the gateway’s time', async () => {
    const checkout = await merchant.openCheckout();
    const order = await checkout.order();
    const leftMs = msBetween(order.server_time, order.expires_at);
    expect(leftMs).toBeGreaterThan(29 * minute * 1000);
    expect(leftMs).toBeLessThanOrEqual(30 * minute * 1000);
    await clock.advance(20 * minute);
    const { server_time } = await checkout.status();
    expect(Math.round(msBetween(server_time, order.expires_at) / 60_000)).toBe(10);
  });

  it('shows what is due next, and what became due by a move', async () => {
    const orderId = String((await merchant.create()).data.order_id);
    const { expires_at } = await merchant.query(orderId);
    const expiry = { at: expires_at, kind: 'order_expiry', order_id: orderId, subject_id: orderId };
    /**
     * Waits until all due work is done, and returns the work that is due next. On a busy machine, work can still be in progress
     * after the answer to a move of the clock.
     */
    const next = async () => {
      await expect
        .poll(async () => {
          const { next_due_at, now } = await clock.show();
          return next_due_at === null || next_due_at > now;
        })
        .toBe(true);
      return clock.show();
    };
    // Orders of the tests before come first.
    let reading = await next();
    for (let steps = 0; reading.next_due?.order_id !== orderId && steps < 20; steps += 1) {
      await clock.toNextDue();
      reading = await next();
    }
    expect(reading).toMatchObject({ next_due: expiry, next_due_at: expires_at });
    expect(await clock.toNextDue()).toMatchObject({ fell_due: expiry });
    expect(await next()).toMatchObject({ fell_due: null, next_due: null });
    expect((await merchant.query(orderId)).state).toBe('CLOSE');
    expect(await clock.advance(minute)).toMatchObject({ fell_due: null });
  });
});

describe('a clock with which a test replaces the gateway’s own', () => {
  it('cannot be moved from outside', async () => {
    const real = { now: () => new Date(), realNow: () => new Date() };
    const instance = await bench.startAnother({ replacements: { clock: real } });
    expect((await clock.move({ advance_seconds: 60 }, instance)).msg).toBe('NOT_FOUND');
  });
});
