import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { longTest } from '../../../../infra/test-run/src/long-test.ts';
import { LoopbackServer } from '../support/loopback-server.ts';
import { GatewayBench } from './support/gateway-bench.ts';
import { type MerchantAccount, newTransactionId } from './support/merchant-account.ts';
import { TesterClock } from './support/tester-clock.ts';

/**
 * Tests of work that takes minutes, days or a month, done in seconds: an operator moves the clock of two instances with
 * workers.
 */

const day = 86_400;

let bench: GatewayBench;
let merchant: MerchantAccount;
let clock: TesterClock;

beforeAll(async () => {
  bench = await GatewayBench.start();
  await bench.startAnother();
  merchant = await bench.onboard();
  clock = new TesterClock(bench);
});
afterAll(() => bench.stop());

interface StoredEvent {
  readonly delivery: {
    readonly state: string;
    readonly failures: number;
    readonly nextTryAt: Date | null;
    readonly tries: readonly { readonly at: Date }[];
  };
}

function storedEvents(orderId: string): Promise<StoredEvent[]> {
  return bench.database.collection<StoredEvent>('events').find({ orderId }).sort({ sequence: 1 }).toArray();
}

function statusAtProcessor(orderId: string): Promise<string | undefined> {
  return bench.processorDatabase
    .collection('payments')
    .findOne({ reference: new RegExp(orderId.slice('ord_'.length)) })
    .then((payment) => payment?.status);
}

async function closed(orderId: string) {
  await expect.poll(async () => (await merchant.query(orderId)).state).toBe('CLOSE');
  return merchant.query(orderId);
}

describe('an order’s validity', () => {
  it('ends an order that nobody started to pay', async () => {
    const orderId = String((await merchant.create()).data.order_id);
    await clock.advance(29 * 60);
    expect((await merchant.query(orderId)).state).toBe('INIT');
    await clock.advance(2 * 60);
    const order = await closed(orderId);
    expect(Date.parse(order.closed_at ?? '')).toBeGreaterThanOrEqual(Date.parse(order.expires_at));
  });

  it('ends an order that waits at a wallet, after its payment was cancelled at the channel', async () => {
    const checkout = await merchant.openCheckout();
    await checkout.initialised('sandbox_wallet');
    await checkout.submitted();
    expect(await statusAtProcessor(checkout.orderId)).toBe('created');
    await clock.advance(31 * 60);
    await closed(checkout.orderId);
    expect(await statusAtProcessor(checkout.orderId)).toBe('cancelled');
    expect((await checkout.init('card')).msg).toBe('ORDER_EXPIRED');
  });
});

describe('a webhook that is never acknowledged', () => {
  let receiver: LoopbackServer;
  const received: string[] = [];
  beforeAll(async () => {
    receiver = await LoopbackServer.start((request, response) => {
      received.push(String(request.headers['webhook-id']));
      response.writeHead(500).end();
    });
  });
  afterAll(() => receiver.stop());

  longTest(
    'fault 44: a webhook that is never acknowledged gets every attempt of the 75-hour schedule and is then given up',
    async () => {
      const unlucky = await bench.onboard({ webhook_url: receiver.url });
      const checkout = await unlucky.openCheckout();
      await checkout.initialised('sandbox_wallet');
      await checkout.submitted();
      const { orderId } = checkout;
      const delivery = async () => (await storedEvents(orderId))[0]?.delivery;
      for (let tries = 1; tries <= 13; tries += 1) {
        await expect.poll(async () => (await delivery())?.failures, { interval: 50 }).toBe(tries);
        const next = (await delivery())?.nextTryAt;
        if (next == null) break;
        await clock.to(next.toISOString());
      }
      const ended = await delivery();
      expect(ended).toMatchObject({ state: 'failed', failures: 13, nextTryAt: null });
      expect(received).toEqual(Array.from({ length: 13 }, () => received[0]));
      const times = ended?.tries.map(({ at }) => at.getTime()) ?? [];
      expect(times).toEqual([...times].sort((left, right) => left - right));
      expect(((times.at(-1) ?? 0) - (times[0] ?? 0)) / 3_600_000).toBeGreaterThan(75 * 0.9);
    },
  );

  it('gets one attempt, not several, if the clock jumps over many retries at once', async () => {
    const unlucky = await bench.onboard({ webhook_url: receiver.url });
    const checkout = await unlucky.openCheckout();
    await checkout.initialised('sandbox_wallet');
    await checkout.submitted();
    const failures = async () => (await storedEvents(checkout.orderId))[0]?.delivery.failures;
    await expect.poll(failures).toBe(1);
    await clock.advance(80 * 3600);
    await expect.poll(failures).toBe(2);
    const [event] = await storedEvents(checkout.orderId);
    const { now } = await clock.show();
    // The third attempt is due thirty seconds after the second, not at once.
    expect(event?.delivery.nextTryAt?.getTime()).toBeGreaterThan(Date.parse(now));
  });
});

describe('the retention of 30 days', () => {
  it('removes events and applied callbacks, but no event that is still to be delivered', async () => {
    const { order_id: orderId } = await merchant.paidOrder();
    await bench.receiver.eventsOf(orderId, 2);
    const delivered = async () => (await storedEvents(orderId)).map(({ delivery }) => delivery.state);
    await expect.poll(delivered).toEqual(['delivered', 'delivered']);
    const callbacks = bench.database.collection('channel_callbacks');
    await expect.poll(() => callbacks.countDocuments({ appliedAt: null })).toBe(0);
    const before = (await callbacks.find({}, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
    expect(before.length).toBeGreaterThan(0);
    const unapplied = { _id: `Sandbox:${newTransactionId('evt')}`, unappliedSince: null, appliedAt: null };
    await callbacks.insertOne(unapplied as never);
    const unreachable = await bench.onboard({ webhook_url: 'http://127.0.0.1:9/' });
    const other = await unreachable.openCheckout();
    await other.initialised('sandbox_wallet');
    await other.submitted();
    await expect.poll(async () => (await storedEvents(other.orderId)).length).toBe(1);

    await clock.advance(29 * day);
    await clock.toNextDue();
    expect(await delivered()).toEqual(['delivered', 'delivered']);
    await clock.advance(2 * day);
    await expect.poll(delivered).toEqual([]);
    // What came about since then is young.
    const old = () => callbacks.countDocuments({ _id: { $in: before } });
    await expect.poll(old).toBe(0);
    expect(await callbacks.countDocuments({ _id: unapplied._id as never })).toBe(1);
    expect((await storedEvents(other.orderId)).map(({ delivery }) => delivery.state)).toEqual(['pending']);
    expect((await merchant.query(orderId)).state).toBe('PAY_SUCCESS');
  });
});
