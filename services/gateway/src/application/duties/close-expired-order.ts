import { attemptsToCancel } from '../../domain/attempt/cancel-attempt.ts';
import { beginClosing, closeExpired } from '../../domain/order/expire-order.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ChangeOrder } from '../change-order.ts';
import type { CancelAtChannel } from '../channels/cancel-at-channel.ts';

interface Dependencies {
  readonly change: ChangeOrder;
  readonly cancelAtChannel: CancelAtChannel;
  readonly clock: Clock;
}

/**
 * Ends an unpaid order's validity: records that its attempts are to be cancelled, has their channels cancel them, and closes
 * the order once none of them can be paid any more.
 */
export class CloseExpiredOrder {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(orderId: string): Promise<void> {
    const begun = await this.#deps.change.apply(orderId, 'validity_ended', (order) =>
      beginClosing(order, this.#deps.clock.now()),
    );
    if (begun.kind === 'order_not_found') return;
    for (const { attemptId } of attemptsToCancel(begun.order, this.#deps.clock.now())) {
      await this.#deps.cancelAtChannel.execute(orderId, attemptId);
    }
    await this.#deps.change.apply(orderId, 'validity_ended', (order) =>
      closeExpired(order, this.#deps.clock.now()),
    );
  }
}
