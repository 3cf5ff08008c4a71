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
 * Closes an unpaid order whose validity has ended, once none of its attempts can be paid any more. Until then, all its open
 * attempts must be cancelled. This call cancels those at the given channel; separate calls cancel the attempts at other
 * channels.
 */
export class CloseExpiredOrder {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** @param channelId the only channel that may be called; null if none may */
  async execute(orderId: string, channelId: string | null): Promise<void> {
    const begun = await this.#deps.change.apply(orderId, 'validity_ended', (order) =>
      beginClosing(order, this.#deps.clock.now()),
    );
    if (begun.kind === 'order_not_found') return;
    for (const attempt of attemptsToCancel(begun.order, this.#deps.clock.now())) {
      if (attempt.channelId !== channelId) continue;
      await this.#deps.cancelAtChannel.execute(orderId, attempt.attemptId);
    }
    await this.#deps.change.apply(orderId, 'validity_ended', (order) =>
      closeExpired(order, this.#deps.clock.now()),
    );
  }
}
