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

interface Dependencies {
  readonly orders: OrderRepository;
  readonly relay: RelayEvents;
  readonly checkAttempt: CheckAttempt;
  readonly cancelAttempt: CancelAttempt;
  readonly executeRefund: ExecuteRefund;
  readonly checkDispute: CheckDispute;
  readonly expireOrder: ExpireOrder;
  readonly clock: Clock;
}

/**
 * Does for one order what is due, whether time brought it or a crash left it behind. A step that fails
 * keeps none of the others from being done; what failed is thrown when all had their turn.
 */
export class AttendOrder {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(orderId: string): Promise<void> {
    const order = await this.#deps.orders.find(orderId);
    if (order === undefined) return;
    const now = this.#deps.clock.now();
    const failures: unknown[] = [];
    const attempted = (step: () => Promise<void>) =>
      step().catch((error: unknown) => {
        failures.push(error);
      });
    if (order.outbox.length > 0) await attempted(() => this.#deps.relay.relay(order));
    for (const attempt of attemptsToCheck(order, now)) {
      await attempted(() => this.#deps.checkAttempt.execute(orderId, attempt));
    }
    for (const { refundId, nextActionAt } of order.refunds) {
      if (nextActionAt === null || nextActionAt > now) continue;
      await attempted(() => this.#deps.executeRefund.execute(orderId, refundId));
    }
    if (isDisputeCheckDue(order, now)) await attempted(() => this.#deps.checkDispute.execute(orderId));
    // What was asked above may have changed the order, so the rest is judged on what it is now.
    const current = await this.#deps.orders.find(orderId);
    for (const { attemptId } of current === undefined ? [] : attemptsToCancel(current, now)) {
      await attempted(() => this.#deps.cancelAttempt.execute(orderId, attemptId));
    }
    await attempted(() => this.#expire(orderId, now));
    if (failures.length === 1) throw failures[0];
    if (failures.length > 1) throw new AggregateError(failures, `${failures.length} steps failed`);
  }

  async #expire(orderId: string, now: Date): Promise<void> {
    const order = await this.#deps.orders.find(orderId);
    if (order !== undefined && isExpiryDue(order, now)) await this.#deps.expireOrder.execute(orderId);
  }
}
