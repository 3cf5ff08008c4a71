import type { World } from '../world.ts';
import { Consumer } from './consumer.ts';
import type { Merchant } from './merchant.ts';
import { paidOrder } from './paid-orders.ts';

const CALLERS = 8;

/**
 * Callers that never repeat a failed call. Like a load balancer, they call only instances that accept requests at the moment.
 */
export class ImpatientCallers {
  readonly #world: World;
  readonly #merchant: Merchant;
  readonly #paid: { number: string; refunds: number }[] = [];
  #running: Promise<void>[] = [];
  #isOver = false;

  constructor(world: World, merchant: Merchant) {
    this.#world = world;
    this.#merchant = merchant;
  }

  async prepare(): Promise<void> {
    for (let caller = 1; caller <= CALLERS; caller += 1) {
      const { number } = await paidOrder(this.#world, this.#merchant, `paid-${caller}`, 100_000);
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
    const kassa = async () => this.#merchant.clientOf(await this.#world.servingInstance());
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
        await new Consumer(this.#world, { number, orderId: order_id, session, amountMinor: 1_000 }).state(1);
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
