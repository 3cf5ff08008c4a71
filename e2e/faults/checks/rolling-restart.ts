import { setTimeout as delay } from 'node:timers/promises';
import type { CheckContext, FaultCheck } from '../report/fault-run.ts';
import { Consumer } from '../traffic/consumer.ts';
import { Merchant } from '../traffic/merchant.ts';
import { paidOrder } from '../traffic/paid-orders.ts';
import { tellContradictions } from './tell-contradictions.ts';

const CALLERS = 8;
/**
 * The pause between the stops of two instances. It is long enough that new calls are in progress when the next instance stops.
 */
const CALM_MS = 700;
const LONGEST_STOP_S = 25;

/** Row 13. */
export const rollingRestart: FaultCheck = {
  title:
    'fault 13: no request fails while both instances are restarted in turn under load, even if callers never retry',
  rows: [13],
  run: async (context) => {
    const { world, mode } = context;
    const merchant = await Merchant.onboard(world);
    const beganAtMs = Date.now();
    const callers = new ImpatientCallers(context, merchant);
    await callers.prepare();
    callers.start();
    const stops: number[] = [];
    try {
      for (let round = 1; round <= (mode === 'full' ? 5 : 1); round += 1) {
        for (const instance of world.instances) {
          await delay(CALM_MS);
          const startedAtMs = performance.now();
          const { code, signal } = await instance.terminate();
          stops.push((performance.now() - startedAtMs) / 1000);
          if (code !== 0) context.fault(`${instance.name} ended with ${code ?? signal}`);
          await instance.start();
        }
      }
      await delay(CALM_MS);
    } finally {
      await callers.stop();
    }
    context.measure('restarts', stops.length);
    context.measure('longest stop s', Math.max(...stops));
    if (Math.max(...stops) > LONGEST_STOP_S) context.fault(`a stop took ${Math.max(...stops)} s`);
    const calls = world.recorder.since(beganAtMs);
    context.measure('requests', calls.length);
    for (const { method, path, instance, outcome } of calls) {
      if (outcome.kind === 'answered' && outcome.status < 400) continue;
      const what = outcome.kind === 'broken' ? outcome.reason : `status ${outcome.status}`;
      context.fault(`${method} ${path} at ${instance.name} failed: ${what}`);
    }
    context.judgeAtTheEnd([merchant], (findings) => tellContradictions(context, findings));
  },
};

/**
 * Callers that never repeat a failed call. Like a load balancer, they call only instances that accept requests at the moment.
 */
class ImpatientCallers {
  readonly #context: CheckContext;
  readonly #merchant: Merchant;
  readonly #paid: { number: string; refunds: number }[] = [];
  #running: Promise<void>[] = [];
  #isOver = false;

  constructor(context: CheckContext, merchant: Merchant) {
    this.#context = context;
    this.#merchant = merchant;
  }

  async prepare(): Promise<void> {
    for (let caller = 1; caller <= CALLERS; caller += 1) {
      const { number } = await paidOrder(this.#context.world, this.#merchant, `paid-${caller}`, 100_000);
      this.#paid.push({ number, refunds: 0 });
    }
  }

  start(): void {
    this.#running = this.#paid.map((paid, caller) => this.#callOn(paid, caller + 1));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
  }

  async #callOn(paid: { number: string; refunds: number }, caller: number): Promise<void> {
    const { world } = this.#context;
    const kassa = async () => this.#merchant.clientOf(await world.servingInstance());
    for (let call = 1; !this.#isOver; call += 1) {
      const number = `${caller}-${call}`;
      try {
        const { order_id, pay_url } = await (await kassa()).payments.create({
          merchant_transaction_id: number,
          amount: '10.00',
          currency_code: 'USD',
          redirect_url: 'https://shop.example/thanks',
        });
        this.#merchant.acknowledged.orders.push({ orderId: order_id, number, amountMinor: 1_000 });
        const session = pay_url.split('#session=')[1] ?? '';
        await (await kassa()).payments.retrieve(number);
        // Call the gateway as a consumer's page does when it waits for a change of the order. The gateway keeps this request
        // open for a second.
        await new Consumer(world, { number, orderId: order_id, session, amountMinor: 1_000 }).state(1);
        paid.refunds += 1;
        await (await kassa()).refunds.create({
          transaction_id: `${paid.number}-${paid.refunds}`,
          original_transaction_id: paid.number,
          amount: '1.00',
          currency_code: 'USD',
        });
      } catch {
        // A failed call is not handled here, because the recorder has stored it. The check judges all recorded calls at the
        // end.
      }
    }
  }
}
