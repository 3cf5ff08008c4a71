import { applyPaymentResult } from '../../domain/attempt/apply-payment-result.ts';
import type { PaymentResult } from '../../domain/attempt/payment-attempt.ts';
import type { ChangeCause } from '../../domain/order/order-change-record.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ChangeOrder } from '../change-order.ts';

/** How a result came to be known. */
type ResultSource = Extract<
  ChangeCause,
  'submission_answered' | 'cancellation_answered' | 'inquiry_answered'
>;

interface Dependencies {
  readonly change: ChangeOrder;
  readonly clock: Clock;
}

/**
 * Brings a payment's result to its order that came as the answer to a submission or to a cancellation, or when an
 * operator had the channel asked; reports go through ApplyChannelNotification. What follows from it — attempts to
 * be cancelled, money to be returned — is part of the same write and done when the order is attended to.
 */
export class StorePaymentResult {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** @param order its ID, or the order as it was just read */
  async execute(
    order: string | PaymentOrder,
    attemptId: string,
    result: PaymentResult,
    cause: ResultSource,
  ): Promise<void> {
    const now = this.#deps.clock.now();
    await this.#deps.change.apply(order, cause, (current) =>
      applyPaymentResult(current, attemptId, result, now),
    );
  }
}
