import { attemptsToAskAbout } from '../../domain/attempt/awaited-result.ts';
import { attemptsToCancel } from '../../domain/attempt/cancel-attempt.ts';
import { isAskingAboutDisputeDue } from '../../domain/dispute/awaited-outcome.ts';
import { isExpiryDue } from '../../domain/order/expire-order.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OrderLookup } from '../../ports/order-repository.ts';
import type { AskAboutDispute } from '../channels/ask-about-dispute.ts';
import type { AskForResult } from '../channels/ask-for-result.ts';
import type { CancelAtChannel } from '../channels/cancel-at-channel.ts';
import type { ExecuteRefund } from '../channels/execute-refund.ts';
import type { RelayEvents } from '../events/relay-events.ts';
import type { CloseExpiredOrder } from './close-expired-order.ts';

interface Dependencies {
  readonly orders: OrderLookup;
  readonly relay: RelayEvents;
  readonly askForResult: AskForResult;
  readonly cancelAtChannel: CancelAtChannel;
  readonly executeRefund: ExecuteRefund;
  readonly askAboutDispute: AskAboutDispute;
  readonly closeExpiredOrder: CloseExpiredOrder;
  readonly clock: Clock;
}

/**
 * Does everything that is due for one order, whether it fell due or a crash left it undone. A failing step does not stop the
 * others; the failures are thrown after all steps.
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
    for (const attempt of attemptsToAskAbout(order, now)) {
      await attempted(() => this.#deps.askForResult.execute(orderId, attempt));
    }
    for (const { refundId, nextActionAt } of order.refunds) {
      if (nextActionAt === null || nextActionAt > now) continue;
      await attempted(() => this.#deps.executeRefund.execute(orderId, refundId));
    }
    if (isAskingAboutDisputeDue(order, now))
      await attempted(() => this.#deps.askAboutDispute.execute(orderId));
    // The steps above may have changed the order, so the rest is decided on its present state.
    const current = await this.#deps.orders.find(orderId);
    for (const { attemptId } of current === undefined ? [] : attemptsToCancel(current, now)) {
      await attempted(() => this.#deps.cancelAtChannel.execute(orderId, attemptId));
    }
    await attempted(() => this.#expire(orderId, now));
    if (failures.length === 1) throw failures[0];
    if (failures.length > 1) throw new AggregateError(failures, `${failures.length} steps failed`);
  }

  async #expire(orderId: string, now: Date): Promise<void> {
    const order = await this.#deps.orders.find(orderId);
    if (order !== undefined && isExpiryDue(order, now)) await this.#deps.closeExpiredOrder.execute(orderId);
  }
}
