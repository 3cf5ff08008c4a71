import { attemptsToCancel } from '../../domain/attempt/cancel-attempt.ts';
import { attemptsToCheck } from '../../domain/attempt/check-attempt.ts';
import { isDisputeCheckDue } from '../../domain/dispute/check-dispute.ts';
import { isExpiryDue } from '../../domain/order/expire-order.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OrderRepository } from '../../ports/order-repository.ts';
import type { CancelAttempt } from '../channels/cancel-attempt.ts';
import type { CheckAttempt } from '../channels/check-attempt.ts';
import type { CheckDispute } from '../channels/check-dispute.ts';
import type { ExecuteRefund } from '../channels/execute-refund.ts';
import type { RelayEvents } from '../events/relay-events.ts';
import type { ExpireOrder } from './expire-order.ts';

/**
 * Does for one order what is due, whether time brought it or a crash left it behind. A step that fails
 * keeps none of the others from being done; what failed is thrown when all had their turn.
 */
export class AttendOrder {
  readonly #orders: OrderRepository;
  readonly #relay: RelayEvents;
  readonly #checkAttempt: CheckAttempt;
  readonly #cancelAttempt: CancelAttempt;
  readonly #executeRefund: ExecuteRefund;
  readonly #checkDispute: CheckDispute;
  readonly #expireOrder: ExpireOrder;
  readonly #clock: Clock;

  constructor(deps: {
    orders: OrderRepository;
    relay: RelayEvents;
    checkAttempt: CheckAttempt;
    cancelAttempt: CancelAttempt;
    executeRefund: ExecuteRefund;
    checkDispute: CheckDispute;
    expireOrder: ExpireOrder;
    clock: Clock;
  }) {
    this.#orders = deps.orders;
    this.#relay = deps.relay;
    this.#checkAttempt = deps.checkAttempt;
    this.#cancelAttempt = deps.cancelAttempt;
    this.#executeRefund = deps.executeRefund;
    this.#checkDispute = deps.checkDispute;
    this.#expireOrder = deps.expireOrder;
    this.#clock = deps.clock;
  }

  async execute(orderId: string): Promise<void> {
    const order = await this.#orders.find(orderId);
    if (order === undefined) return;
    const now = this.#clock.now();
    const failures: unknown[] = [];
    const attempted = (step: () => Promise<void>) =>
      step().catch((error: unknown) => {
        failures.push(error);
      });
    if (order.outbox.length > 0) await attempted(() => this.#relay.relay(order));
    for (const attempt of attemptsToCheck(order, now)) {
      await attempted(() => this.#checkAttempt.execute(orderId, attempt));
    }
    for (const { refundId, nextActionAt } of order.refunds) {
      if (nextActionAt === null || nextActionAt > now) continue;
      await attempted(() => this.#executeRefund.execute(orderId, refundId));
    }
    if (isDisputeCheckDue(order, now)) await attempted(() => this.#checkDispute.execute(orderId));
    // What was asked above may have changed the order, so the rest is judged on what it is now.
    const current = await this.#orders.find(orderId);
    for (const { attemptId } of current === undefined ? [] : attemptsToCancel(current, now)) {
      await attempted(() => this.#cancelAttempt.execute(orderId, attemptId));
    }
    await attempted(() => this.#expire(orderId, now));
    if (failures.length === 1) throw failures[0];
    if (failures.length > 1) throw new AggregateError(failures, `${failures.length} steps failed`);
  }

  async #expire(orderId: string, now: Date): Promise<void> {
    const order = await this.#orders.find(orderId);
    if (order !== undefined && isExpiryDue(order, now)) await this.#expireOrder.execute(orderId);
  }
}
