import { attemptsToCancel, closeExpired, postponeClosing } from '../domain/expire-order.ts';
import type { PaymentOrder } from '../domain/payment-order.ts';
import type { Clock } from '../ports/clock.ts';
import type { CancelAttempt } from './cancel-attempt.ts';
import type { ChangeOrder } from './change-order.ts';

/** Closes an unpaid order at the end of its validity, after its attempts were cancelled at their channels. */
export class ExpireOrder {
  readonly #change: ChangeOrder;
  readonly #cancelAttempt: CancelAttempt;
  readonly #clock: Clock;

  constructor(deps: { change: ChangeOrder; cancelAttempt: CancelAttempt; clock: Clock }) {
    this.#change = deps.change;
    this.#cancelAttempt = deps.cancelAttempt;
    this.#clock = deps.clock;
  }

  async execute(order: PaymentOrder): Promise<void> {
    let isCertain = true;
    for (const attempt of attemptsToCancel(order)) {
      const outcome = await this.#cancelAttempt.execute(order.orderId, attempt);
      if (outcome === 'unknown') isCertain = false;
    }
    const decide = isCertain ? closeExpired : postponeClosing;
    await this.#change.apply(order.orderId, (current) => decide(current, this.#clock.now()));
  }
}
