import { compileValidator, EventListResult, OrderListResult, RefundListResult } from '@kassa/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addSeconds } from '../../src/domain/add-seconds.ts';
import { SETTLED_AFTER_SECONDS } from '../../src/domain/webhook/event-log-times.ts';
import { refusalOf } from './support/envelope-answer.ts';
import { GatewayBench } from './support/gateway-bench.ts';
import type { MerchantAccount } from './support/merchant-account.ts';
import { newTransactionId } from './support/merchant-account.ts';
import { MovableClock } from './support/movable-clock.ts';
import { read } from './support/read-message.ts';

const readEvents = compileValidator(EventListResult);
const readOrders = compileValidator(OrderListResult);
const readRefunds = compileValidator(RefundListResult);

const eventList = '/api/merchant/event/list';
const orderList = '/api/merchant/order/list';
const refundList = '/api/merchant/order/refund/list';

let bench: GatewayBench;
let merchant: MerchantAccount;
const clock = new MovableClock();
beforeAll(async () => {
  bench = await GatewayBench.start({ replacements: { clock } });
  merchant = await bench.onboard();
});
afterAll(() => bench.stop());

async function events(of: MerchantAccount, query = '') {
  return read(readEvents, await of.client.call('GET', `${eventList}${query}`));
}

async function orders(of: MerchantAccount, query = '') {
  return read(readOrders, await of.client.call('GET', `${orderList}${query}`));
}

async function refunds(of: MerchantAccount, query = '') {
  return read(readRefunds, await of.client.call('GET', `${refundList}${query}`));
}

/** Creates a merchant with a paid order. Refunds of it are made, the first as number 1. */
async function withRefunds(count: number) {
  const account = await bench.onboard();
  const order = await account.paidOrder();
  const numbers = Array.from({ length: count }, () => newTransactionId('R'));
  for (const transaction_id of numbers) {
    const original = { original_transaction_id: order.merchant_transaction_id, amount: 1 };
    await account.acceptedRefund({ transaction_id, ...original });
    await expect.poll(async () => (await account.queryRefund(transaction_id)).status).toBe(2);
  }
  return { account, order, numbers };
}

/** Creates a merchant with a paid order, whose two events were delivered. */
async function withPaidOrder() {
  const account = await bench.onboard();
  const { order_id } = await account.paidOrder();
  await expect
    .poll(async () => (await events(account)).events.map(({ delivery_state }) => delivery_state))
    .toEqual(['delivered', 'delivered']);
  return { account, orderId: order_id };
}

describe('the event list', () => {
  it('shows each event as it was sent, with its deliveries', async () => {
    const { account, orderId } = await withPaidOrder();
    const page = await events(account);
    expect(page.next).toBeNull();
    expect(page.events.map(({ event }) => event)).toEqual(await bench.receiver.eventsOf(orderId, 2));
    for (const { deliveries, next_try_at, logged_at, event } of page.events) {
      expect(next_try_at).toBeNull();
      expect(Date.parse(logged_at)).toBeGreaterThanOrEqual(Date.parse(event.created_at));
      expect(deliveries).toEqual([
        {
          at: expect.stringMatching(/Z$/),
          duration_ms: expect.any(Number),
          http_status: 200,
          error: null,
          answer: '',
        },
      ]);
    }
  });

  it('is read to its end page by page, including new events', async () => {
    const { account } = await withPaidOrder();
    await account.paidOrder();
    await expect.poll(async () => (await events(account)).events).toHaveLength(4);
    const seen: string[] = [];
    let next: string | null = null;
    do {
      const page = await events(account, `?limit=1${next === null ? '' : `&after=${next}`}`);
      seen.push(...page.events.map(({ event }) => event.event_id));
      next = page.next;
    } while (next !== null);
    expect(seen).toEqual((await events(account)).events.map(({ event }) => event.event_id));
    expect(seen).toHaveLength(4);
  });

  it('can be filtered by type and by the time of logging', async () => {
    const { account } = await withPaidOrder();
    const all = (await events(account)).events;
    const succeeded = await events(account, '?event_type=order.payment.succeeded');
    expect(succeeded.events).toEqual(all.slice(1));
    const since = (moment: string) => events(account, `?since=${encodeURIComponent(moment)}`);
    expect((await since(all[0]?.logged_at ?? '')).events).toEqual(all);
    expect((await since(addSeconds(new Date(), 60).toISOString())).events).toEqual([]);
    // The same moment in another time zone.
    expect((await since(`${all[0]?.logged_at.slice(0, -1)}+00:00`)).events).toEqual(all);
  });

  it('shows nobody else’s events', async () => {
    await withPaidOrder();
    const stranger = await bench.onboard();
    expect(await events(stranger)).toEqual({ events: [], next: null, resume_after: null });
  });

  it('loses no event for a client that follows it, even if one enters late behind others', async () => {
    const { account } = await withPaidOrder();
    const log = bench.database.collection<{ _id: string; loggedAt: Date; body: string }>('events');
    const [first, second] = (await events(account)).events;
    const stored = await log.findOne({ _id: second?.event.event_id ?? '' });
    if (stored === null || first === undefined) throw new Error('no events');
    // The second event was logged before the first one, but its insert is still in progress. So remove it from the log for now.
    await log.deleteOne({ _id: stored._id });
    let resumeAfter: string | null = null;
    const poll = async (query = '') => {
      const from: string = resumeAfter === null ? '' : `after=${resumeAfter}&`;
      const page = await events(account, `?${from}${query}`);
      resumeAfter = page.resume_after;
      return page.events.map(({ event }) => event.event_id);
    };
    expect(await poll('limit=1')).toEqual([first.event.event_id]);
    expect(await poll()).toEqual([first.event.event_id]);
    const late = addSeconds(new Date(first.logged_at), -1);
    await log.insertOne({ ...stored, loggedAt: late });
    expect(await poll()).toEqual([stored._id, first.event.event_id]);
    expect(resumeAfter).toBeNull();
    try {
      // Once no event can enter the log before these events any more, they are not listed again.
      clock.stopAt(addSeconds(new Date(first.logged_at), SETTLED_AFTER_SECONDS));
      const timestamp = String(clock.realNow().getTime());
      const settled = read(readEvents, await account.client.call('GET', eventList, undefined, { timestamp }));
      expect(settled).toMatchObject({ next: null, resume_after: first.event.event_id });
      const after = `${eventList}?after=${settled.resume_after}`;
      const quiet = read(readEvents, await account.client.call('GET', after, undefined, { timestamp }));
      expect(quiet).toEqual({ events: [], next: null, resume_after: first.event.event_id });
    } finally {
      clock.run();
    }
  });

  it('shows no event that is older than 30 days, and a client that was away longer begins again', async () => {
    const { account } = await withPaidOrder();
    const log = bench.database.collection<{ _id: string }>('events');
    const [first, second] = (await events(account)).events.map(({ event }) => event.event_id);
    await log.updateOne(
      { _id: first ?? '' },
      { $set: { createdAt: addSeconds(new Date(), -30 * 86_400 - 1) } },
    );
    const ids = async (query = '') =>
      (await events(account, query)).events.map(({ event }) => event.event_id);
    expect(await ids()).toEqual([second]);
    await log.deleteOne({ _id: first ?? '' });
    expect(await ids(`?after=${first}`)).toEqual([second]);
  });
});

describe('the order list', () => {
  it('shows the orders as the query does, newest first', async () => {
    const account = await bench.onboard();
    const numbers = [newTransactionId(), newTransactionId(), newTransactionId()];
    for (const number of numbers) await account.create({ merchant_transaction_id: number });
    const page = await orders(account);
    expect(page.orders.map((order) => order.merchant_transaction_id)).toEqual(numbers.toReversed());
    expect(page.orders[0]).toEqual(await account.query(numbers[2] ?? ''));
    expect(page.next).toBeNull();
  });

  it('is read page by page, even if all were created at the same time and new ones are added', async () => {
    const account = await bench.onboard();
    clock.stopAt(new Date());
    const timestamp = String(clock.realNow().getTime());
    await Promise.all(Array.from({ length: 7 }, () => account.create({}, { timestamp })));
    clock.run();
    const seen: string[] = [];
    let next: string | null = null;
    do {
      const page = await orders(account, `?limit=3${next === null ? '' : `&after=${next}`}`);
      seen.push(...page.orders.map(({ order_id }) => order_id));
      next = page.next;
      await account.create();
    } while (next !== null);
    expect(seen).toHaveLength(7);
    expect(new Set(seen).size).toBe(7);
  });

  it('can be filtered by state and by a time span, which includes its start but not its end', async () => {
    const account = await bench.onboard();
    const { order_id, created_at } = await account.paidOrder();
    await account.create();
    const list = async (query: string) =>
      (await orders(account, query)).orders.map((order) => order.order_id);
    const next = new Date(Date.parse(created_at) + 1).toISOString();
    expect(await list(`?created_from=${created_at}&created_to=${next}`)).toEqual([order_id]);
    expect(await list(`?created_to=${created_at}`)).toEqual([]);
    expect(await list(`?created_from=${created_at}&created_to=${created_at}`)).toEqual([]);
    expect(await list('?state=PAY_SUCCESS')).toEqual([order_id]);
    expect(await list('?state=CLOSE')).toEqual([]);
  });
});

describe('the refund list', () => {
  it('shows the refunds as the query does, newest first, and page by page', async () => {
    const { account, numbers } = await withRefunds(3);
    const page = await refunds(account);
    expect(page.next).toBeNull();
    expect(page.refunds.map(({ transaction_id }) => transaction_id)).toEqual(numbers.toReversed());
    expect(page.refunds[0]).toEqual(await account.queryRefund(numbers[2] ?? ''));
    const seen: string[] = [];
    let next: string | null = null;
    do {
      const part = await refunds(account, `?limit=1${next === null ? '' : `&after=${next}`}`);
      seen.push(...part.refunds.map(({ transaction_id }) => transaction_id));
      next = part.next;
    } while (next !== null);
    expect(seen).toEqual(numbers.toReversed());
  });

  it('can be filtered by time span, state, order and origin', async () => {
    const { account, order, numbers } = await withRefunds(2);
    const list = async (query: string) =>
      (await refunds(account, query)).refunds.map(({ transaction_id }) => transaction_id);
    const [first = '', second] = numbers;
    const { created_at } = await account.queryRefund(first);
    const next = new Date(Date.parse(created_at) + 1).toISOString();
    expect(await list(`?from=${created_at}&to=${next}`)).toEqual([first]);
    expect(await list(`?to=${created_at}`)).toEqual([]);
    expect(await list(`?from=${next}`)).toEqual([second]);
    expect(await list('?state=SUCCESS')).toEqual([second, first]);
    expect(await list('?state=FAILED')).toEqual([]);
    expect(await list('?origin=merchant&limit=1')).toEqual([second]);
    expect(await list('?origin=channel')).toEqual([]);
    expect(await list(`?order=${order.order_id}`)).toEqual([second, first]);
    expect(await list(`?order=${order.merchant_transaction_id}&to=${next}`)).toEqual([first]);
    const other = await account.paidOrder();
    expect(await list(`?order=${other.order_id}`)).toEqual([]);
  });

  it('shows no refund of another merchant, not even by its order or as a cursor', async () => {
    const { account, order } = await withRefunds(2);
    const stranger = await bench.onboard();
    expect(await refunds(stranger)).toEqual({ refunds: [], next: null });
    const byOrder = await stranger.client.call('GET', `${refundList}?order=${order.order_id}`);
    expect(refusalOf(byOrder)).toMatchObject({ msg: 'ORDER_NOT_FOUND' });
    const { next } = await refunds(account, '?limit=1');
    const byPosition = await stranger.client.call('GET', `${refundList}?after=${next}`);
    expect(refusalOf(byPosition)).toEqual({ msg: 'INVALID_REQUEST', fields: ['after'] });
  });
});

describe('an invalid request for a list', () => {
  const foreignEvent = `evt_${'0'.repeat(32)}_1`;
  const foreignOrder = `ord_${'0'.repeat(32)}`;

  it.each([
    [`${eventList}?limit=0`, ['limit']],
    [`${eventList}?limit=101`, ['limit']],
    [`${eventList}?limit=abc`, ['limit']],
    [`${eventList}?limit=`, ['limit']],
    [`${eventList}?limit=1.5`, ['limit']],
    [`${eventList}?limit=5&limit=6`, ['limit']],
    [`${eventList}?since=2026-02-30T00:00:00Z`, ['since']],
    [`${eventList}?since=2026-02-29T00:00:00Z`, ['since']],
    [`${eventList}?since=2016-12-31T23:59:60Z`, ['since']],
    [`${eventList}?since=yesterday`, ['since']],
    [`${eventList}?since=2026-11-21T10:00:00+02:00`, ['since']],
    [`${eventList}?event_type=order.eaten`, ['event_type']],
    [`${eventList}?after=evt_1`, ['after']],
    [`${eventList}?after=${foreignEvent}`, ['after']],
    [`${eventList}?after=${foreignEvent}&after=${foreignEvent}`, ['after']],
    [`${eventList}?after[$gt]=`, ['after[$gt]']],
    [`${eventList}?page=2`, ['page']],
    [`${eventList}?__proto__=1`, ['__proto__']],
    [`${orderList}?limit=0`, ['limit']],
    [`${orderList}?limit=101`, ['limit']],
    [`${orderList}?limit=-1`, ['limit']],
    [`${orderList}?state=PAID`, ['state']],
    [`${orderList}?state=INIT&state=CLOSE`, ['state']],
    [`${orderList}?created_from=2026-02-30T00:00:00Z`, ['created_from']],
    [`${orderList}?created_to=2026-13-01T00:00:00Z`, ['created_to']],
    [`${orderList}?created_to=2026-11-21`, ['created_to']],
    [`${orderList}?created_from=2026-11-22T00:00:00Z&created_to=2026-11-21T00:00:00Z`, ['created_to']],
    [`${orderList}?after=${foreignOrder}`, ['after']],
    [`${orderList}?after=ord_1`, ['after']],
    [`${orderList}?from=2026-11-21T00:00:00Z`, ['from']],
    [`${refundList}?limit=101`, ['limit']],
    [`${refundList}?state=2`, ['state']],
    [`${refundList}?origin=consumer`, ['origin']],
    [`${refundList}?from=2026-02-30T00:00:00Z`, ['from']],
    [`${refundList}?from=2026-11-22T00:00:00Z&to=2026-11-21T00:00:00Z`, ['to']],
    [`${refundList}?after=R1`, ['after']],
    [`${refundList}?after=rfd_${'0'.repeat(32)}_1`, ['after']],
    [`${refundList}?created_from=2026-11-21T00:00:00Z`, ['created_from']],
  ])('%s is INVALID_REQUEST naming the member', async (target, fields) => {
    expect(refusalOf(await merchant.client.call('GET', target))).toEqual({ msg: 'INVALID_REQUEST', fields });
  });

  it('with the cursor of another merchant is refused in the same way', async () => {
    const { account, orderId } = await withPaidOrder();
    const eventId = (await events(account)).events[0]?.event.event_id;
    const asked = [`${eventList}?after=${eventId}`, `${orderList}?after=${orderId}`];
    for (const target of asked) {
      const answer = await merchant.client.call('GET', target);
      expect(refusalOf(answer)).toEqual({ msg: 'INVALID_REQUEST', fields: ['after'] });
    }
  });

  it.each([eventList, orderList, refundList])('unsigned is refused: %s', async (target) => {
    const answer = await merchant.client.call('GET', target, undefined, { merchantId: 'mer_none' });
    expect(answer.msg).toBe('INVALID_SIGNATURE');
  });
});
