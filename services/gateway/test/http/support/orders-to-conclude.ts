import { compileValidator, OperatorOrder } from '@kassa/contracts';
import { expect } from 'vitest';
import type { GatewayBench } from './gateway-bench.ts';
import type { MerchantAccount } from './merchant-account.ts';
import { read } from './read-message.ts';
import { TesterClock } from './tester-clock.ts';

const readOrder = compileValidator(OperatorOrder);

export interface UnresolvedRefund {
  readonly orderId: string;
  readonly refundId: string;
}

/** Makes orders with a refund or a dispute that an operator can conclude, on a real gateway. */
export class OrdersToConclude {
  readonly #bench: GatewayBench;
  readonly #merchant: MerchantAccount;
  readonly #clock: TesterClock;

  constructor(bench: GatewayBench, merchant: MerchantAccount) {
    this.#bench = bench;
    this.#merchant = merchant;
    this.#clock = new TesterClock(bench);
  }

  /** The order as the operations port shows it. */
  async shown(orderId: string) {
    return read(readOrder, await this.#bench.admin('GET', `/admin/orders/${orderId}`));
  }

  /** When the order's only case opened. */
  async sinceOf(orderId: string): Promise<string> {
    return (await this.shown(orderId)).cases[0]?.since ?? '';
  }

  /**
   * Makes refunds of 3.00 that their processor holds, each of its own order, and lets the gateway ask about all of them until
   * each is a case. The calls that sent the refunds have ended.
   */
  async unresolvedRefunds(count: number): Promise<readonly UnresolvedRefund[]> {
    const orderIds: string[] = [];
    for (let made = 0; made < count; made += 1) orderIds.push(await this.#heldRefund());
    const tries = async () => {
      const orders = await Promise.all(orderIds.map((orderId) => this.shown(orderId)));
      return orders.map(({ refunds }) => refunds[0]?.tries);
    };
    const casesOf = async (orderId: string) => (await this.shown(orderId)).cases;
    const all = (tried: number) => orderIds.map(() => tried);
    await expect.poll(tries).toEqual(all(1));
    for (let tried = 1; (await casesOf(orderIds[0] ?? '')).length === 0; tried += 1) {
      await this.#clock.advance(3_601);
      await expect.poll(tries, { interval: 200 }).toEqual(all(tried + 1));
    }
    // The end of a call that sent a refund is stored in real time, which moving the sandbox's clock does not change. Instances'
    // clocks may be 40 s apart, so set the end 41 s into the past.
    const ended = new Date(Date.now() - 41_000);
    await this.#bench.database
      .collection<{ _id: string }>('orders')
      .updateMany(
        { _id: { $in: orderIds } },
        { $set: { 'order.refunds.0.callEndsBy': ended, 'order.refunds.0.reachedChannelBy': ended } },
      );
    return Promise.all(
      orderIds.map(async (orderId) => {
        const [waiting] = await casesOf(orderId);
        expect(waiting).toMatchObject({ kind: 'refund_unresolved' });
        return { orderId, refundId: String(waiting?.case_id) };
      }),
    );
  }

  /** Makes a disputed order. Returns the order and the channel's reference of the dispute. */
  async disputedOrder() {
    const { order_id: orderId } = await this.#merchant.paidOrder();
    await this.#merchant.trigger(orderId, 'dispute_opened');
    await expect.poll(async () => (await this.#merchant.query(orderId)).state).toBe('IN_DISPUTE');
    return { orderId, dispute: String((await this.shown(orderId)).dispute?.channel_reference) };
  }

  /** Requests a refund that its processor holds. Returns the refund's order. */
  async #heldRefund(): Promise<string> {
    const { order_id: orderId, merchant_transaction_id } = await this.#merchant.paidOrder();
    await this.#merchant.trigger(orderId, 'refunds_held');
    await this.#merchant.acceptedRefund({ original_transaction_id: merchant_transaction_id, amount: 3 });
    return orderId;
  }
}
