import { afterAll, beforeAll, expect, test } from 'vitest';
import { attemptIdOf, deriveOrderId } from '../../src/domain/order/order-identifiers.ts';
import type { TimeSpan } from '../../src/domain/time-span.ts';
import type { PaymentChannels } from '../../src/ports/payment-channels.ts';
import { GatewayBench } from './support/gateway-bench.ts';

/** Two instances on one database. */

const HOUR_MS = 3_600_000;
/** The latest day that can be compared. A day can be compared from four in the morning of the next day. */
const date = new Date(Date.now() - 28 * HOUR_MS).toISOString().slice(0, 10);

const { promise: released, resolve: release } = Promise.withResolvers<void>();
let bench: GatewayBench;
beforeAll(async () => {
  bench = await GatewayBench.start({ isGatewayStarted: false });
});
afterAll(() => {
  // If a test fails before it releases the readings, stopping the gateway would wait for them. So release them here too.
  release();
  return bench.stop();
});

/** Records each reading of a channel's books, and holds it until it is released. */
function watching(readings: string[], released: Promise<void>) {
  return (channels: PaymentChannels): PaymentChannels => ({
    all: () => channels.all(),
    hasUnusable: (merchantId) => channels.hasUnusable(merchantId),
    addedAt: (channelId) => channels.addedAt(channelId),
    openedWith: (account) => channels.openedWith(account),
    noteUse: (...used) => channels.noteUse(...used),
    availableTo: (merchantId) => channels.availableTo(merchantId),
    find: async (channelId) => {
      const found = await channels.find(channelId);
      if (found === undefined) return undefined;
      return new Proxy(found, {
        get(channel, name) {
          const member = Reflect.get(channel, name);
          if (name !== 'statement') return typeof member === 'function' ? member.bind(channel) : member;
          return async (span: TimeSpan) => {
            readings.push(channelId);
            await released;
            return channel.statement(span);
          };
        },
      });
    },
  });
}

async function inventPayment(): Promise<void> {
  const response = await fetch(`${bench.processor.baseUrl}/control/books/payments`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${bench.main.variables.SANDBOX_PROCESSOR_API_KEY}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      reference: attemptIdOf(deriveOrderId('mer_1', 'nobody'), 1),
      amount_minor: 100,
      currency: 'EUR',
      at: `${date}T12:00:00.000Z`,
    }),
  });
  expect(response.ok).toBe(true);
}

test('a day that two instances reconcile at once is compared once, with one alert', async () => {
  await inventPayment();
  const readings: string[] = [];
  const around = { channels: watching(readings, released) };
  // Run the instances without a worker. The test itself then starts the comparison on both at the same time, in place of the
  // daily duty.
  const options = { variables: { KASSA_ROLES: 'api' }, replacements: { around } };
  const instances = [await bench.startAnother(options), await bench.startAnother(options)];
  const body = { channel: 'Sandbox', date };
  const answers = instances.map((instance) =>
    bench.admin('POST', '/admin/reconciliations', body, { instance }),
  );
  expect((await Promise.race(answers)).data).toMatchObject({ state: 'running' });
  release();
  const states = (await Promise.all(answers)).map(({ data }) => (data as { state: string }).state);
  expect(states.sort()).toEqual(['done', 'running']);
  expect(readings).toEqual(['Sandbox']);
  const line = 'kassa_alerts_total{kind="reconciliation_difference"}';
  const counts = await Promise.all(instances.map((instance) => bench.metric(line, instance)));
  expect(counts.sort()).toEqual([0, 1]);
});
