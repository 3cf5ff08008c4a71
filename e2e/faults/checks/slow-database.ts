import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { KassaError } from '@kassa/sdk-node';
import type { GatewayInstance } from '../instance/gateway-instance.ts';
import type { CheckContext, FaultCheck } from '../report/fault-run.ts';
import type { Toxiproxy } from '../surroundings/toxiproxy.ts';
import { Merchant } from '../traffic/merchant.ts';
import { waitFor } from '../wait-for.ts';
import { judgeCalls } from './judge-calls.ts';
import { tellContradictions } from './tell-contradictions.ts';
import { withDisturbedInstance } from './way-to-database.ts';

const LATENCY_MS = 2_000;
const CALLERS = 60;
const UNREADY_WITHIN_MS = 6_000;
const READY_WITHIN_MS = 15_000;
const MOST_GROWTH_MIB = 96;
/**
 * The number of connections that one instance may open to the database: its connection pool, and the connection with which the
 * driver monitors the server.
 */
const MOST_CONNECTIONS = 24;
const MOST_CREATION_MS = 2_000;

/** Row 6. */
export const slowDatabase: FaultCheck = {
  title:
    'fault 6: while each database operation takes 2 s longer, an instance reports that it is not ready, limits its connections and memory, answers every call, and then recovers',
  rows: [6],
  isOnlyInFullForm: true,
  run: async (context) => {
    const { world, mode } = context;
    await withDisturbedInstance(context, 'slow', async (instance, proxy) => {
      const merchant = await Merchant.onboard(world);
      await waitFor('the instance is ready', () => isReady(instance), READY_WITHIN_MS);
      const load = new SlowLoad(context, merchant, instance);
      const memory = new Highest(() => instance.memoryMib);
      const connections = new Highest(() => openConnections(proxy));
      const beganAtMs = Date.now();
      await waitFor('the load is on', () => load.answered >= CALLERS, READY_WITHIN_MS);
      const memoryBefore = instance.memoryMib;
      await proxy.add({ type: 'latency', attributes: { latency: LATENCY_MS } });
      try {
        const slowSinceMs = Date.now();
        await waitFor(
          'the instance says that it is not ready',
          async () => !(await isReady(instance)),
          UNREADY_WITHIN_MS,
        );
        context.measure('not ready after s', (Date.now() - slowSinceMs) / 1000);
        await delay(mode === 'full' ? 30_000 : 6_000);
      } finally {
        await proxy.remove('latency');
      }
      const healedAtMs = Date.now();
      await waitFor('the instance is ready again', () => isReady(instance), READY_WITHIN_MS);
      context.measure('ready again after s', (Date.now() - healedAtMs) / 1000);
      await load.stop();
      const growth = memory.stop() - memoryBefore;
      const mostConnections = connections.stop();
      context.measure('memory growth MiB', growth);
      context.measure('connections', mostConnections);
      if (growth > MOST_GROWTH_MIB) context.fault(`memory grew by ${growth.toFixed(0)} MiB`);
      if (mostConnections > MOST_CONNECTIONS) context.fault(`${mostConnections} connections were open`);
      const startedAtMs = performance.now();
      await merchant.create('afterwards', 1_000, instance);
      const tookMs = performance.now() - startedAtMs;
      if (tookMs > MOST_CREATION_MS) context.fault(`afterwards, creating a payment took ${tookMs} ms`);
      judgeCalls(context, world.recorder.since(beganAtMs));
      context.judgeAtTheEnd([merchant], (findings) => tellContradictions(context, findings));
    });
  },
};

async function isReady(instance: GatewayInstance): Promise<boolean> {
  const answer = await fetch(`${instance.operationsUrl}/health/ready`);
  await answer.arrayBuffer();
  return answer.status === 200;
}

/** A steady load of callers, as in a busy hour. Each waits for its answer before its next call. */
class SlowLoad {
  answered = 0;
  readonly #running: Promise<void>[];
  #isOver = false;

  constructor(context: CheckContext, merchant: Merchant, instance: GatewayInstance) {
    const kassa = merchant.clientOf(instance);
    this.#running = Array.from({ length: CALLERS }, async (_, caller) => {
      for (let call = 1; !this.#isOver; call += 1) {
        const number = `S${caller + 1}-${call}`;
        try {
          const { order_id } = await kassa.payments.create({
            merchant_transaction_id: number,
            amount: '10.00',
            currency_code: 'USD',
            redirect_url: 'https://shop.example/thanks',
          });
          merchant.acknowledged.orders.push({ orderId: order_id, number, amountMinor: 1_000 });
        } catch (error) {
          if (!(error instanceof KassaError)) context.fault(String(error));
          await delay(100);
        }
        this.answered += 1;
        await delay(100);
      }
    });
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
  }
}

/** Calls the given function four times a second to measure a number, and keeps the highest result. */
class Highest {
  #highest = 0;
  readonly #timer: NodeJS.Timeout;

  constructor(look: () => number) {
    this.#timer = setInterval(() => {
      const value = look();
      if (value > this.#highest) this.#highest = value;
    }, 250);
  }

  stop(): number {
    clearInterval(this.#timer);
    return this.#highest;
  }
}

const ESTABLISHED = '01';

/** How many connections to the proxy are open; 0 if the system does not report it. */
function openConnections({ port }: Toxiproxy): number {
  const hexPort = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  try {
    return readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .filter((line) => {
        const [, local = '', , state] = line.trim().split(/\s+/);
        return local.endsWith(hexPort) && state === ESTABLISHED;
      }).length;
  } catch {
    return 0;
  }
}
