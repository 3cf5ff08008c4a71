import { createHook } from 'node:async_hooks';
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import type { EventFollowParams, LoggedEvent, OrderPage, PaymentQueryResult } from '../src/index.ts';
import { readPages } from '../src/request/paging.ts';
import { type Answer, FakeGateway, failure, success } from './support/fake-gateway.ts';
import { rejectionOf } from './support/sample-calls.ts';

let gateway: FakeGateway;
beforeAll(async () => {
  gateway = await FakeGateway.start();
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.answerWith());

const order = (order_id: string) => ({ order_id, state: 'INIT' });
const orderPages = [
  success({ orders: [order('ord_1'), order('ord_2')], next: 'ord_2' }),
  success({ orders: [], next: 'ord_3' }),
  success({ orders: [order('ord_4')], next: null }),
];
const targets = () => gateway.requests.map(({ target }) => target);

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

describe('a list', () => {
  it('is its first page if it is awaited', async () => {
    gateway.answerWith(...orderPages);
    const page = await gateway.kassa().orders.list();
    expectTypeOf(page).toEqualTypeOf<OrderPage>();
    expectTypeOf(page.orders).toEqualTypeOf<PaymentQueryResult[]>();
    expect(page).toEqual({ orders: [order('ord_1'), order('ord_2')], next: 'ord_2' });
    expect(JSON.parse(JSON.stringify(page))).toEqual(page);
    expect(targets()).toEqual(['/api/merchant/order/list']);
  });

  it('is every item of all pages if it is iterated, even past an empty page', async () => {
    gateway.answerWith(...orderPages);
    const from = new Date('2026-11-01T00:00:00Z');
    const orders = gateway.kassa().orders.list({ created_from: from, state: 'INIT', limit: 2 });
    expect((await all(orders)).map(({ order_id }) => order_id)).toEqual(['ord_1', 'ord_2', 'ord_4']);
    const query = 'created_from=2026-11-01T00%3A00%3A00.000Z&state=INIT&limit=2';
    expect(targets()).toEqual([
      `/api/merchant/order/list?${query}`,
      `/api/merchant/order/list?${query}&after=ord_2`,
      `/api/merchant/order/list?${query}&after=ord_3`,
    ]);
    expect(gateway.requests.every(({ signatureHolds }) => signatureHolds)).toBe(true);
  });

  it('of refunds sends its filters, and yields the refunds', async () => {
    gateway.answerWith(success({ refunds: [{ transaction_id: 'R1' }], next: null }));
    const list = gateway.kassa().refunds.list({
      from: new Date('2026-11-01T00:00:00Z'),
      state: 'FAILED',
      order: 'T1',
      origin: 'channel',
      limit: 5,
    });
    expect(await all(list)).toEqual([{ transaction_id: 'R1' }]);
    const query = 'from=2026-11-01T00%3A00%3A00.000Z&state=FAILED&order=T1&origin=channel&limit=5';
    expect(targets()).toEqual([`/api/merchant/order/refund/list?${query}`]);
  });

  it('requests only the pages that are needed', async () => {
    gateway.answerWith(...orderPages);
    for await (const { order_id } of gateway.kassa().orders.list()) if (order_id === 'ord_2') break;
    expect(targets()).toHaveLength(1);
  });

  it('continues from a page to the next, and from a page to the end', async () => {
    gateway.answerWith(...orderPages, ...orderPages.slice(1));
    const page = await gateway.kassa().orders.list({ after: 'ord_0' });
    const second = await page.nextPage();
    const third = await second?.nextPage();
    expect(third?.orders).toEqual([order('ord_4')]);
    expect(await third?.nextPage()).toBeNull();
    expect((await all(page)).map(({ order_id }) => order_id)).toEqual(['ord_1', 'ord_2', 'ord_4']);
    expect(targets().slice(0, 3)).toEqual([
      '/api/merchant/order/list?after=ord_0',
      '/api/merchant/order/list?after=ord_2',
      '/api/merchant/order/list?after=ord_3',
    ]);
  });

  it('fails if a page fails, after the items before it', async () => {
    gateway.answerWith(orderPages[0] ?? failure('BUSY'), failure('INVALID_REQUEST'));
    const seen: string[] = [];
    const read = async () => {
      for await (const { order_id } of gateway.kassa().orders.list()) seen.push(order_id);
    };
    expect(await rejectionOf(read())).toMatchObject({ name: 'InvalidRequestError' });
    expect(seen).toEqual(['ord_1', 'ord_2']);
  });

  it('ends with an error if the next page would be the same again', async () => {
    gateway.answerWith(orderPages[0] ?? failure('BUSY'), success({ orders: [], next: 'ord_2' }));
    const error = await rejectionOf(all(gateway.kassa().orders.list()));
    expect(error).toMatchObject({
      name: 'UnexpectedAnswerError',
      detail: expect.stringContaining('"ord_2"'),
    });
    expect(targets()).toHaveLength(2);
  });

  it('takes no longer for an item after many pages', async () => {
    const itemsOfPage = async (pages: number) => {
      let steps = 0;
      const noteStep = () => {
        steps += 1;
      };
      const hook = createHook({ init: noteStep }).enable();
      const list = readPages({
        read: async (after = '0') => {
          const page = Number(after) + 1;
          return { items: [page], next: page === pages ? null : String(page) };
        },
        itemsOf: ({ items }) => items,
      });
      expect(await all(list)).toHaveLength(pages);
      hook.disable();
      return steps / pages;
    };
    const perItemOfFew = await itemsOfPage(20);
    expect(await itemsOfPage(400)).toBeLessThan(2 * perItemOfFew);
  });

  it('retries page by page, because reading changes nothing', async () => {
    gateway.answerWith(failure('UNAVAILABLE'), ...orderPages);
    expect(await all(gateway.kassa().orders.list())).toHaveLength(3);
  });

  it.each([
    ['an invalid Date', { created_from: new Date('yesterday') }, 'created_from'],
    ['half a surrogate pair', { after: '\uD800' }, 'after'],
    ['an object', { limit: {} as number }, 'limit'],
  ])('is refused before sending: %s', async (_, params, path) => {
    const error = await rejectionOf(gateway.kassa().orders.list(params));
    expect(error).toMatchObject({ code: 'INVALID_REQUEST', fields: [{ path }] });
    expect(gateway.requests).toHaveLength(0);
  });

  it('encodes every character of a value so that the signature is valid', async () => {
    await gateway.kassa().orders.list({ created_from: "2026-11-01T00:00:00+01:00 &=?#'é%" });
    expect(gateway.requests).toMatchObject([{ signatureHolds: true }]);
    expect(targets()).toEqual([
      '/api/merchant/order/list?created_from=2026-11-01T00%3A00%3A00%2B01%3A00%20%26%3D%3F%23%27%C3%A9%25',
    ]);
  });

  it('stops with the signal of the caller', async () => {
    const controller = new AbortController();
    gateway.answerWith(...orderPages);
    const read = async () => {
      for await (const _ of gateway.kassa().orders.list({}, controller)) controller.abort();
    };
    expect(await rejectionOf(read())).toMatchObject({ name: 'AbortError' });
    expect(targets()).toHaveLength(1);
  });
});

/** Returns a page of the event log with these events. */
function logPage(ids: string[], next: string | null, resume_after: string | null): Answer {
  const events = ids.map((event_id) => ({ event: { event_id }, delivery_state: 'delivered' }));
  return success({ events, next, resume_after });
}

describe('the event log', () => {
  it('is read to its end, and returns where to start the next time', async () => {
    gateway.answerWith(logPage(['evt_1'], 'evt_1', 'evt_1'), logPage(['evt_2'], null, 'evt_1'));
    const since = new Date('2026-11-01T00:00:00Z');
    const page = await gateway.kassa().events.list({ since, event_type: 'order.payment.failed' });
    const ids: string[] = [];
    for await (const item of page) {
      expectTypeOf(item).toEqualTypeOf<LoggedEvent>();
      ids.push(item.event.event_id);
    }
    expect(page.resume_after).toBe('evt_1');
    expect(ids).toEqual(['evt_1', 'evt_2']);
    const query = 'since=2026-11-01T00%3A00%3A00.000Z&event_type=order.payment.failed';
    expect(targets()).toEqual([
      `/api/merchant/event/list?${query}`,
      `/api/merchant/event/list?${query}&after=evt_1`,
    ]);
  });
});

describe('following the event log', () => {
  const soon = { lookEveryMs: 1 };

  /** Returns the given number of events, each with the position from which to resume after it. */
  async function follow(params: EventFollowParams, count: number): Promise<[string, string | null][]> {
    const ending = new AbortController();
    const brought: [string, string | null][] = [];
    for await (const item of gateway.kassa().events.follow({ ...soon, ...params }, ending)) {
      expectTypeOf(item).toExtend<LoggedEvent>();
      brought.push([item.event.event_id, item.resume_after]);
      if (brought.length === count) ending.abort();
    }
    return brought;
  }

  it('finds an event that enters late into a page that was already read', async () => {
    gateway.answerWith(
      // In the first poll, late events can still enter the first page, although the second page ends with a later safe
      // position.
      logPage(['evt_1', 'evt_3'], 'evt_3', 'evt_1'),
      logPage(['evt_4', 'evt_5'], null, 'evt_4'),
      logPage(['evt_2', 'evt_3'], 'evt_3', 'evt_3'),
      logPage(['evt_4', 'evt_5', 'evt_6'], null, 'evt_5'),
    );
    expect(await follow({}, 6)).toEqual([
      ['evt_1', 'evt_1'],
      ['evt_3', 'evt_1'],
      ['evt_4', 'evt_1'],
      ['evt_5', 'evt_1'],
      ['evt_2', 'evt_2'],
      ['evt_6', 'evt_5'],
    ]);
    expect(targets()).toEqual([
      '/api/merchant/event/list?limit=100',
      '/api/merchant/event/list?limit=100&after=evt_3',
      '/api/merchant/event/list?limit=100&after=evt_1',
      '/api/merchant/event/list?limit=100&after=evt_3',
    ]);
  });

  it('says for each event where to continue after it is handled', async () => {
    gateway.answerWith(
      logPage(['evt_2', 'evt_3'], 'evt_3', 'evt_3'),
      // The safe position is an event of another type than the requested one.
      logPage(['evt_4', 'evt_5'], null, 'evt_x'),
    );
    expect(await follow({ after: 'evt_1', event_type: 'order.payment.failed' }, 4)).toEqual([
      ['evt_2', 'evt_2'],
      ['evt_3', 'evt_3'],
      ['evt_4', 'evt_3'],
      ['evt_5', 'evt_x'],
    ]);
    expect(targets()[0]).toBe(
      '/api/merchant/event/list?event_type=order.payment.failed&limit=100&after=evt_1',
    );
  });

  it('keeps its position while the log has no better one, and returns nothing twice', async () => {
    gateway.answerWith(
      logPage(['evt_2'], null, null),
      logPage(['evt_2'], null, null),
      logPage(['evt_2', 'evt_3'], null, 'evt_2'),
    );
    expect(await follow({ after: 'evt_1' }, 2)).toEqual([
      ['evt_2', 'evt_1'],
      ['evt_3', 'evt_2'],
    ]);
    expect(targets().every((target) => target.endsWith('&after=evt_1'))).toBe(true);
  });

  it('ends without an error on the signal, even while it waits or asks', async () => {
    gateway.answerWith(logPage(['evt_1'], null, null));
    const ending = new AbortController();
    const brought: string[] = [];
    const following = (async () => {
      for await (const { event } of gateway.kassa().events.follow({ lookEveryMs: 60_000 }, ending))
        brought.push(event.event_id);
    })();
    await expect.poll(() => brought).toEqual(['evt_1']);
    ending.abort();
    await following;
    expect(targets()).toHaveLength(1);
    const ended = gateway.kassa().events.follow({}, { signal: AbortSignal.abort() });
    expect(await all(ended)).toEqual([]);
  });

  it('fails if a poll fails permanently', async () => {
    gateway.answerWith(failure('INVALID_REQUEST'));
    expect(await rejectionOf(follow({ after: 'evt_none' }, 1))).toMatchObject({
      name: 'InvalidRequestError',
    });
  });
});

const bodies = () => gateway.requests.map(({ bodyText }) => JSON.parse(bodyText) as unknown);

describe('sending events again', () => {
  it('takes IDs', async () => {
    gateway.answerWith(success({ resent: 2, next: null }));
    const result = await gateway.kassa().events.resend({ event_ids: ['evt_1', 'evt_2'] });
    expect(result).toEqual({ resent: 2, next: null });
    expect(gateway.requests).toMatchObject([
      { method: 'POST', target: '/api/merchant/event/resend', signatureHolds: true },
    ]);
    expect(bodies()).toEqual([{ event_ids: ['evt_1', 'evt_2'] }]);
  });

  it('takes a time span, and resends all of it if iterated', async () => {
    gateway.answerWith(success({ resent: 500, next: 'evt_500' }), success({ resent: 3, next: null }));
    const since = new Date('2026-11-01T00:00:00Z');
    const until = '2026-11-02T00:00:00Z';
    const results = await all(gateway.kassa().events.resend({ since, until }));
    expect(results.map(({ resent }) => resent)).toEqual([500, 3]);
    const span = { since: '2026-11-01T00:00:00.000Z', until };
    expect(bodies()).toEqual([span, { ...span, after: 'evt_500' }]);
  });

  it('never resends the same part twice because an answer leads back to it', async () => {
    gateway.answerWith(success({ resent: 500, next: 'evt_500' }), success({ resent: 500, next: 'evt_500' }));
    const span = { since: '2026-11-01T00:00:00Z', until: '2026-11-02T00:00:00Z' };
    const error = await rejectionOf(all(gateway.kassa().events.resend(span)));
    expect(error).toMatchObject({ name: 'UnexpectedAnswerError' });
    expect(bodies()).toHaveLength(2);
  });

  it('makes one call when awaited', async () => {
    gateway.answerWith(success({ resent: 500, next: 'evt_500' }));
    const span = { since: '2026-11-01T00:00:00Z', until: '2026-11-02T00:00:00Z', after: 'evt_0' };
    expect(await gateway.kassa().events.resend(span)).toEqual({ resent: 500, next: 'evt_500' });
    expect(bodies()).toEqual([span]);
  });
});

describe('the sandbox', () => {
  it('triggers what the caller requests for an order', async () => {
    const answer = { order_id: 'ord_1', what: 'dispute_opened', state: 'PAY_SUCCESS' };
    gateway.answerWith(success(answer));
    const params = { order_id: 'ord_1', what: 'dispute_opened' } as const;
    expect(await gateway.kassa().sandbox.trigger(params)).toEqual(answer);
    expect(gateway.requests).toMatchObject([
      { method: 'POST', target: '/api/merchant/sandbox/trigger', signatureHolds: true },
    ]);
    expect(bodies()).toEqual([params]);
  });
});
