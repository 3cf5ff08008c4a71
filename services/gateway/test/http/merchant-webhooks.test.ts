import type { ServerResponse } from 'node:http';
import {
  CaseListResult,
  compileValidator,
  EventListResult,
  EventResendResult,
  FailedDeliveryList,
  Merchant,
  RotatedSecret,
} from '@kassa/contracts';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdvancingClock } from './support/advancing-clock.ts';
import { type EnvelopeAnswer, refusalOf } from './support/envelope-answer.ts';
import { GatewayBench } from './support/gateway-bench.ts';
import type { MerchantAccount } from './support/merchant-account.ts';
import { read } from './support/read-message.ts';
import { acknowledge, type ReceivedRequest, ScriptedReceiver, status } from './support/scripted-receiver.ts';

const readEvents = compileValidator(EventListResult);
const readResent = compileValidator(EventResendResult);
const readCases = compileValidator(CaseListResult);
const readFailed = compileValidator(FailedDeliveryList);
const readMerchant = compileValidator(Merchant);
const readRotated = compileValidator(RotatedSecret);

const resendPath = '/api/merchant/event/resend';

let bench: GatewayBench;
let receiver: ScriptedReceiver;
/** A merchant of whom nothing changes, for requests that are refused. */
let bystander: MerchantAccount;
const clock = new AdvancingClock();
beforeAll(async () => {
  receiver = await ScriptedReceiver.start();
  bench = await GatewayBench.start({ replacements: { clock } });
  bystander = (await onboarded()).account;
});
afterAll(async () => {
  await bench.stop();
  await receiver.stop();
});

/** A merchant with a receiver of its own. */
async function onboarded(answer: (response: ServerResponse) => unknown = acknowledge) {
  const url = receiver.newUrl(answer);
  return { account: await bench.onboard({ webhook_url: url }), url };
}

async function eventsOf(account: MerchantAccount) {
  return read(readEvents, await account.client.call('GET', '/api/merchant/event/list')).events;
}

function resend(account: MerchantAccount, body: unknown): Promise<EnvelopeAnswer> {
  return account.client.call('POST', resendPath, body);
}

function changeWebhook(account: MerchantAccount, change: string, body: unknown = {}) {
  return bench.admin('POST', `/admin/merchants/${account.merchantId}/webhook/${change}`, body);
}

/** Waits until the events of a merchant have the given delivery states. */
async function settled(account: MerchantAccount, ...states: readonly string[]) {
  await expect
    .poll(async () => (await eventsOf(account)).map(({ delivery_state }) => delivery_state))
    .toEqual(states);
  return eventsOf(account);
}

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
    const { account, url } = await onboarded();
    const only = read(readRotated, await changeWebhook(account, 'rotate-secret', { keep_previous_hours: 0 }));
    expect(only.previous_webhook_secret_ends_at).toBeNull();
    const latest = async (count: number) => {
      await account.paidOrder();
      const received = await receiver.arrived(url, count);
      return received.at(-1) as ReceivedRequest;
    };
    const before = await latest(2);
    expect(before.headers['webhook-signature']?.split(' ')).toHaveLength(1);
    expect(verifies(before, only.webhook_secret)).toBe(true);

    const rotated = read(readRotated, await changeWebhook(account, 'rotate-secret'));
    expect(rotated.webhook_secret).not.toBe(only.webhook_secret);
    const hours = (Date.parse(rotated.previous_webhook_secret_ends_at ?? '') - clock.now().getTime()) / 3.6e6;
    expect(hours).toBeCloseTo(24, 1);
    const during = await latest(4);
    expect(during.headers['webhook-signature']?.split(' ')).toHaveLength(2);
    expect(verifies(during, only.webhook_secret)).toBe(true);
    expect(verifies(during, rotated.webhook_secret)).toBe(true);
    expect((await changeWebhook(account, 'rotate-secret')).msg).toBe('SECRET_ROTATION_UNDER_WAY');

    read(readMerchant, await changeWebhook(account, 'retire-secret'));
    const afterwards = await latest(6);
    expect(verifies(afterwards, only.webhook_secret)).toBe(false);
    expect(verifies(afterwards, rotated.webhook_secret)).toBe(true);
  });

  it('are rotated once by two operators at the same time', async () => {
    const { account } = await onboarded();
    const answers = await Promise.all([1, 2, 3].map(() => changeWebhook(account, 'rotate-secret')));
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
    expect(refusalOf(await changeWebhook(bystander, change, body))).toEqual({
      msg: 'INVALID_REQUEST',
      fields,
    });
  });

  it.each(['rotate-secret', 'retire-secret', 'url', 'switch-on'])(
    '%s for an unknown merchant is MERCHANT_NOT_FOUND',
    async (change) => {
      const body = change === 'url' ? { webhook_url: 'https://shop.example/hook' } : {};
      const answer = await bench.admin('POST', `/admin/merchants/mer_none/webhook/${change}`, body);
      expect(answer.msg).toBe('MERCHANT_NOT_FOUND');
    },
  );
});

describe('a resend', () => {
  it('sends the same identifier and text, even of delivered events, and keeps the earlier deliveries', async () => {
    const { account, url } = await onboarded();
    await account.paidOrder();
    const [first, second] = await settled(account, 'delivered', 'delivered');
    const eventId = second?.event.event_id ?? '';
    // One that is named twice is sent once.
    const resent = read(readResent, await resend(account, { event_ids: [eventId, eventId] }));
    expect(resent).toEqual({ resent: 1, next: null });
    const received = await receiver.arrived(url, 3);
    expect(received[2]?.headers['webhook-id']).toBe(eventId);
    expect(received[2]?.body).toBe(received[1]?.body);
    await expect.poll(async () => (await eventsOf(account))[1]?.deliveries.length).toBe(2);
    const [firstAfter, secondAfter] = await settled(account, 'delivered', 'delivered');
    expect(secondAfter?.deliveries[0]).toEqual(second?.deliveries[0]);
    expect(secondAfter?.deliveries[1]).toMatchObject({ http_status: 200, answer: 'thank you' });
    expect(firstAfter).toEqual(first);
  });

  it('accepts a time span, which includes its start but not its end, with a type, and continues after an event', async () => {
    const { account, url } = await onboarded();
    await account.paidOrder();
    await account.paidOrder();
    const events = await settled(account, 'delivered', 'delivered', 'delivered', 'delivered');
    const times = events.map(({ logged_at }) => logged_at);
    const last = new Date(Date.parse(times[3] ?? '') + 1).toISOString();
    const span = async (members: object) =>
      read(readResent, await resend(account, { since: times[0], until: last, ...members })).resent;
    expect(await span({ event_type: 'order.payment.succeeded' })).toBe(2);
    expect(await span({ after: events[2]?.event.event_id })).toBe(1);
    expect(await span({ until: times[0] })).toBe(0);
    expect(await span({ since: last, until: last })).toBe(0);
    expect(await span({})).toBe(4);
    await receiver.arrived(url, 6);
  });

  it('resends at most 500 events of a span at once, and says where to continue', async () => {
    const { account } = await onboarded();
    await account.paidOrder();
    await settled(account, 'delivered', 'delivered');
    const log = bench.database.collection<{ _id: string; orderId: string; delivery: object }>('events');
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
    const first = read(readResent, await resend(account, span));
    await sendNone();
    expect(first.resent).toBe(500);
    const second = read(readResent, await resend(account, { ...span, after: first.next }));
    await sendNone();
    expect(second).toEqual({ resent: 102, next: null });
  });

  it('refuses events that are unknown or another merchant’s, naming each, and sends none', async () => {
    const { account, url } = await onboarded();
    const stranger = await onboarded();
    await account.paidOrder();
    await stranger.account.paidOrder();
    const [own] = await settled(account, 'delivered', 'delivered');
    const [foreign] = await settled(stranger.account, 'delivered', 'delivered');
    const unknown = `evt_${'f'.repeat(32)}_1`;
    const event_ids = [unknown, own?.event.event_id, foreign?.event.event_id];
    const answer = await resend(account, { event_ids });
    expect(refusalOf(answer)).toEqual({
      msg: 'EVENT_NOT_FOUND',
      fields: ['event_ids[0]', 'event_ids[2]'],
    });
    expect(await settled(account, 'delivered', 'delivered')).toMatchObject([{ next_try_at: null }, {}]);
    expect(receiver.at(url)).toHaveLength(2);
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
    expect(refusalOf(await resend(bystander, body))).toEqual({ msg: 'INVALID_REQUEST', fields });
  });
});

describe('a receiver in trouble', () => {
  it('fault 44: a receiver that answers 410 gets no more webhooks until the operator switches it on and resends them', async () => {
    const { account, url } = await onboarded(status(410));
    await account.paidOrder();
    const [first, second] = await settled(account, 'failed', 'failed');
    expect(receiver.at(url)).toHaveLength(1);
    expect(first?.deliveries).toMatchObject([{ http_status: 410, answer: 'no' }]);
    expect(second?.deliveries).toMatchObject([
      { http_status: null, error: expect.stringMatching(/switched off/) },
    ]);
    const eventIds = [first?.event.event_id ?? '', second?.event.event_id ?? ''];
    expect((await resend(account, { event_ids: eventIds })).msg).toBe('WEBHOOK_SWITCHED_OFF');
    const span = { since: first?.logged_at, until: '2099-01-01T00:00:00Z' };
    expect((await resend(account, span)).msg).toBe('WEBHOOK_SWITCHED_OFF');
    const operatorResend = () => bench.admin('POST', '/admin/webhooks/resend', { event_ids: eventIds });
    expect((await operatorResend()).msg).toBe('WEBHOOK_SWITCHED_OFF');
    const shown = await bench.admin('GET', `/admin/merchants/${account.merchantId}`);
    expect(read(readMerchant, shown).webhook_switched_off).toBe(true);

    const list = await bench.admin('GET', `/admin/webhooks/failed?merchant_id=${account.merchantId}`);
    expect(read(readFailed, list)).toMatchObject({
      deliveries: [
        { event_id: eventIds[1], http_status: null, error: expect.stringMatching(/switched off/) },
        { event_id: eventIds[0], http_status: 410, merchant_id: account.merchantId, tries: 1 },
      ],
      next: null,
    });
    const page = await bench.admin('GET', `/admin/webhooks/failed?merchant_id=${account.merchantId}&limit=1`);
    expect(read(readFailed, page).next).toBe(eventIds[1]);

    const { webhooks } = read(readCases, await bench.admin('GET', '/admin/cases'));
    expect(webhooks.switched_off_merchants).toContain(account.merchantId);
    expect(webhooks.endpoints_switched_off).toBe(webhooks.switched_off_merchants.length);
    expect(webhooks.events_given_up).toBeGreaterThanOrEqual(2);

    receiver.answer(url, acknowledge);
    expect(read(readMerchant, await changeWebhook(account, 'switch-on')).webhook_switched_off).toBe(false);
    expect((await operatorResend()).data).toEqual({ resent: 2 });
    await settled(account, 'delivered', 'delivered');
    const afterwards = read(readCases, await bench.admin('GET', '/admin/cases')).webhooks;
    expect(afterwards.switched_off_merchants).not.toContain(account.merchantId);
    expect(afterwards.events_given_up).toBe(webhooks.events_given_up - 2);
  });

  it('with a new address gets its events there, including those that were being retried', async () => {
    const { account } = await onboarded(status(500));
    await account.paidOrder();
    await expect.poll(async () => (await eventsOf(account))[0]?.deliveries.length).toBe(1);
    const moved = receiver.newUrl();
    expect(read(readMerchant, await changeWebhook(account, 'url', { webhook_url: moved }))).toMatchObject({
      webhook_url: moved,
    });
    clock.moveSeconds(6);
    await settled(account, 'delivered', 'delivered');
    expect(receiver.at(moved)).toHaveLength(2);
  });

  it('fault 44: after an answer of 429, the gateway waits as long as Retry-After asks, but at most a day', async () => {
    const { account } = await onboarded(status(429, { 'retry-after': '999999' }));
    await account.paidOrder();
    await expect.poll(async () => (await eventsOf(account))[0]?.deliveries.length).toBe(1);
    const [event] = await eventsOf(account);
    const waitHours = (Date.parse(event?.next_try_at ?? '') - clock.now().getTime()) / 3.6e6;
    expect(waitHours).toBeCloseTo(24, 1);
    expect(event).toMatchObject({ delivery_state: 'pending', deliveries: [{ http_status: 429 }] });
  });

  it('fault 44: a receiver that hangs on every connection slows no other merchant, not even one at the same address', async () => {
    const quick = await onboarded();
    const held: ServerResponse[] = [];
    let firstEndedAtMs = Infinity;
    const slow = await onboarded((response) => {
      held.push(response);
      response.on('close', () => {
        firstEndedAtMs = Math.min(firstEndedAtMs, Date.now());
      });
    });
    const latencies = async () => {
      const before = receiver.at(quick.url).length;
      const orders = 6;
      for (let number = 0; number < orders; number += 1) await quick.account.paidOrder();
      const received = await receiver.arrived(quick.url, before + 2 * orders);
      return received
        .slice(before)
        .map(({ body, atMs }) => atMs - Date.parse((JSON.parse(body) as { created_at: string }).created_at))
        .map((latencyMs) => latencyMs + aheadMs)
        .sort((left, right) => left - right);
    };
    const aheadMs = clock.now().getTime() - Date.now();
    await latencies();
    const alone = await latencies();

    const log = bench.database.collection<{ _id: string; orderId: string; delivery: object }>('events');
    const stored = await log.findOne({ merchantId: quick.account.merchantId });
    if (stored === null) throw new Error('no event');
    const hex = (index: number) => `b${index.toString(16).padStart(31, '0')}`;
    const delivery = { state: 'pending', failures: 0, nextTryAt: clock.now(), leasedUntil: null };
    await log.insertMany(
      Array.from({ length: 300 }, (_, index) => ({
        ...stored,
        _id: `evt_${hex(index)}_1`,
        orderId: `ord_${hex(index)}`,
        merchantId: slow.account.merchantId,
        delivery: { ...delivery, isResent: false, tries: [] },
      })),
    );
    await receiver.arrived(slow.url, 16);
    const arrivedBefore = receiver.at(quick.url).length;
    let beside = await latencies();
    const whileAllHang = ({ atMs }: ReceivedRequest) => atMs < firstEndedAtMs;
    expect(receiver.at(slow.url).filter(whileAllHang)).toHaveLength(16);
    // Events of the other merchant arrived while the attempts of the slow merchant were still hanging, so they waited for none
    // of these attempts. On a slow machine, the later ones come after that.
    const during = receiver.at(quick.url).slice(arrivedBefore).filter(whileAllHang);
    expect(during.length).toBeGreaterThan(0);
    const median = (sorted: readonly number[]) => sorted[Math.floor(sorted.length / 2)] ?? 0;
    const isAsQuick = () => median(beside) < Math.max(5 * median(alone), 250);
    // Measure up to three times. A busy machine can make one measurement slow, but a merchant who is really slowed down is slow
    // each time.
    for (let rounds = 1; rounds < 3 && !isAsQuick(); rounds += 1) beside = await latencies();
    console.log(
      `webhook latency beside a hanging merchant: median ${median(beside)} ms, most ${beside.at(-1)} ms; ` +
        `alone: median ${median(alone)} ms, most ${alone.at(-1)} ms`,
    );
    expect(isAsQuick()).toBe(true);
    await log.deleteMany({ merchantId: slow.account.merchantId, 'delivery.leasedUntil': null });
    receiver.answer(slow.url, acknowledge);
    for (const response of held) acknowledge(response);
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
    const answer = await bench.admin('GET', `/admin/webhooks/failed?${query}`);
    expect(refusalOf(answer)).toEqual({ msg: 'INVALID_REQUEST', fields });
  });

  it('of an unknown merchant is refused, and not empty', async () => {
    const answer = await bench.admin('GET', '/admin/webhooks/failed?merchant_id=mer_none');
    expect(answer.msg).toBe('MERCHANT_NOT_FOUND');
  });

  it('needs the operations token', async () => {
    const answer = await bench.admin('GET', '/admin/webhooks/failed', undefined, { token: 'a-wrong-token' });
    expect(answer.msg).toBe('OPERATOR_UNAUTHORISED');
  });
});
