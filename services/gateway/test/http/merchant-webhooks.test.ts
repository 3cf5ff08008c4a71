import { compileValidator, EventResendResult, Merchant, RotatedSecret } from '@kassa/contracts';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf } from './support/envelope-answer.ts';
import type { MerchantAccount } from './support/merchant-account.ts';
import { read } from './support/read-message.ts';
import type { ReceivedRequest } from './support/scripted-receiver.ts';
import { WebhookBench } from './support/webhook-bench.ts';

const readResent = compileValidator(EventResendResult);
const readMerchant = compileValidator(Merchant);
const readRotated = compileValidator(RotatedSecret);

let webhooks: WebhookBench;
/** A merchant of whom nothing changes, for requests that are refused. */
let bystander: MerchantAccount;
beforeAll(async () => {
  webhooks = await WebhookBench.start();
  bystander = (await webhooks.onboarded()).account;
});
afterAll(() => webhooks.stop());

describe('webhook secrets', () => {
  function verifies({ headers, body }: ReceivedRequest, secret: string): boolean {
    try {
      new Webhook(secret).verify(body, headers);
      return true;
    } catch {
      return false;
    }
  }

  it('fault 47: while a webhook secret is being replaced, Standard Webhooks libraries can verify with the old or the new secret', async () => {
    const { account, url } = await webhooks.onboarded();
    const only = read(
      readRotated,
      await webhooks.changeWebhook(account, 'rotate-secret', { keep_previous_hours: 0 }),
    );
    expect(only.previous_webhook_secret_ends_at).toBeNull();
    const latest = async (count: number) => {
      await account.paidOrder();
      const received = await webhooks.receiver.arrived(url, count);
      return received.at(-1) as ReceivedRequest;
    };
    const before = await latest(2);
    expect(before.headers['webhook-signature']?.split(' ')).toHaveLength(1);
    expect(verifies(before, only.webhook_secret)).toBe(true);

    const rotated = read(readRotated, await webhooks.changeWebhook(account, 'rotate-secret'));
    expect(rotated.webhook_secret).not.toBe(only.webhook_secret);
    const hours =
      (Date.parse(rotated.previous_webhook_secret_ends_at ?? '') - webhooks.clock.now().getTime()) / 3.6e6;
    expect(hours).toBeCloseTo(24, 1);
    const during = await latest(4);
    expect(during.headers['webhook-signature']?.split(' ')).toHaveLength(2);
    expect(verifies(during, only.webhook_secret)).toBe(true);
    expect(verifies(during, rotated.webhook_secret)).toBe(true);
    expect((await webhooks.changeWebhook(account, 'rotate-secret')).msg).toBe('SECRET_ROTATION_UNDER_WAY');

    read(readMerchant, await webhooks.changeWebhook(account, 'retire-secret'));
    const afterwards = await latest(6);
    expect(verifies(afterwards, only.webhook_secret)).toBe(false);
    expect(verifies(afterwards, rotated.webhook_secret)).toBe(true);
  });

  it('are rotated once by two operators at the same time', async () => {
    const { account } = await webhooks.onboarded();
    const answers = await Promise.all([1, 2, 3].map(() => webhooks.changeWebhook(account, 'rotate-secret')));
    const rotated = answers.filter(({ msg }) => msg === 'success');
    expect(rotated).toHaveLength(1);
  });

  it.each([
    ['rotate-secret', { keep_previous_hours: -1 }, ['keep_previous_hours']],
    ['rotate-secret', { keep_previous_hours: 169 }, ['keep_previous_hours']],
    ['rotate-secret', { keep: 1 }, ['keep']],
    ['url', { webhook_url: 'http://shop.example/hook' }, ['webhook_url']],
    ['url', { webhook_url: '' }, ['webhook_url']],
    ['url', {}, ['webhook_url']],
  ])('%s with %j is refused, naming the member', async (change, body, fields) => {
    expect(refusalOf(await webhooks.changeWebhook(bystander, change, body))).toEqual({
      msg: 'INVALID_REQUEST',
      fields,
    });
  });

  it.each(['rotate-secret', 'retire-secret', 'url', 'switch-on'])(
    '%s for an unknown merchant is MERCHANT_NOT_FOUND',
    async (change) => {
      const body = change === 'url' ? { webhook_url: 'https://shop.example/hook' } : {};
      const answer = await webhooks.bench.admin('POST', `/admin/merchants/mer_none/webhook/${change}`, body);
      expect(answer.msg).toBe('MERCHANT_NOT_FOUND');
    },
  );
});

describe('a resend', () => {
  it('sends the same identifier and text, even of delivered events, and keeps the earlier deliveries', async () => {
    const { account, url } = await webhooks.onboarded();
    await account.paidOrder();
    const [first, second] = await webhooks.settled(account, 'delivered', 'delivered');
    const eventId = second?.event.event_id ?? '';
    // One that is named twice is sent once.
    const resent = read(readResent, await webhooks.resend(account, { event_ids: [eventId, eventId] }));
    expect(resent).toEqual({ resent: 1, next: null });
    const received = await webhooks.receiver.arrived(url, 3);
    expect(received[2]?.headers['webhook-id']).toBe(eventId);
    expect(received[2]?.body).toBe(received[1]?.body);
    await expect.poll(async () => (await webhooks.eventsOf(account))[1]?.deliveries.length).toBe(2);
    const [firstAfter, secondAfter] = await webhooks.settled(account, 'delivered', 'delivered');
    expect(secondAfter?.deliveries[0]).toEqual(second?.deliveries[0]);
    expect(secondAfter?.deliveries[1]).toMatchObject({ http_status: 200, answer: 'thank you' });
    expect(firstAfter).toEqual(first);
  });

  it('accepts a time span, which includes its start but not its end, with a type, and continues after an event', async () => {
    const { account, url } = await webhooks.onboarded();
    await account.paidOrder();
    await account.paidOrder();
    const events = await webhooks.settled(account, 'delivered', 'delivered', 'delivered', 'delivered');
    const times = events.map(({ logged_at }) => logged_at);
    const last = new Date(Date.parse(times[3] ?? '') + 1).toISOString();
    const span = async (members: object) =>
      read(readResent, await webhooks.resend(account, { since: times[0], until: last, ...members })).resent;
    expect(await span({ event_type: 'order.payment.succeeded' })).toBe(2);
    expect(await span({ after: events[2]?.event.event_id })).toBe(1);
    expect(await span({ until: times[0] })).toBe(0);
    expect(await span({ since: last, until: last })).toBe(0);
    expect(await span({})).toBe(4);
    await webhooks.receiver.arrived(url, 6);
  });

  it('resends at most 500 events of a span at once, and says where to continue', async () => {
    const { account } = await webhooks.onboarded();
    await account.paidOrder();
    await webhooks.settled(account, 'delivered', 'delivered');
    const log = webhooks.bench.database.collection<{ _id: string; orderId: string; delivery: object }>(
      'events',
    );
    const stored = await log.findOne({ merchantId: account.merchantId });
    if (stored === null) throw new Error('no event');
    const hex = (index: number) => index.toString(16).padStart(32, '0');
    await log.insertMany(
      Array.from({ length: 600 }, (_, index) => ({
        ...stored,
        _id: `evt_${hex(index)}_1`,
        orderId: `ord_${hex(index)}`,
      })),
    );
    /** Other tests send webhooks. Here, hundreds more would only keep the tests that follow waiting. */
    const sendNone = () =>
      log.updateMany(
        { merchantId: account.merchantId, 'delivery.state': 'pending' },
        { $set: { delivery: stored.delivery } },
      );
    const span = { since: '2020-01-01T00:00:00Z', until: '2099-01-01T00:00:00Z' };
    const first = read(readResent, await webhooks.resend(account, span));
    await sendNone();
    expect(first.resent).toBe(500);
    const second = read(readResent, await webhooks.resend(account, { ...span, after: first.next }));
    await sendNone();
    expect(second).toEqual({ resent: 102, next: null });
  });

  it('refuses events that are unknown or another merchant’s, naming each, and sends none', async () => {
    const { account, url } = await webhooks.onboarded();
    const stranger = await webhooks.onboarded();
    await account.paidOrder();
    await stranger.account.paidOrder();
    const [own] = await webhooks.settled(account, 'delivered', 'delivered');
    const [foreign] = await webhooks.settled(stranger.account, 'delivered', 'delivered');
    const unknown = `evt_${'f'.repeat(32)}_1`;
    const event_ids = [unknown, own?.event.event_id, foreign?.event.event_id];
    const answer = await webhooks.resend(account, { event_ids });
    expect(refusalOf(answer)).toEqual({
      msg: 'EVENT_NOT_FOUND',
      fields: ['event_ids[0]', 'event_ids[2]'],
    });
    expect(await webhooks.settled(account, 'delivered', 'delivered')).toMatchObject([
      { next_try_at: null },
      {},
    ]);
    expect(webhooks.receiver.at(url)).toHaveLength(2);
  });

  const known = `evt_${'f'.repeat(32)}_1`;
  const since = '2026-11-20T00:00:00Z';
  const until = '2026-11-21T00:00:00Z';
  it.each<[body: unknown, fields: readonly string[]]>([
    [{}, ['event_ids']],
    [{ event_ids: [] }, ['event_ids']],
    [{ event_ids: known }, ['event_ids']],
    [{ event_ids: ['evt_1'] }, ['event_ids[0]']],
    [{ event_ids: [{ $gt: '' }] }, ['event_ids[0]']],
    [{ event_ids: Array.from({ length: 101 }, () => known) }, ['event_ids']],
    [{ event_ids: [known], since, until }, ['since', 'until']],
    [{ since }, ['until']],
    [{ until }, ['since']],
    [{ since: '2026-02-30T00:00:00Z', until }, ['since']],
    [{ since, until: '2026-11-21' }, ['until']],
    [{ since: 1_763_600_000, until }, ['since']],
    [{ since: until, until: since }, ['until']],
    [{ since, until, event_type: 'order.eaten' }, ['event_type']],
    [{ since, until, after: known }, ['after']],
    [{ since, until, limit: '5' }, ['limit']],
    [{ data: { event_ids: ['evt_1'] } }, ['data.event_ids[0]']],
    [{ data: { since: until, until: since } }, ['data.until']],
  ])('refuses %j, naming the member', async (body, fields) => {
    expect(refusalOf(await webhooks.resend(bystander, body))).toEqual({ msg: 'INVALID_REQUEST', fields });
  });
});

describe('the list of failed deliveries', () => {
  it.each([
    ['limit=0', ['limit']],
    ['limit=101', ['limit']],
    ['after=evt_1', ['after']],
    [`after=evt_${'f'.repeat(32)}_1`, ['after']],
    ['merchant=mer_1', ['merchant']],
    ['limit=1&limit=2', ['limit']],
  ])('asked for with %s is refused, naming the member', async (query, fields) => {
    const answer = await webhooks.bench.admin('GET', `/admin/webhooks/failed?${query}`);
    expect(refusalOf(answer)).toEqual({ msg: 'INVALID_REQUEST', fields });
  });

  it('of an unknown merchant is refused, and not empty', async () => {
    const answer = await webhooks.bench.admin('GET', '/admin/webhooks/failed?merchant_id=mer_none');
    expect(answer.msg).toBe('MERCHANT_NOT_FOUND');
  });

  it('needs the operations token', async () => {
    const answer = await webhooks.bench.admin('GET', '/admin/webhooks/failed', undefined, {
      token: 'a-wrong-token',
    });
    expect(answer.msg).toBe('OPERATOR_UNAUTHORISED');
  });
});
