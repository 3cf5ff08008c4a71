import { attemptsToCheck } from '../domain/check-attempt.ts';
import { isExpiryDue } from '../domain/expire-order.ts';
import type { Clock } from '../ports/clock.ts';
import type { OrderRepository } from '../ports/order-repository.ts';
import type { CheckAttempt } from './check-attempt.ts';
import type { ExecuteRefund } from './execute-refund.ts';
import type { ExpireOrder } from './expire-order.ts';
import type { RelayEvents } from './relay-events.ts';

/** Does for one order what is due, whether time brought it or a crash left it behind. */
export class AttendOrder {
  readonly #orders: OrderRepository;
  readonly #relay: RelayEvents;
  readonly #checkAttempt: CheckAttempt;
  readonly #executeRefund: ExecuteRefund;
  readonly #expireOrder: ExpireOrder;
  readonly #clock: Clock;

  constructor(deps: {
    orders: OrderRepository;
    relay: RelayEvents;
    checkAttempt: CheckAttempt;
    executeRefund: ExecuteRefund;
    expireOrder: ExpireOrder;
    clock: Clock;
  }) {
    this.#orders = deps.orders;
    this.#relay = deps.relay;
    this.#checkAttempt = deps.checkAttempt;
    this.#executeRefund = deps.executeRefund;
    this.#expireOrder = deps.expireOrder;
    this.#clock = deps.clock;
  }

  async execute(orderId: string): Promise<void> {
    const order = await this.#orders.find(orderId);
    if (order === undefined) return;
    const now = this.#clock.now();
    if (order.outbox.length > 0) await this.#relay.relay(order);
    for (const attempt of attemptsToCheck(order, now)) await this.#checkAttempt.execute(orderId, attempt);
    for (const refund of order.refunds) {
      if (refund.nextActionAt !== null && refund.nextActionAt <= now) {
        await this.#executeRefund.execute(orderId, refund.refundId);
      }
    }
    // What was asked above may have changed the order, so its expiry is judged on what it is now.
    const current = await this.#orders.find(orderId);
    if (current !== undefined && isExpiryDue(current, now)) await this.#expireOrder.execute(current);
  }
}
