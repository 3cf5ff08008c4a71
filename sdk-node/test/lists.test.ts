import { createHook } from 'node:async_hooks';
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import type { LoggedEvent, OrderPage, PaymentQueryResult } from '../src/index.ts';
import { readPages } from '../src/request/paging.ts';
import { FakeGateway, failure, success } from './support/fake-gateway.ts';
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
  it('is its first page when awaited, as the gateway answered it', async () => {
    gateway.answerWith(...orderPages);
    const page = await gateway.kassa().orders.list();
    expectTypeOf(page).toEqualTypeOf<OrderPage>();
    expectTypeOf(page.orders).toEqualTypeOf<PaymentQueryResult[]>();
    expect(page).toEqual({ orders: [order('ord_1'), order('ord_2')], next: 'ord_2' });
    expect(JSON.parse(JSON.stringify(page))).toEqual(page);
    expect(targets()).toEqual(['/api/merchant/order/list']);
  });

  it('is every item of all pages when iterated, also past a page without any', async () => {
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

  it('asks for no page that is not needed', async () => {
    gateway.answerWith(...orderPages);
    for await (const { order_id } of gateway.kassa().orders.list()) if (order_id === 'ord_2') break;
    expect(targets()).toHaveLength(1);
  });

  it('goes on from a page to the next, and from a page to the end', async () => {
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

  it('fails where a page fails, with what came before it', async () => {
    gateway.answerWith(orderPages[0] ?? failure('BUSY'), failure('INVALID_REQUEST'));
    const seen: string[] = [];
    const read = async () => {
      for await (const { order_id } of gateway.kassa().orders.list()) seen.push(order_id);
    };
    expect(await rejectionOf(read())).toMatchObject({ name: 'InvalidRequestError' });
    expect(seen).toEqual(['ord_1', 'ord_2']);
  });

  it('ends with an error where the next page would be the same again', async () => {
    gateway.answerWith(orderPages[0] ?? failure('BUSY'), success({ orders: [], next: 'ord_2' }));
    const error = await rejectionOf(all(gateway.kassa().orders.list()));
    expect(error).toMatchObject({
      name: 'UnexpectedAnswerError',
      detail: expect.stringContaining('"ord_2"'),
    });
    expect(targets()).toHaveLength(2);
  });

  it('takes no longer for an item the more pages came before it', async () => {
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

  it('is repeated page by page, because reading changes nothing', async () => {
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

  it('writes every character of a value so that the signature holds', async () => {
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

describe('the event log', () => {
  it('is read to its end, and tells where to begin the next time', async () => {
    const logged = (event_id: string) => ({ event: { event_id }, delivery_state: 'delivered' });
    gateway.answerWith(
      success({ events: [logged('evt_1')], next: 'evt_1', resume_after: 'evt_1' }),
      success({ events: [logged('evt_2')], next: null, resume_after: 'evt_1' }),
    );
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

  it('takes a span, whose whole is sent by iterating', async () => {
    gateway.answerWith(success({ resent: 500, next: 'evt_500' }), success({ resent: 3, next: null }));
    const since = new Date('2026-11-01T00:00:00Z');
    const until = '2026-11-02T00:00:00Z';
    const results = await all(gateway.kassa().events.resend({ since, until }));
    expect(results.map(({ resent }) => resent)).toEqual([500, 3]);
    const span = { since: '2026-11-01T00:00:00.000Z', until };
    expect(bodies()).toEqual([span, { ...span, after: 'evt_500' }]);
  });

  it('never sends the same part twice because an answer leads back to it', async () => {
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
  it('is told what shall happen to an order', async () => {
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
